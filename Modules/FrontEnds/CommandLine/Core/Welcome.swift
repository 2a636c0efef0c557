import Client
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
      let painter = context.terminal.output.painter
      var lines: [SafeText] = [
        "\(painter.paint("Holocron", .title)), an encyclopedia of the Star Wars films", "", SafeText(await status), "", "Try",
      ]
      let width = HelpText.examples.reduce(0) { max($0, $1.line.columns) }
      lines += HelpText.examples.map { "  \(painter.paint($0.line.padded(to: width), .accent))  \($0.meaning)" }
      lines += ["", "Run holocron help for all commands."]
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private var status: String {
    get async {
      guard let statistics = try? await context.observer.brokerStatistics() else {
        return "Nothing is running; the first request starts what it needs."
      }
      let services = (statistics["services"]?.array ?? []).compactMap { service -> String? in
        guard let name = service["name"]?.string, let workers = service["workers"]?.int, workers > 0 else { return nil }
        return workers == 1 ? name.printable : "\(name.printable) × \(workers)"
      }
      return services.isEmpty
        ? "A bus is running without workers; run holocron up to start them." : "Running: \(services.joined(separator: ", "))"
    }
  }
}
