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

  @Test func `each case has a file and a corpus`() throws {
    let files = try ProjectFolder.swiftFiles(in: "\(Self.folder)/Cases").filter { $0 != "FuzzCase" }
    #expect(files == fuzzCases.map { "\($0)" }.sorted())
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
