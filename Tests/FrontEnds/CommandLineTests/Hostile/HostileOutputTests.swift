import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText
import Testing

@testable import CommandLine

/// Whatever an origin sends, nothing a terminal would obey or hide is written: by any command, in any format.
@Suite struct HostileOutputTests {
  /// A line a command at least, so that a new command has to be added here.
  static let lines = [
    "films --all", "people", "planets", "species", "vehicles --search a", "starships", "show people/1", "show luke", "show droids/3",
    "show films/1", "show people/1 --wire", "films --wire", "search tatoine", "search other", "suggest l", "history", "history remove zz",
    "compare people/1 people/4", "path people/1 people/5", "random", "open people/1 --print", "crawl 4 --still", "crawl none", "status",
    "top --count 1 --interval 0.1", "watch", "cache stats", "cache warm", "cache purge --all --yes", "doctor", "config show",
    "schema films",
    "version", "help", "help show",
  ]
  /// They start or stop processes, or become another program, and show nothing that was asked for.
  static let silent: Set<String> = ["up", "down", "explore"]

  @Test func everyCommandIsTried() {
    let tried = Set(Self.lines.map { $0.split(separator: " ").first.map(String.init) ?? "" })
    #expect(Set(Commands.standard(kinds: .standard).all.map(\.name)).subtracting(Self.silent) == tried)
  }

  @Test(arguments: lines, OutputFormats.standard.names) func nothingUnsafeReachesATerminal(_ line: String, _ format: String) async {
    for fails in [false, true] where fails || line != "cache warm" || format == "table" {
      let rig = Rig(HostileRepository(fails: fails), columns: 100)
      await Self.run("\(line) --output \(format)", rig)
      #expect(HostileText.found(in: rig.output) == [], "\(line) \(format)")
      #expect(HostileText.found(in: rig.notes) == [], "\(line) \(format)")
    }
  }

  /// Records as JSON are the origin's own text in a pipe; everything else is safe there, too.
  @Test(arguments: lines, ["plain", "table", "markdown"]) func nothingUnsafeReachesAPipe(_ line: String, _ format: String) async {
    guard !line.contains("--wire"), !line.hasPrefix("top"), line != "cache warm" else { return }
    let rig = Rig(HostileRepository())
    await Self.run("\(line) --output \(format)", rig)
    #expect(HostileText.found(in: rig.output) == [], "\(line) \(format)")
    #expect(HostileText.found(in: rig.notes) == [], "\(line) \(format)")
  }

  @Test func hostileTextIsThereAllTheSame() async throws {
    let rig = Rig(HostileRepository(), columns: 100)
    try await rig.run("show people/1 --json")
    let record = try JSON(parsing: Array(rig.output.utf8))
    #expect(record["name"]?.string == HostileText.text)
    #expect(record["extra"]?[HostileText.text]?.string == HostileText.text)
  }

  @Test(arguments: [true, false]) func problemsAreSafeToRead(_ asJSON: Bool) throws {
    let surface = Surface(isTerminal: true, columns: 80, usesColor: false)
    let text = ProblemReport(problem: HostileRepository.problem, asJSON: asJSON, surface: surface).text.text
    #expect(HostileText.found(in: text) == [])
    #expect(text.utf8.count { $0 == 0x0A } == (asJSON ? 1 : HostileRepository.problem.advice.count + 1))
  }

  /// Runs it to its end; a problem is told as the program tells it.
  private static func run(_ line: String, _ rig: Rig) async {
    do throws(Problem) { try await rig.run(line) } catch {
      let surface = Surface(isTerminal: true, columns: 80, usesColor: false)
      for asJSON in [false, true] {
        let told = ProblemReport(problem: error, asJSON: asJSON, surface: surface).text.text
        #expect(HostileText.found(in: told) == [], "\(line)")
      }
    }
  }
}
