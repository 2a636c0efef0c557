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
  static let origin = Flag("origin", "With get, also print the source of the value; show always prints it")
  let options = ConfigFile.options + [origin.definition]
  let firstWords = ["show", "get", "set", "unset", "edit", "path"]
  /// Any number, so that an unknown subcommand is reported before its arguments.
  let operands = 1...Int.max
  let needsBus = false

  func offer(after operands: [String]) -> OperandOffer {
    switch (operands.count, operands.first) {
    case (0, _): .words(firstWords)
    case (1, "get"), (1, "set"), (1, "unset"): .settings
    case (2, "set"): .words(DisplaySetting.all.first { $0.key == operands[1] }?.choices ?? [])
    default: .words([])
    }
  }

  /// An editor may stay open.
  func isBounded(_ arguments: Arguments) -> Bool { arguments.operands.first != "edit" }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let subcommand = arguments.operands[0]
    let words = Array(arguments.operands.dropFirst())
    guard let form = usage.first(where: { $0.prefix { $0 != " " } == subcommand }) else { throw unknownSubcommand(subcommand) }
    let expected = form.count { $0 == " " }
    if words.count > expected { throw unexpectedArgument(words[expected]) }
    guard words.count == expected else { throw .usage("missing argument; usage: holocron config \(form)", field: subcommand) }
    let scope = try ConfigFile.scope(arguments)
    if ["show", "get", "path"].contains(subcommand), scope != .user {
      throw .usage("--\(scope) has no effect on \(subcommand)", field: "--\(scope)")
    }
    if !["show", "get"].contains(subcommand), arguments[Self.origin] {
      throw .usage("--origin has no effect on \(subcommand)", field: "--origin")
    }
    func file() throws(Problem) -> ConfigFile { try ConfigFile(scope, context.environment, folder: Folder.current) }
    switch subcommand {
    case "show": try await show(arguments, context)
    case "get": try await get(DisplaySetting.key(words[0]), arguments, context)
    case "set": try await set(DisplaySetting.key(words[0]), to: words[1], in: try file(), context)
    case "unset": try file().unset(words[0])
    case "edit":
      // An editor that reads commands from a pipe may wait forever.
      guard context.terminal.inputIsTerminal else {
        throw Problem(400, "not a terminal", detail: "run it in a terminal, or use holocron config set")
      }
      return try await file().edit(in: context) ? .success : .failure
    default: context.show(Self.paths(context.environment, folder: Folder.current))
    }
    return .success
  }

  private func set(_ key: String, to text: String, in file: ConfigFile, _ context: Context) async throws(Problem) {
    let value: JSON
    if DisplaySetting.isKnown(key) {
      value = try DisplaySetting.value(text, of: key, path: file.path)
    } else {
      let known = try await KnownSettings(context.launcher)
      guard let setting = known[key] else { throw known.unknown(key) }
      value = try await known.value(text, of: setting, context.launcher)
    }
    try file.set(key, to: value)
    // Another source may decide the value. An error in another setting is only a warning.
    do throws(Problem) {
      guard let row = try await row(key, nil, context), !Self.isSet(row.source, in: file.path) else { return }
      context.warn(
        row.source == .standard ? "\(file.path.printable) is not read here" : "\("\(row.source)".printable) overrides this setting")
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
    guard context.isFormatChosen || arguments[Self.origin] else { return context.print("\(row.value.printable)\n") }
    context.show(Self.report([row]))
  }

  /// Returns the setting with the value that applies; `nil` if there is none with this key.
  private func row(_ key: String, _ arguments: Arguments?, _ context: Context) async throws(Problem) -> SettingRow? {
    if key == "bus", context.addressProblem == nil { return busRow(arguments?[CommonOptions.bus], context) }
    if DisplaySetting.isKnown(key) {
      // An action that has its standard keys has no row.
      return DisplaySetting.rows(try context.preferences()).first { $0.name == key } ?? SettingRow(name: key, value: "", source: .standard)
    }
    return try await KnownSettings(context.launcher)[key].map { SettingRow($0) }
  }

  /// The bus of the front-ends, with its endpoint or, if that is not valid, the text in its place.
  private func busRow(_ bus: String?, _ context: Context) -> SettingRow {
    let found = BusAddress.source(bus: bus, environment: context.environment)
    let standard = context.environment["XDG_RUNTIME_DIR"] == nil ? SettingSource.standard : .named("XDG_RUNTIME_DIR")
    let source = found.map { found in found.file.map { .setting(found.name, file: $0) } ?? .named(found.name) } ?? standard
    guard let problem = context.addressProblem else {
      return SettingRow(name: "bus", value: "\(context.address.requests)", source: source)
    }
    let culprit = problem.extensions["source"].flatMap { SettingSource($0) } ?? problem.extensions["field"]?.string.map { .named($0) }
    let name = culprit ?? source
    return SettingRow(name: "bus", value: bus ?? context.environment["\(name)"] ?? "", source: name)
  }

  private func show(_ arguments: Arguments, _ context: Context) async throws(Problem) {
    let bus = busRow(arguments[CommonOptions.bus], context)
    let preferences = try context.preferences()
    let rows = [bus] + DisplaySetting.rows(preferences)
    if let problem = context.addressProblem {
      context.show(Self.report(rows))
      throw problem
    }
    let files = try ConfigurationFiles.read(environment: context.environment)
    if let warning = preferences.warning { context.warn(warning.reason(in: English())) }
    for notice in files.ignored { context.warn("\(notice)".printable) }
    for unknown in files.files.compactMap(KnownSettings.unknownSections) { context.warn(unknown.message) }
    let known = try await KnownSettings(context.launcher)
    context.show(Self.report(rows + known.services.filter { $0.key != "bus" }.map { SettingRow($0) }))
    for error in known.services.compactMap(\.error) { context.warn(error.printable) }
    let keys = try KeyMap(overriding: preferences.keys.value, source: preferences.keys.source)
    if let taken = keys.takenKeys { context.note("holocron: \(taken)") }
  }

  /// Returns settings with their values and sources. As JSON, a single one stands alone: `{"name":"explorer.theme","value":"auto",…}`.
  private static func report(_ rows: [SettingRow]) -> ReportDocument {
    let report = ReportDocument(
      ["name", "value", "source"],
      [.init("Setting", expendability: 0), .init("Value", expendability: 1), .init("Source", expendability: 2, minimum: 12)],
      rows: rows.map { row in
        (
          ["name": .string(row.name), "value": .string(row.value), "source": .string("\(row.source)")],
          [StyledText(row.name, .accent), StyledText(row.value), StyledText("\(row.source)", .muted)]
        )
      })
    return rows.count == 1 ? ReportDocument(report.blocks, json: report.lines[0], sheet: report.sheet) : report
  }

  /// Returns the configuration files that are read in a working directory, the strongest first.
  private static func paths(_ environment: Environment, folder: String?) -> ReportDocument {
    func state(_ path: String) -> String { FileSystem.exists(path) ? "read" : "missing" }
    var files: [(scope: String, path: String, state: String)] = []
    if let named = environment["HOLOCRON_CONFIG"] {
      files = [("HOLOCRON_CONFIG", named, state(named))]
    } else {
      if let folder {
        let project = ProjectFile.find(from: folder, environment: environment)
        let state = project.map { $0.distrust.map { "ignored: \($0)" } ?? "read" }
        files.append(("project", project?.path ?? "\(folder)/\(ProjectFile.name)", state ?? "missing"))
      }
      let folders = XDGFolders(environment)
      files += [folders.configurationFile].compactMap(\.self).map { ("user", $0, state($0)) }
      files += folders.systemConfigurationFiles.map { ("system", $0, state($0)) }
    }
    return ReportDocument(
      ["scope", "path", "state"], [.init("Scope", expendability: 2), .init("Path", expendability: 0), .init("State", expendability: 1)],
      rows: files.map { scope, path, state in
        (
          ["scope": .string(scope), "path": .string(path), "state": .string(state)],
          [StyledText(scope, .accent), StyledText(path), StyledText(state, .muted)]
        )
      })
  }
}
