import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
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
    "schema films", "logs", "usage", "favourites",
    "version", "help", "help show", "completion bash",
  ]
  /// Commands that start or stop processes or run another program, and print no data.
  static let commandsWithoutData: Set<String> = ["up", "down", "explore", "restart", "scale"]

  @Test func `every command is tested`() {
    let tested = Set(Self.lines.map { $0.split(separator: " ").first.map(String.init) ?? "" })
    #expect(Set(Commands.standard(kinds: .standard).all.map(\.name)).subtracting(Self.commandsWithoutData) == tested)
  }

  @Test(arguments: lines, OutputFormats.standard.all.map(\.name)) func `no unsafe text reaches a terminal`(_ line: String, _ format: String)
    async
  {
    for fails in [false, true] where fails || line != "cache warm" || format == "table" {
      let harness = CommandHarness(HostileRepository(fails: fails), columns: 100)
      await Self.run("\(line) --output \(format)", harness)
      #expect(HostileText.found(in: harness.output) == [], "\(line) \(format)")
      #expect(HostileText.found(in: harness.notes) == [], "\(line) \(format)")
    }
  }

  /// In a pipe, JSON contains the original text of the origin; every other format is safe.
  @Test(arguments: lines, ["plain", "table", "markdown"]) func `no unsafe text reaches a pipe`(_ line: String, _ format: String) async {
    guard !line.contains("--wire"), !line.hasPrefix("top"), line != "cache warm" else { return }
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

  @Test(arguments: [true, false]) func `error messages contain no unsafe text`(_ asJSON: Bool) throws {
    let surface = Surface(isTerminal: true, columns: 80, usesColor: false)
    let text = HostileRepository.problem.report(by: "holocron", asJSON: asJSON, on: surface).text
    #expect(HostileText.found(in: text) == [])
    #expect(text.utf8.count { $0 == 0x0A } == (asJSON ? 1 : HostileRepository.problem.advice().count + 1))
  }

  /// Runs a command line, and checks the error message if it fails.
  private static func run(_ line: String, _ harness: CommandHarness) async {
    do throws(Problem) { try await harness.run(line) } catch {
      let surface = Surface(isTerminal: true, columns: 80, usesColor: false)
      for asJSON in [false, true] {
        let text = error.report(by: "holocron", asJSON: asJSON, on: surface).text
        #expect(HostileText.found(in: text) == [], "\(line)")
      }
    }
  }
}
