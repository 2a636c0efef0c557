import Client
import Console
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

/// No command writes characters that a terminal would interpret or hide, in any format, whatever an origin sends.
@Suite struct HostileOutputTests {
  /// At least one line per command, so that a new command must be added here.
  static let lines = [
    "films --all", "people", "planets", "species", "vehicles --search a", "starships", "show people/1", "show luke", "show droids/3",
    "show films/1", "show people/1 --wire", "films --wire", "search tatoine", "search other", "suggest l", "history", "history remove zz",
    "compare people/1 people/4", "path people/1 people/5", "random", "open people/1 --print", "crawl 4 --still", "crawl none", "status",
    "quiz",
    "top --count 1 --interval 0.1", "watch", "cache stats", "cache warm", "cache purge --all --yes", "doctor", "config show",
    "schema films", "logs", "usage", "favourites", "keys list",
    "version", "help", "help show", "completion bash",
  ]
  /// Commands that read the whole catalogue, and print much the same in each format.
  private static let thorough: Set = ["cache warm", "quiz"]
  /// Commands that start or stop processes or run another program, and print no data.
  static let commandsWithoutData: Set<String> = ["up", "down", "explore", "restart", "scale"]

  @Test func `every command is tested`() {
    let tested = Set(Self.lines.map { $0.split(separator: " ").first.map(String.init) ?? "" })
    #expect(Set(Commands.standard(kinds: .standard).all.map(\.name)).subtracting(Self.commandsWithoutData) == tested)
  }

  @Test(arguments: lines, OutputFormats.standard.all.map(\.name)) func `no unsafe text reaches a terminal`(_ line: String, _ format: String)
    async
  {
    for fails in [false, true] where fails || !Self.thorough.contains(line) || ["table", "json"].contains(format) {
      let harness = CommandHarness(HostileRepository(fails: fails), columns: 100)
      await Self.run("\(line) --output \(format)", harness)
      #expect(HostileText.found(in: harness.output) == [], "\(line) \(format)")
      #expect(HostileText.found(in: harness.notes) == [], "\(line) \(format)")
    }
  }

  /// In a pipe, JSON contains the original text of the origin; every other format is safe.
  @Test(arguments: lines, ["plain", "table", "markdown"]) func `no unsafe text reaches a pipe`(_ line: String, _ format: String) async {
    guard !line.contains("--wire"), !line.hasPrefix("top"), !Self.thorough.contains(line) || format == "table" else { return }
    let harness = CommandHarness(HostileRepository())
    await Self.run("\(line) --output \(format)", harness)
    #expect(HostileText.found(in: harness.output) == [], "\(line) \(format)")
    #expect(HostileText.found(in: harness.notes) == [], "\(line) \(format)")
  }

  @Test func `JSON preserves hostile text in escaped form`() async throws {
    let harness = try await CommandHarness.ran("show people/1 --json", HostileRepository(), columns: 100)
    let record = try JSON(parsing: Array(harness.output.utf8))
    #expect(record["name"]?.string == HostileText.text)
    #expect(record["extra"]?[HostileText.text]?.string == HostileText.text)
  }

  /// Runs a command line, and checks the error message if it fails.
  private static func run(_ line: String, _ harness: CommandHarness) async {
    do throws(Problem) { try await harness.run(line) } catch {
      let surface = Surface(isTerminal: true, columns: 80, painter: Painter(usesColor: false))
      for asJSON in [false, true] {
        let text = error.report(by: "holocron", asJSON: asJSON, on: surface).text
        #expect(HostileText.found(in: text) == [], "\(line)")
      }
    }
  }
}

/// A bus whose origin and workers put every unsafe character into every text.
struct HostileRepository: Repository {
  /// Whether every request fails with a problem that consists of hostile text.
  var fails = false
  private let catalogue = CatalogueRepository()

  static let problem = Problem(
    502, HostileText.text, detail: HostileText.text, type: ProblemType.origin,
    extensions: [
      "suggestions": [.string(HostileText.text)], HostileText.text: .string(HostileText.text),
      "candidates": [["kind": .string(HostileText.text), "id": 1, "name": .string(HostileText.text)]],
    ])

  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    if fails { throw Self.problem }
    if request.target.path.first == "droids" {
      let droid: JSON = ["kind": "droids", "id": 3, "name": "", "extra": [:]]
      return Reply(200, content: HostileText.poisoned(droid).bytes())
    }
    return poisoned(try await catalogue.reply(of: service, to: request))
  }

  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    if fails { throw Self.problem }
    try await catalogue.stream(service, request) { reply throws(Problem) in try part(poisoned(reply)) }
  }

  func brokerStatistics() async throws(Problem) -> JSON {
    if fails { throw Self.problem }
    guard case .object(var statistics) = try await catalogue.brokerStatistics() else { return .null }
    let services = statistics["services"]?.array ?? []
    statistics["services"] = .array(
      services + [["name": .string(HostileText.text), "workers": 1, "queued": 0, "credit": 1, "inFlight": 0]])
    statistics["slow"] = [["id": .string(HostileText.text), "name": .string(HostileText.text), "waiting": 1, "dropped": 2]]
    statistics["clients"] = [["id": .string(HostileText.text), "name": .string(HostileText.text), "outstanding": 900]]
    return .object(statistics)
  }

  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    try onEvent(.event(Event(HostileText.text, fields: ["cause": "x\u{9B}y"], content: Self.problem.json.bytes())))
  }

  private func poisoned(_ reply: Reply) -> Reply {
    guard reply.problem == nil, let content = Self.poisonedContent(of: reply.content) else { return reply }
    var fields = reply.fields
    fields["content-location"] = "http://x/\u{9B}2J\u{202E}"
    fields["cache-status"] = "holocron; fwd=stale; detail=stale-if-error\u{9B}"
    return Reply(reply.status, fields: fields, content: content)
  }

  /// The poisoned content by the original content: the same few pages are requested by every command in every format.
  private static let contents = Mutex<[[UInt8]: [UInt8]]>([:])

  /// Returns `nil` if `content` is not JSON.
  static func poisonedContent(of content: [UInt8]) -> [UInt8]? {
    if let known = contents.withLock({ $0[content] }) { return known }
    guard var json = try? JSON(parsing: content) else { return nil }
    if case .object(var page) = json, let items = page["items"]?.array {
      page["items"] = .array(items.map { HostileText.poisoned($0) })
      json = .object(page)
    } else {
      json = HostileText.poisoned(json)
    }
    let poisoned = json.bytes()
    contents.withLock { $0[content] = poisoned }
    return poisoned
  }
}

extension HostileText {
  private static let unsafe = Set(scalars).subtracting(["\n", "\t"])
  /// The sequence with which Holocron redraws a progress line.
  private static let redraw = "\r\u{1B}[2K"

  /// Returns the characters in `text` that a terminal would interpret or hide.
  static func found(in text: String) -> [String] {
    let found = Set(text.replacing(redraw, with: "").unicodeScalars).intersection(unsafe)
    return found.map { "U+" + String($0.value, radix: 16, uppercase: true) }.sorted()
  }

  /// Returns `json` with all strings replaced by hostile text, except those that identify records and services.
  static func poisoned(_ json: JSON, isTop: Bool = true) -> JSON {
    switch json {
    case .string: return .string(text)
    case .array(let elements): return .array(elements.map { poisoned($0, isTop: false) })
    case .object(let members):
      if members["kind"] != nil, members["id"] != nil, members.names.count == 2 { return json }
      var poisonedMembers: JSON.Object = [:]
      for name in members.names {
        let value = members[name] ?? .null
        poisonedMembers[name] =
          ["kind", "id", "relation", "query", "origin", "service"].contains(name) ? value : poisoned(value, isTop: false)
      }
      if isTop, members["id"] != nil { poisonedMembers["extra"] = [text: .string(text), "list": [.string(text), [text: 1]]] }
      return .object(poisonedMembers)
    default: return json
    }
  }
}
