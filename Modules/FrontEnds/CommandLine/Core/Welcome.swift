import Client
import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// The text of `holocron` without a command on a terminal: what is running, and a few examples.
struct Welcome: Sendable {
  let context: Context
  let help: HelpText

  var text: SafeText {
    get async { help.welcome(context.language.say(await status)) }
  }

  private var status: CommandPhrase {
    get async {
      guard let statistics = try? await context.observer.brokerStatistics() else { return .startsOnDemand }
      let services = (statistics["services"]?.array ?? []).compactMap { service -> String? in
        guard let name = service["name"]?.string, let workers = service["workers"]?.int, workers > 0 else { return nil }
        return workers == 1 ? name.printable : "\(name.printable) × \(workers)"
      }
      return services.isEmpty ? .busWithoutWorkers("holocron up") : .running(services)
    }
  }
}
