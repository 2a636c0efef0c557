import Console
import Explorer
import Launch
import MessageBus
import OrderedJSON
import Platform
import Presentation

/// `holocron config show`: shows each setting, its value and its source.
struct ConfigCommand: Command {
  let name = "config"
  let group = CommandGroup.about
  let summary = "Show the front-end settings and their sources"
  let usage = ["show"]
  let details = [
    "Options override the environment, the environment overrides the file, and the file overrides the defaults. The file is "
      + "HOLOCRON_CONFIG, or else holocron/config.json in XDG_CONFIG_HOME (~/.config): {\"explorer\": {\"theme\": \"light\", \"language\": "
      + "\"de\", \"units\": \"imperial\"}}"
  ]
  let examples = [
    Example("holocron config show", "all settings"), Example("holocron config show --lang de", "the effect of an option"),
  ]
  let firstWords = ["show"]
  /// Any number, so that an unknown subcommand is reported before its arguments.
  let operands = 1...Int.max
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let subcommand = arguments.operands[0]
    guard subcommand == "show" else { throw unknownSubcommand(subcommand) }
    if let extra = arguments.operands.dropFirst().first { throw unexpectedArgument(extra) }
    guard let problem = context.addressProblem else {
      let preferences = try context.preferences()
      let file = try ConfigurationFile.read(environment: context.environment)
      if let warning = preferences.warning { context.note("holocron: warning: \(warning.detail ?? warning.title)") }
      if let unknown = DoctorChecks.unknownSections(of: file) { context.note("holocron: warning: \(unknown.message)") }
      context.show(SettingsReport(preferences, bus: "\(context.address.requests)", from: Self.source(arguments, context)))
      let keys = try KeyMap(overriding: preferences.keys.value, source: preferences.keys.source)
      for sentence in keys.takenKeys { context.note("holocron: \(preferences.keys.source): \(sentence)") }
      return .success
    }
    let source = problem.extensions["field"]?.string ?? Self.source(arguments, context)
    let text = arguments[CommonOptions.bus] ?? context.environment[source] ?? ""
    context.show(SettingsReport(try context.preferences(), bus: text, from: source))
    throw problem
  }

  /// Returns the source of the bus address.
  private static func source(_ arguments: Arguments, _ context: Context) -> String {
    if arguments[CommonOptions.bus] != nil { return "--bus" }
    return ["HOLOCRON_BUS", "XDG_RUNTIME_DIR"].first { context.environment[$0] != nil } ?? "default"
  }
}
