import Client
import Launch
import MessageBus
import OrderedJSON
import Presentation

/// `holocron config show`: what is set, and by whom.
struct ConfigCommand: Command {
  let name = "config"
  let group = CommandGroup.about
  let summary = "Show the settings of the front-ends and where each comes from"
  let usage = ["show"]
  let details = [
    "A flag wins over the environment, which wins over the file, which wins over the default. The file is HOLOCRON_CONFIG, else "
      + "holocron/config.json in XDG_CONFIG_HOME (~/.config): "
      + "{\"explorer\": {\"theme\": \"light\", \"language\": \"de\", \"units\": \"imperial\"}}"
  ]
  let examples = [
    Example("holocron config show", "what counts, and why"), Example("holocron config show --lang de", "what a flag would change"),
  ]
  let operands = 1...1

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let action = arguments.operands[0]
    guard action == "show" else {
      throw .usage("holocron config cannot '\(action)': it can show", field: action, suggestions: suggestions(for: action, among: ["show"]))
    }
    context.show(SettingsReport(try context.preferences(), bus: "\(context.address.requests)", from: Self.source(arguments, context)))
    return .success
  }

  /// Who says where the bus is.
  private static func source(_ arguments: Arguments, _ context: Context) -> String {
    if arguments[CommonOptions.bus] != nil { return "--bus" }
    return ["HOLOCRON_BUS", "XDG_RUNTIME_DIR"].first { context.environment[$0] != nil } ?? "default"
  }
}
