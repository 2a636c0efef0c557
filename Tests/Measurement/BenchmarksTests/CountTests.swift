import OrderedJSON
import TestSupport
import Testing

@testable import Benchmarks

struct CountTests {
  @Test(
    arguments: [
      (100, 100, "±0.0 %)"), (100, 105, "+5.0 %)"), (100, 106, "MORE THAN 5 % UP"), (100, 95, "-5.0 %)"), (100, 94, "more than 5 % down"),
      // 5 % of such a small count would be less than a run differs from the next one.
      (1, 1.1, "+10.0 %)"), (1, 1.2, "MORE THAN 5 % UP"), (1, 0.8, "more than 5 % down"), (0, 0.2, "MORE THAN 5 % UP"),
      (nil, 1, "NOT IN THE FILE"), (1, nil, "NOT MEASURED"),
    ] as [(Double?, Double?, String)])
  func `a count may differ by 5 %, or by a tenth; more and a missing one fail, less asks for an update`(
    old: Double?, new: Double?, line: String
  ) {
    let sides = [old, new].map { $0.map { [MessageCount("broker", instructions: 1, allocations: $0)] } ?? [] }
    let comparison = CountComparison(from: sides[0], to: sides[1])
    #expect(comparison.lines.last?.hasSuffix(line) == true)
    #expect(comparison.isMet == !line.contains(/[A-Z]{3}/))
    #expect((comparison.advice != nil) == !line.hasSuffix(" %)"))
  }

  @Test func `the cost of a message is the difference of two runs`() {
    let count = MessageCount(
      "broker", from: CallgrindProfile(instructions: 5_000, allocations: 100), to: CallgrindProfile(instructions: 9_000, allocations: 350),
      messages: 100)
    #expect(count == MessageCount("broker", instructions: 40, allocations: 2.5))
  }

  /// A name stands behind its number only the first time, whether as a function of its own or as a callee.
  @Test func `instructions and calls of allocators are read from a profile`() throws {
    let profile = try CallgrindProfile(
      parsing: """
        # callgrind format
        events: Ir
        fn=(1) main
        cfn=(2) malloc@@GLIBC_2.2.5
        calls=3 0
        cfn=(3) malloc_usable_size
        calls=50 0
        fn=(4) posix_memalign
        0 7
        cfn=(3)
        calls=60 0
        fn=(5) swift_slowAlloc
        cfn=(4)
        calls=2 0
        0 14
        cfn=(2)
        calls=4 0
        cfn=(6) realloc'2
        calls=1 0
        totals: 12345

        """)
    #expect(profile == CallgrindProfile(instructions: 12_345, allocations: 10))
    #expect(throws: BenchmarkError.self) { try CallgrindProfile(parsing: "events: Ir\n") }
  }

  @Test func `a file is read as it was written, rounded`() throws {
    let file = CountFile(platform: "Swift 6", counts: [MessageCount("broker", instructions: 33_174.4, allocations: 7.67)])
    #expect(
      try CountFile(parsing: file.bytes)
        == CountFile(platform: "Swift 6", counts: [MessageCount("broker", instructions: 33_170, allocations: 7.7)]))
    #expect(throws: BenchmarkError.self) { try CountFile(parsing: Array(#"{"platform":"x","counts":[{"name":"broker"}]}"#.utf8)) }
    #expect(throws: BenchmarkError.self) { try CountFile(parsing: Array("{}".utf8)) }
  }

  @Test func `the file of the project has the counts of all processes`() throws {
    let file = try CountFile(parsing: Array(try ProjectFolder.text("Modules/Measurement/Benchmarks/COUNTS.json").utf8))
    #expect(file.counts.map(\.name) == CountedProcess.allCases.map(\.name))
  }
}
