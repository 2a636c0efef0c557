import OrderedJSON
import TestSupport
import Testing

@testable import Benchmarks

struct CountTests {
  @Test(
    arguments: [
      (100, 100, .same), (100, 105, .same), (100, 105.1, .more), (100, 95, .same), (100, 94.9, .less),
      // 5 % of such a small count would be less than a run differs from the next one.
      (0, 0.1, .same), (0, 0.2, .more), (1, 1.1, .same), (1, 1.11, .more), (1, 0.89, .less),
      (nil, 1, .missing), (1, nil, .missing),
    ] as [(Double?, Double?, CountComparison.Finding)])
  func `a count may differ by 5 %, or by a tenth`(old: Double?, new: Double?, finding: CountComparison.Finding) {
    #expect(CountComparison.finding(old, new) == finding)
  }

  private func comparison(_ instructions: Double, _ allocations: Double) -> CountComparison {
    CountComparison(
      from: [MessageCount("broker", instructions: 1_000, allocations: 8)],
      to: [MessageCount("broker", instructions: instructions, allocations: allocations)])
  }

  @Test func `a regression fails, an improvement asks for an update`() {
    let (more, less) = (comparison(1_100, 8), comparison(1_010, 7))
    #expect(!more.isMet && less.isMet && !comparison(1_000, 9).isMet)
    #expect(more.text.hasPrefix("broker: instructions a message: 1000 → 1100 (+10.0 %), MORE THAN 5 % UP\n"))
    #expect(less.text.hasSuffix("8.00 → 7.00 (-12.5 %), more than 5 % down"))
    #expect([more, less].allSatisfy { $0.advice?.contains("Scripts/counts --update") == true })
    #expect(comparison(1_010, 8).advice == nil)
  }

  @Test func `a count of one side only is no success`() {
    let old = [MessageCount("broker", instructions: 1, allocations: 1)]
    for comparison in [CountComparison(from: old, to: []), CountComparison(from: [], to: old)] {
      #expect(!comparison.isMet)
      #expect(comparison.changes.map(\.finding) == [.missing, .missing])
    }
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
