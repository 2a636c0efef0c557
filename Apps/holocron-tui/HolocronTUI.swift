import Console
import Explorer
import Localization
import MessageBus
import Platform
import Presentation
import Text

/// The entry point of the explorer.
@main
enum HolocronTUI {
  private static func note(_ text: String) { StandardOutput.write("holocron-tui: \(text)\n", to: .error) }

  /// Whether this is a terminal without cursor movement. Elsewhere, the missing terminal is the error.
  private static func isDumb(_ environment: Environment) -> Bool {
    environment["TERM"] == "dumb" && StandardStream.input.isTerminal && StandardStream.output.isTerminal
  }

  /// The language of messages about an error, also if the command line or a setting is invalid.
  private static func language(_ words: [String]) -> any Language {
    let flag = Arguments.values(of: SharedOptions.language, in: words).last
    return Preferences.language(flags: flag.map { [Preference.language.name: $0] } ?? [:], .process)
  }

  static func main() {
    let start = ContinuousClock.now
    SocketLimit.lower()
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(Problem) {
      let options = try Options(words)
      if options.wantsHelp {
        return StandardOutput.write(ExplorerHelp.text(columns: StandardStream.output.terminalSize?.columns))
      }
      if options.wantsVersion { return StandardOutput.write("\(Version.line(of: "holocron-tui"))\n") }
      let wiring = try Wiring(options, environment: .process)
      if let warning = wiring.preferences.warning {
        note("warning: \(warning.reason(in: English()))")
      }
      if options.isPlain { PlainRun(wiring).run() }
      if Self.isDumb(.process) {
        note("the terminal cannot move the cursor (TERM=dumb); running with --plain")
        PlainRun(wiring).run()
      }
      try FullScreenRun(wiring, start: start).run()
    } catch {
      let problem = error.advising(help: "holocron-tui --help")
      let asJSON = words.contains("--\(ExplorerOptions.json.definition.name)")
      StandardOutput.write(problem.report(by: "holocron-tui", asJSON: asJSON, on: .file, in: language(words)), to: .error)
      OwnProcess.exit(error.exitCode.number)
    }
  }
}
