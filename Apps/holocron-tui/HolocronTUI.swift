import Glibc
import Launch
import MessageBus
import Presentation
import TerminalText

/// The entry point of the explorer.
@main
enum HolocronTUI {
  static func main() {
    let start = ContinuousClock.now
    do throws(Problem) {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp { return Output.write(HelpPage.text) }
      if options.wantsVersion { return Output.write("holocron-tui \(HelpPage.version)\n") }
      let wiring = try Wiring(options, environment: .process)
      if options.isPlain { PlainRun(wiring).run() }
      try FullScreenRun(wiring, start: start).run()
    } catch {
      let sentence = error.detail ?? error.title
      Output.write(SafeText(lines: ["holocron-tui: \(sentence)"] + error.advice.map { "  \($0)" }), to: STDERR_FILENO)
      exit(error.exitCode.number)
    }
  }
}
