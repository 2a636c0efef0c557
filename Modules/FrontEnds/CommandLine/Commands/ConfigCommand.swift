import Client
import Console
import Contracts
import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron config show | get | set | unset | edit | path`: shows and changes settings.
struct ConfigCommand: Command {
  let name = "config"
  let group = CommandGroup.about
  let summary = "Show or change the settings and their sources"
  let usage = ["show", "get KEY", "set KEY VALUE", "unset KEY", "edit", "path"]
  let details = [
    "Options override the environment, the environment overrides the file of the project, that file overrides the file of the user, that "
      + "file overrides the file of the system, and all of them override the defaults. path prints where the files are. HOLOCRON_CONFIG "
      + "names the only file that is read.",
    "set checks the key and the value, and leaves the rest of the file as it is. Without an option, set, unset and edit change the file of the "
      + "user. The file of a project is .holocron.json in the working directory or the nearest folder above; it may only set how things are "
      + "shown. Running services read changed settings after holocron restart.",
  ]
  let examples = [
    Example("holocron config show", "all settings"), Example("holocron config set explorer.theme light", "change a setting"),
    Example("holocron config set fetch.origin https://swapi.dev/api/", "a setting of a service"),
    Example("holocron config get cache.bytes", "one value"), Example("holocron config unset explorer.theme", "back to the default"),
    Example("holocron config set --project explorer.units imperial", "for a folder"),
  ]
  let options = ConfigScope.options + [originFlag.definition]
  let firstWords = ["show", "get", "set", "unset", "edit", "path"]
  /// Any number, so that an unknown subcommand is reported before its arguments.
  let operands = 1...Int.max
  let needsBus = false

  static let originFlag = Flag("origin", "With get, also print the source of the value; show always prints it")

  func offer(after operands: [String]) -> OperandOffer {
    func values<Value>(_ preference: Preference<Value>) -> (String, [String]) {
      ("\(Preferences.section).\(preference.name)", preference.choices)
    }
    switch operands.first {
    case nil: return .words(firstWords)
    case "get", "set", "unset": if operands.count == 1 { return .settings }
    default: break
    }
    guard operands.count == 2, operands[0] == "set" else { return .words([]) }
    let choices = [
      values(Preference<ThemeChoice>.theme), values(Preference<any Language>.language), values(Preference<UnitSystem>.units),
      values(Preference<Bool>.mouse), values(Preference<Bool>.motion), values(Preference<Bool>.absent), values(Preference<Bool>.complete),
    ]
    return .words(choices.first { $0.0 == operands[1] }?.1 ?? [])
  }

  /// An editor may stay open.
  func isBounded(_ arguments: Arguments) -> Bool { arguments.operands.first != "edit" }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let subcommand = arguments.operands[0]
    let words = Array(arguments.operands.dropFirst())
    guard let expected = ["show": 0, "get": 1, "set": 2, "unset": 1, "edit": 0, "path": 0][subcommand] else {
      throw unknownSubcommand(subcommand)
    }
    if words.count > expected { throw unexpectedArgument(words[expected]) }
    guard words.count == expected else {
      let form = usage.first { $0.hasPrefix(subcommand) } ?? ""
      throw .usage("missing argument; usage: holocron config \(form)", field: subcommand)
    }
    let scope = try ConfigScope.chosen(arguments)
    if ["show", "get", "path"].contains(subcommand), scope != .user {
      throw .usage("--\(scope.rawValue) has no effect on \(subcommand)", field: "--\(scope.rawValue)")
    }
    if !["show", "get"].contains(subcommand), arguments[Self.originFlag] {
      throw .usage("--origin has no effect on \(subcommand)", field: "--origin")
    }
    switch subcommand {
    case "show": return try await show(arguments, context)
    case "get": try await get(KnownSettings.key(words[0]), arguments, context)
    case "set": try await set(KnownSettings.key(words[0]), to: words[1], scope, context)
    case "unset": try file(scope, context).unset(words[0])
    case "edit":
      // An editor that reads commands from a pipe may wait forever.
      guard context.terminal.inputIsTerminal else {
        throw Problem(400, "not a terminal", detail: "run it in a terminal, or use holocron config set")
      }
      let file = try file(scope, context)
      try file.create()
      return try await ConfigEditor(path: file.path, scope: scope, context: context).run() ? .success : .failure
    default:
      context.show(configPathReport(context.environment, folder: Folder.current))
    }
    return .success
  }

  private func file(_ scope: ConfigScope, _ context: Context) throws(Problem) -> ConfigFileChange {
    ConfigFileChange(path: try scope.path(context.environment, folder: Folder.current), scope: scope)
  }

  private func set(_ key: String, to text: String, _ scope: ConfigScope, _ context: Context) async throws(Problem) {
    let file = try file(scope, context)
    let value: JSON
    if KnownSettings.isFrontEnd(key) {
      value = try KnownSettings.value(text, ofFrontEnd: key, path: file.path)
    } else {
      let known = try await KnownSettings(context.launcher)
      guard let setting = known[key] else { throw known.unknown(key) }
      value = try await known.value(text, of: setting, context.launcher)
    }
    if scope == .project, !ProjectFile.members.contains(where: { key == "\(Preferences.section).\($0)" }) {
      let allowed = ProjectFile.settings.joined(separator: ", ")
      throw .usage("\(key.quoted) cannot be set for a project: a project file may only set \(allowed)", field: "--project")
    }
    try file.set(key, to: value)
    await noteOtherSource(of: key, than: file.path, context)
  }

  /// Notes if a source other than the written file decides the value. An error in another setting is only a warning.
  private func noteOtherSource(of key: String, than path: String, _ context: Context) async {
    do throws(Problem) {
      guard let row = try await row(key, nil, context), !Self.isSet(row.source, in: path) else { return }
      context.warn(row.source == .standard ? "\(path.printable) is not read here" : "\("\(row.source)".printable) overrides this setting")
    } catch { context.warn(error.reason(in: English())) }
  }

  /// Whether the file at `path` has the setting.
  private static func isSet(_ source: SettingSource, in path: String) -> Bool {
    switch source {
    case .standard, .named: false
    case .setting(_, let file): file == path
    case .merged(let sources): sources.contains { Self.isSet($0, in: path) }
    }
  }

  private func get(_ key: String, _ arguments: Arguments, _ context: Context) async throws(Problem) {
    guard let row = try await row(key, arguments, context) else { throw try await KnownSettings(context.launcher).unknown(key) }
    guard context.isFormatChosen || arguments[Self.originFlag] else { return context.print("\(row.value.printable)\n") }
    context.show(settingsReport([row]))
  }

  /// Returns the setting with the value that applies; `nil` if there is none with this key.
  private func row(_ key: String, _ arguments: Arguments?, _ context: Context) async throws(Problem) -> SettingRow? {
    if key == "bus", context.addressProblem == nil {
      let bus = arguments?[CommonOptions.bus]
      return SettingRow(name: key, value: "\(context.address.requests)", source: busSource(bus, context))
    }
    if KnownSettings.isFrontEnd(key) {
      // An action that has its standard keys has no row.
      return SettingRow.all(try context.preferences()).first { $0.name == key } ?? SettingRow(name: key, value: "", source: .standard)
    }
    return try await KnownSettings(context.launcher)[key].map { SettingRow($0) }
  }

  private func busSource(_ bus: String?, _ context: Context) -> SettingSource {
    guard let source = BusAddress.source(bus: bus, environment: context.environment) else { return .standard }
    return source.file.map { SettingSource.setting(source.name, file: $0) } ?? .named(source.name)
  }

  private func show(_ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let bus = arguments[CommonOptions.bus]
    guard let problem = context.addressProblem else {
      let preferences = try context.preferences()
      let files = try ConfigurationFiles.read(environment: context.environment)
      if let warning = preferences.warning {
        context.warn(warning.reason(in: English()))
      }
      for notice in files.ignored { context.warn("\(notice)".printable) }
      for unknown in files.files.compactMap(DoctorChecks.unknownSections) {
        context.warn(unknown.message)
      }
      let known = try await KnownSettings(context.launcher)
      // The bus is that of the front-ends.
      let services = known.services.filter { $0.key != "bus" }.map { SettingRow($0) }
      let address = SettingRow(name: "bus", value: "\(context.address.requests)", source: busSource(bus, context))
      context.show(settingsReport([address] + SettingRow.all(preferences) + services))
      for error in known.services.compactMap(\.error) { context.warn(error.printable) }
      let keys = try KeyMap(overriding: preferences.keys.value, source: preferences.keys.source)
      if let taken = keys.takenKeys { context.note("holocron: \(taken)") }
      return .success
    }
    let source =
      problem.extensions["source"].flatMap { SettingSource($0) } ?? problem.extensions["field"]?.string.map { SettingSource.named($0) }
      ?? busSource(bus, context)
    let text = bus ?? context.environment["\(source)"] ?? ""
    context.show(settingsReport([SettingRow(name: "bus", value: text, source: source)] + SettingRow.all(try context.preferences())))
    throw problem
  }
}
