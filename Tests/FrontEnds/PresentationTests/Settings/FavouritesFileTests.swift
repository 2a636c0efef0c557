import Foundation
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@Suite struct FavouritesFileTests {
  let directory: TemporaryDirectory
  let file: FavouritesFile
  private static let luke = Reference(KindName(checked: "people"), 1)
  private static let hope = Reference(KindName(checked: "films"), 1)

  init() throws {
    directory = try TemporaryDirectory()
    file = FavouritesFile(path: directory.file("data/holocron/favourites.json"))
  }

  private var text: String? { Files.text(file.path) }

  @Test func `favourites keep the order in which they were added, each once`() throws {
    #expect(try file.read().isEmpty && text == nil)
    #expect(try file.set(Self.luke, isFavourite: true).isChanged)
    #expect(try file.set(Self.hope, isFavourite: true).favourites == [Self.luke, Self.hope])
    #expect(try !file.set(Self.luke, isFavourite: true).isChanged)
    #expect(try file.read() == [Self.luke, Self.hope])
    #expect(try file.set(Self.luke, isFavourite: false).isChanged)
    #expect(try !file.set(Self.luke, isFavourite: false).isChanged)
    #expect(try file.read() == [Self.hope])
    #expect(text == "{\n  \"favourites\": [\n    {\n      \"record\": \"films/1\"\n    }\n  ]\n}\n")
    #expect(try FileStatus(of: file.path).isPrivate)
  }

  @Test func `members that this version does not know are kept`() throws {
    try write(#"{"note": "mine", "favourites": [{"record": "people/1", "since": 3}], "later": [1]}"#)
    try file.set(Self.hope, isFavourite: true)
    let expected = #"{"note":"mine","favourites":[{"record":"people/1","since":3},{"record":"films/1"}],"later":[1]}"#
    #expect(try JSON(parsing: #require(text)).text() == expected)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"favourites": 1}"#, #"{"favourites": ["people/1"]}"#, #"{"favourites": [{"record": "../1"}]}"#,
    #"{"favourites": [{"name": "Luke"}]}"#, String(repeating: " ", count: 300_000) + "{}",
    "{\"favourites\": [" + (1...1_001).map { "{\"record\": \"people/\($0)\"}" }.joined(separator: ",") + "]}",
  ])
  func `a damaged file is reported and kept`(damaged: String) throws {
    try write(damaged)
    for body in [{ _ = try file.read() }, { _ = try file.set(Self.luke, isFavourite: true) }] {
      let problem = #expect(throws: Problem.self, performing: body)
      #expect(problem?.detail?.hasPrefix("cannot read the favourites in \(file.path): ") == true)
      #expect(problem?.sentence(in: English()) == problem?.detail)
    }
    #expect(text == damaged)
  }

  @Test func `the number of favourites is limited`() throws {
    try write("{\"favourites\": [" + (1...1_000).map { "{\"record\": \"people/\($0)\"}" }.joined(separator: ",") + "]}")
    #expect(throws: Problem.self) { try file.set(Self.hope, isFavourite: true) }
    #expect(try !file.set(Self.luke, isFavourite: true).isChanged)
    #expect(try file.set(Self.luke, isFavourite: false).isChanged)
    #expect(try file.set(Self.hope, isFavourite: true).favourites.count == 1_000)
  }

  @Test func `changes of many threads are all kept`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...40 {
        group.addTask {
          // Threads beyond those of the machine may wait longer than a change does.
          while true {
            do {
              try file.set(Reference(KindName(checked: "people"), id), isFavourite: true)
              return
            } catch let problem as Problem where problem.detail?.contains("another program") == true { continue }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try file.read().map(\.id)) == Set(1...40))
  }

  private func write(_ text: String) throws {
    try Folder.create(directory.file("data/holocron"))
    try Files.write(Array(text.utf8), to: file.path)
  }
}
