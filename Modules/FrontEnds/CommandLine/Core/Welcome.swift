import Client
import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// The text of `holocron` without a command on a terminal: what is running, and a few examples.
struct Welcome: Sendable {
  private let context: Context

  init(_ context: Context) { self.context = context }

  var text: SafeText {
    get async {
      let language = context.language
      let painter = context.terminal.output.painter
      var lines: [SafeText] = [
        "\(painter.paint("Holocron", .title)), \(language.say(.about))", "", SafeText(await status), "", SafeText(language.say(.tryThis)),
      ]
      let width = HelpText.examples.reduce(0) { max($0, $1.line.columns) }
      lines += HelpText.examples.map { "  \(painter.paint($0.line.padded(to: width), .accent))  \($0.meaning)" }
      lines += ["", SafeText(language.say(.allCommands("holocron help")))]
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private var status: String {
    get async {
      guard let statistics = try? await context.observer.brokerStatistics() else {
        return context.language.say(.nothingRuns)
      }
      let services = (statistics["services"]?.array ?? []).compactMap { service -> String? in
        guard let name = service["name"]?.string, let workers = service["workers"]?.int, workers > 0 else { return nil }
        return workers == 1 ? name.printable : "\(name.printable) × \(workers)"
      }
      return context.language.say(
        services.isEmpty ? .busWithoutWorkers("holocron up") : ReportPhrase.running(services.joined(separator: ", ")))
    }
  }
}
