import Console
import Explorer
import MessageBus
import Platform
import Presentation
import Release
import TerminalText

/// The entry point of the explorer.
@main
enum HolocronTUI {
  private static func note(_ text: String) { StandardOutput.write("holocron-tui: \(text)\n", to: .error) }

  /// Whether this is a terminal without cursor movement. Elsewhere, the missing terminal is the error.
  private static func isDumb(_ environment: Environment) -> Bool {
    environment["TERM"] == "dumb" && StandardStream.input.isTerminal && StandardStream.output.isTerminal
  }

  static func main() {
    let start = ContinuousClock.now
    SocketLimit.lower()
    do throws(Problem) {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp { return StandardOutput.write(HelpPage.text(columns: StandardStream.output.terminalSize?.columns)) }
      if options.wantsVersion { return StandardOutput.write("\(Version.line(of: "holocron-tui"))\n") }
      let wiring = try Wiring(options, environment: .process)
      if let warning = wiring.preferences.warning { note("warning: \(warning.detail ?? warning.title)") }
      if options.isPlain { PlainRun(wiring).run() }
      if Self.isDumb(.process) {
        note("the terminal cannot move the cursor (TERM=dumb); running with --plain")
        PlainRun(wiring).run()
      }
      try FullScreenRun(wiring, start: start).run()
    } catch {
      StandardOutput.write(ProblemReport(error, of: "holocron-tui", on: .file).text, to: .error)
      OwnProcess.exit(error.exitCode.number)
    }
  }
}
