import Client
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import ServiceTestSupport
import TestSupport
import Testing
import Text

@testable import Explorer

@Suite struct PlainSessionTests {
  static let settings = Explorer.Settings(theme: .dark, language: English())

  static func repository() -> ScriptedRepository {
    let luke: JSON = ["kind": "people", "id": 1, "name": "Luke Skywalker", "homeworld": ["kind": "planets", "id": 1]]
    let tatooine: JSON = ["kind": "planets", "id": 1, "name": "Tatooine"]
    return ScriptedRepository([
      "holocron.cache GET /people/1": [Reply(200, content: luke.bytes())],
      "holocron.cache GET /planets/1": [Reply(200, content: tatooine.bytes())],
    ])
  }

  @Test(arguments: ["show", "path a", "more or less", "nonsense"]) func `a line that is not a command says so`(_ line: String) async {
    var session = PlainSession(Self.repository(), kinds: .standard, settings: Self.settings)
    #expect(await session.run(line) == PlainSession.Reply([English().say(.unknownCommand(line))], .usage))
    #expect(await session.run(" ") == PlainSession.Reply([]))
  }

  @Test func `numbers follow references, and back returns`() async {
    var session = PlainSession(Self.repository(), kinds: .standard, settings: Self.settings)
    let luke = await session.run("people/1")?.lines ?? []
    #expect(luke.first == "Luke Skywalker, person, people/1")
    #expect(luke.contains("Homeworld: 1 Tatooine"))
    let planet = await session.run("1")?.lines ?? []
    #expect(planet.first == "Tatooine, planet, planets/1")
    #expect(await session.run("back") == PlainSession.Reply(luke))
    #expect(await session.run("back") == PlainSession.Reply([English().say(.noPreviousPage)]))
    for number in [9, 0, .min] as [Int] {
      #expect(await session.run("\(number)") == PlainSession.Reply([English().say(.unknownNumber(number))], .usage))
    }
    #expect(await session.run("quit") == nil)
  }

  @Test func `favourites are listed, added and removed`() async throws {
    let directory = try TemporaryDirectory()
    let file = FavouritesFile(path: directory.file("favourites.json"))
    var session = PlainSession(Self.repository(), kinds: .standard, settings: Self.settings, favourites: file)
    #expect(await session.run("favourites") == PlainSession.Reply(["No favourites yet."]))
    #expect(await session.run("favourite people/1") == PlainSession.Reply(["added people/1 to the favourites"]))
    #expect(try file.read() == [Reference(KindName(checked: "people"), 1)])
    let list = await session.run("favourites")?.lines ?? []
    #expect(list.first == "Favourites, 1" && list.count == 2 && list[1].hasPrefix("1 "))
    let luke = await session.run("1")?.lines ?? []
    #expect(luke.first == "Luke Skywalker, person, people/1")
    #expect(await session.run("favourite people/1") == PlainSession.Reply(["removed people/1 from the favourites"]))
    #expect(try file.read().isEmpty)
  }

  @Test func `the status comes from the observer, which starts no bus`() async {
    let observer = ScriptedRepository(statistics: ["uptime": 60, "requests": 7])
    var session = PlainSession(Self.repository(), observer: observer, kinds: .standard, settings: Self.settings)
    let lines = await session.run("status")?.lines ?? []
    #expect(lines.contains { $0.hasPrefix("Requests") && $0.hasSuffix(" 7") })
  }

  @Test func `a problem becomes lines and an exit code`() async {
    var session = PlainSession(Self.repository(), kinds: .standard, settings: Self.settings)
    let reply = await session.run("show people/99")
    #expect(reply?.failure == .notFound)
    #expect(reply?.lines.first?.contains("no such record") == true)
  }

  @Test func `the advice without a bus names the bus of the command line`() async {
    let noBus = Reply(Problem(503, "no bus is running", type: ProblemType.noBus))
    let repository = ScriptedRepository(["holocron.cache GET /people/1": [noBus]])
    var session = PlainSession(repository, kinds: .standard, settings: Self.settings, bus: "ipc:///x/bus")
    let lines = ["no bus is running", "Start everything with: holocron up --bus ipc:///x/bus"]
    #expect(await session.run("people/1") == PlainSession.Reply(lines, .unavailable))
  }

  @Test(arguments: Languages.all.map(\.code))
  func `the help names every command in every language`(_ code: String) {
    let language = Languages.all.first { $0.code == code } ?? English()
    let help = Phrase.plainHelp.map { language.say($0) }.joined()
    for word in ["people", "show", "search", "path", "more", "back", "status", "quit"] { #expect(help.contains("\(word)")) }
  }

  @Test(arguments: ["people/1", "1", "people", "search x", "path people/1 to planets/1", "status"])
  func `unsafe text from an origin never reaches the terminal`(_ line: String) async {
    let text = "x\u{1B}]52;c;aGk=\u{07}\u{9B}2J\u{202E}\u{2066}\u{200B}\u{FEFF}\r\u{2028}y"
    let luke: JSON = [
      "kind": "people", "id": 1, "name": .string(text), "homeworld": ["kind": "planets", "id": 1], "extra": [text: .string(text)],
    ]
    let planet: JSON = ["kind": "planets", "id": 1, "name": .string(text)]
    let match: JSON = ["kind": "people", "id": 1, "name": .string(text), "field": .string(text), "excerpt": .string(text)]
    let page: JSON = ["kind": "people", "page": 1, "pages": 1, "count": 1, "items": [luke]]
    let repository = ScriptedRepository(
      [
        "holocron.cache GET /people/1": [Reply(200, content: luke.bytes())],
        "holocron.cache GET /planets/1": [Reply(200, content: planet.bytes())],
        "holocron.cache GET /people?page=all": [Reply(200, content: page.bytes())],
        "holocron.search GET /search?q=x": [
          Reply(200, content: (["query": "x", "count": 1, "matches": [match], "coverage": ["records": 1]] as JSON).bytes())
        ],
        "holocron.search GET /path?from=people/1&to=planets/1": [Reply(Problem(502, text, detail: text))],
      ], statistics: ["services": [["name": .string(text), "workers": 1]]])
    var session = PlainSession(repository, kinds: .standard, settings: Self.settings)
    _ = await session.run("people/1")
    let lines = await session.run(line)?.lines ?? []
    #expect(!lines.isEmpty)
    for scalar in lines.flatMap(\.unicodeScalars) { #expect(!scalar.isUnsafe, "U+\(String(scalar.value, radix: 16))") }
  }
}
