import Console
import MessageBus
import Platform
import Presentation
import Release
import TerminalText

/// The entry point of the explorer.
@main
enum HolocronTUI {
  static func main() {
    let start = ContinuousClock.now
    SocketLimit.lower()
    do throws(Problem) {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp { return StandardOutput.write(HelpPage.text(columns: StandardStream.output.terminalSize?.columns)) }
      if options.wantsVersion { return StandardOutput.write("\(Version.line(of: "holocron-tui"))\n") }
      let wiring = try Wiring(options, environment: .process)
      if options.isPlain { PlainRun(wiring).run() }
      try FullScreenRun(wiring, start: start).run()
    } catch {
      StandardOutput.write(ProblemReport(error, of: "holocron-tui", on: .file).text, to: .error)
      OwnProcess.exit(error.exitCode.number)
    }
  }
}
