import Client
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// What `holocron` alone says to a person: what is running, and a few things to try.
struct Welcome: Sendable {
  private let context: Context

  init(_ context: Context) { self.context = context }

  var text: SafeText {
    get async {
      let painter = context.terminal.output.painter
      var lines: [SafeText] = [
        "\(painter.paint("Holocron", .title)), an encyclopedia of the Star Wars films", "", SafeText(await state), "", "Try",
      ]
      let width = HelpText.examples.reduce(0) { max($0, $1.line.columns) }
      lines += HelpText.examples.map { "  \(painter.paint($0.line.padded(to: width), .accent))  \($0.meaning)" }
      lines += ["", "holocron help lists everything."]
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private var state: String {
    get async {
      guard let statistics = try? await context.observer.brokerStatistics() else {
        return "Nothing runs yet; the first question starts what it needs."
      }
      let services = (statistics["services"]?.array ?? []).compactMap { service -> String? in
        guard let name = service["name"]?.string, let workers = service["workers"]?.int, workers > 0 else { return nil }
        return workers == 1 ? name.printable : "\(name.printable) × \(workers)"
      }
      return services.isEmpty ? "A bus runs without workers: holocron up starts them." : "Running: \(services.joined(separator: ", "))"
    }
  }
}
