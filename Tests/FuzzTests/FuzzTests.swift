import Platform
import TestSupport
import Testing

/// The cases that Scripts/fuzz runs with libFuzzer, here with the inputs of the corpus and with changed copies of them.
struct FuzzTests {
  private static let folder = "Tests/FuzzTests"

  /// An input of the corpus.
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }
  }

  private static func corpus(_ name: String) throws -> [Input] {
    let folder = "\(folder)/Corpus/\(name)"
    return try ProjectFolder.names(in: folder).map { name in
      Input(name: name, bytes: try RegularFile.read(ProjectFolder.path("\(folder)/\(name)"), upTo: 1 << 20))
    }
  }

  @Test func `each case has a corpus`() throws {
    #expect(try ProjectFolder.folders(in: "\(Self.folder)/Corpus") == fuzzCases.map { $0.name }.sorted())
  }

  @Test(arguments: fuzzCases.map { $0.name }) func `the inputs of the corpus keep all promises`(name: String) throws {
    let fuzzCase = try #require(fuzzCases.first { $0.name == name })
    let inputs = try Self.corpus(name)
    #expect(!inputs.isEmpty)
    for input in inputs { #expect(throws: Never.self, "\(name)/\(input.name)") { try fuzzCase.check(input.bytes) } }
  }

  @Test(arguments: fuzzCases.map { $0.name }) func `changed inputs keep all promises`(name: String) throws {
    let fuzzCase = try #require(fuzzCases.first { $0.name == name })
    var changes = InputChanges(seed: 1)
    for input in try Self.corpus(name) {
      for _ in 0..<20 {
        let changed = changes.apply(to: input.bytes)
        #expect(throws: Never.self, "\(name)/\(input.name) changed to \(changed)") { try fuzzCase.check(changed) }
      }
    }
  }
}

/// Seeded changes of inputs: bits flipped, bytes removed, repeated and replaced. The same seed gives the same changes.
struct InputChanges {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func next(below bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }

  /// Returns `input` after one to four changes.
  mutating func apply(to input: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0...next(below: 4) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes.append(UInt8(next(below: 256)))
      return
    }
    let start = next(below: bytes.count)
    let range = start..<min(bytes.count, start + 1 + next(below: 16))
    switch next(below: 5) {
    case 0: bytes[start] ^= 1 << next(below: 8)
    case 1: bytes[start] = UInt8(next(below: 256))
    case 2: bytes.removeSubrange(range)
    case 3: bytes.insert(contentsOf: bytes[range], at: next(below: bytes.count))
    default: bytes.insert(contentsOf: Array("\"{[0x\u{202E}\u{1B}%".utf8), at: start)
    }
  }
}
