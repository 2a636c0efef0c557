import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

@Suite struct FavouritesCommandTests {
  let directory: TemporaryDirectory
  let harness: CommandHarness
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    harness = CommandHarness(variables: ["XDG_DATA_HOME": directory.path])
    path = directory.file("holocron/favourites.json")
  }

  @Test func `favourites are added, listed and removed`() async throws {
    for line in ["favourites add people/1 films/1", "favourites add leia"] { #expect(try await harness.run(line) == .success) }
    let notes = "added people/1 to the favourites\nholocron: added films/1 to the favourites\nholocron: added people/5 to the favourites\n"
    #expect(harness.notes == "holocron: \(notes)")
    #expect(try await harness.run("favourites list") == .success)
    #expect(harness.output == "people/1\tLuke Skywalker\nfilms/1\tA New Hope\npeople/5\tLeia Organa\n")
    #expect(try await harness.run("favourites rm luke") == .success)
    let second = CommandHarness(variables: ["XDG_DATA_HOME": directory.path])
    #expect(try await second.run("favourites --json") == .success)
    let expected: JSON = [["kind": "films", "id": 1, "name": "A New Hope"], ["kind": "people", "id": 5, "name": "Leia Organa"]]
    #expect(try JSON(parsing: second.output) == expected)
    let table = CommandHarness(variables: ["XDG_DATA_HOME": directory.path])
    #expect(try await table.run("favourites --output csv") == .success)
    #expect(table.output.replacing("\r\n", with: "\n") == "kind,id,name\nfilms,1,A New Hope\npeople,5,Leia Organa\n")
  }

  @Test func `references are read as generously as elsewhere`() async throws {
    #expect(try await harness.run("favourites add Film/1 https://swapi.info/api/people/4/") == .success)
    #expect(try await harness.run("favourites") == .success)
    #expect(harness.output == "films/1\tA New Hope\npeople/4\tDarth Vader\n")
  }

  @Test(arguments: [
    ("favourites add people/999", Int32(3)), ("favourites add zzzz", 3), ("favourites remove people/1", 3), ("favourites add", 2),
    ("favourites drop people/1", 2), ("favourites add skywalker", 4),
  ])
  func `mistakes change nothing`(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await harness.run(line) }
    #expect(problem?.exitCode.number == code)
    #expect(!FileSystem.exists(path))
  }

  @Test func `a damaged file is reported and kept`() async throws {
    try Folder.create(directory.file("holocron"))
    try Files.write(Array("{".utf8), to: path)
    for line in ["favourites", "favourites add people/1"] {
      let problem = await #expect(throws: Problem.self) { try await harness.run(line) }
      #expect(problem?.detail?.hasPrefix("cannot read the favourites in \(path): ") == true)
    }
    #expect(Files.text(path) == "{")
  }
}
