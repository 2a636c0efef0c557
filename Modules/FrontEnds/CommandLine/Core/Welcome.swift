import Client
import MessageBus
import OrderedJSON
import Presentation
import Text

/// The text of `holocron` without a command on a terminal: what is running, and a few examples.
struct Welcome: Sendable {
  let context: Context
  let help: HelpText

  var text: SafeText {
    get async { help.welcome(await status) }
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
