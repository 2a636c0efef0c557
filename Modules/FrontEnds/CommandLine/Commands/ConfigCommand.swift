import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron config show | get | set | unset | edit | path`: shows and changes settings.
struct ConfigCommand: Command {
  let name = "config"
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
  let examples: [HelpRow] = [
    ("holocron config show", "all settings"), ("holocron config set explorer.theme light", "change a setting"),
    ("holocron config set fetch.origin https://swapi.dev/api/", "a setting of a service"),
    ("holocron config get cache.bytes", "one value"),
    ("holocron config set --project explorer.units imperial", "for a folder"),
  ]
  let options = ConfigFile.options
  let firstWords = ["show", "get", "set", "unset", "edit", "path"]
  /// Any number, so that an unknown subcommand is reported before its arguments.
  let operands = 1...Int.max
  let needsBus = false

  func offer(after operands: [String]) -> OperandOffer {
    switch (operands.count, operands.first) {
    case (0, _): .words(firstWords)
    case (1, "get"), (1, "set"), (1, "unset"): .settings
    case (2, "set"): .words(Preference.all.first { $0.key == operands[1] }?.choices ?? [])
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
      try await file().edit(in: context)
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
      guard let row = try await row(key, nil, context) else { return }
      if case .setting(_, file.path) = row.source { return }
      context.warn(
        row.source == .standard ? "\(file.path.printable) is not read here" : "\("\(row.source)".printable) overrides this setting")
    } catch { context.warn(error.reason(in: English())) }
  }

  private func get(_ key: String, _ arguments: Arguments, _ context: Context) async throws(Problem) {
    guard let row = try await row(key, arguments, context) else { throw try await KnownSettings(context.launcher).unknown(key) }
    guard context.isFormatChosen else { return context.print("\(row.value.printable)\n") }
    context.show(Self.report([row]))
  }

  /// Returns the setting with the value that applies; `nil` if there is none with this key.
  private func row(_ key: String, _ arguments: Arguments?, _ context: Context) async throws(Problem) -> SettingRow? {
    if key == "bus", context.addressProblem == nil { return busRow(arguments?[SharedOptions.bus], context) }
    if DisplaySetting.isKnown(key) {
      // An action that has its standard keys has no row.
      return try context.preferences().rows.first { $0.name == key } ?? SettingRow(name: key, value: "", source: .standard)
    }
    return try await KnownSettings(context.launcher)[key].map { SettingRow($0) }
  }

  /// The bus of the front-ends, with its endpoint or, if that is not valid, the text in its place.
  private func busRow(_ bus: String?, _ context: Context) -> SettingRow {
    let found = BusAddress.source(bus: bus, environment: context.environment)
    let standard = context.environment["XDG_RUNTIME_DIR"] == nil ? SettingSource.standard : .named("XDG_RUNTIME_DIR")
    let source = found.map { found in found.file.map { .setting(found.name, file: $0) } ?? .named(found.name) } ?? standard
    let text = context.addressProblem == nil ? "\(context.address)" : bus ?? context.environment["HOLOCRON_BUS"] ?? ""
    return SettingRow(name: "bus", value: text, source: source)
  }

  private func show(_ arguments: Arguments, _ context: Context) async throws(Problem) {
    let bus = busRow(arguments[SharedOptions.bus], context)
    let preferences = try context.preferences()
    let rows = [bus] + preferences.rows
    if let problem = context.addressProblem {
      context.show(Self.report(rows))
      throw problem
    }
    let files = try ConfigurationFiles.read(environment: context.environment)
    if let warning = preferences.warning { context.warn(warning.reason(in: English())) }
    for notice in files.ignored { context.warn(notice.printable) }
    for unknown in files.files.compactMap(KnownSettings.unknownSections) { context.warn(unknown.message) }
    let known = try await KnownSettings(context.launcher)
    context.show(Self.report(rows + known.services.filter { $0.key != "bus" }.map { SettingRow($0) }))
    for error in known.services.compactMap(\.error) { context.warn(error.printable) }
    if let taken = try preferences.keyMap().takenKeys { context.note("holocron: \(taken)") }
  }

  /// Returns settings with their values and sources. As JSON, a single one stands alone: `{"name":"explorer.theme","value":"auto",…}`.
  private static func report(_ rows: [SettingRow]) -> ReportDocument {
    let report = report(
      ["name", "value", "source"],
      [.init("Setting", expendability: 0), .init("Value", expendability: 1), .init("Source", expendability: 2, minimum: 12)],
      rows.map { [$0.name, $0.value, "\($0.source)"] })
    return rows.count == 1 ? ReportDocument(report.blocks, json: report.lines[0], sheet: report.sheet) : report
  }

  private static func report(_ keys: [String], _ columns: [Table.Column], _ rows: [[String]]) -> ReportDocument {
    ReportDocument(
      keys, columns,
      rows: rows.map { row in
        (
          .object(JSON.Object(zip(keys, row).map { ($0, .string($1)) })), zip(row, [Role.accent, .text, .muted]).map { StyledText($0, $1) }
        )
      })
  }

  /// Returns the configuration files that are read in a working directory, the strongest first.
  private static func paths(_ environment: Environment, folder: String?) -> ReportDocument {
    func state(_ path: String) -> String { FileSystem.exists(path) ? "read" : "missing" }
    var files: [[String]] = []
    if let named = environment["HOLOCRON_CONFIG"] {
      files = [["HOLOCRON_CONFIG", named, state(named)]]
    } else {
      if let folder {
        let project = ProjectFile.find(from: folder, environment: environment)
        let state = project.map { $0.distrust.map { "ignored: \($0)" } ?? "read" }
        files.append(["project", project?.path ?? "\(folder)/\(ProjectFile.name)", state ?? "missing"])
      }
      let folders = XDGFolders(environment)
      files += [folders.configurationFile].compactMap(\.self).map { ["user", $0, state($0)] }
      files += folders.systemConfigurationFiles.map { ["system", $0, state($0)] }
    }
    return report(
      ["scope", "path", "state"], [.init("Scope", expendability: 2), .init("Path", expendability: 0), .init("State", expendability: 1)],
      files)
  }
}

/// A configuration file that a command changes. The rest of the file stays as it is, and readers see the file before or after a change.
struct ConfigFile {
  let path: String
  private let scope: Scope

  /// Whose settings a file has.
  enum Scope: String, Sendable {
    case project, user, system
  }

  static let project = Flag("project", "Write \(ProjectFile.name) of this project")
  static let system = Flag("system", "Write the file of the system")
  static let options = [project.definition, system.definition]

  private static let patience = Duration.seconds(2)
  private static let settingWithMembers = "bus"

  /// Returns the scope that the options choose, by default the user's. Throws a 400 for two of them.
  static func scope(_ arguments: Arguments) throws(Problem) -> Scope {
    if arguments[project], arguments[system] { throw .usage("--project and --system exclude each other", field: "--system") }
    return arguments[project] ? .project : arguments[system] ? .system : .user
  }

  /// Finds the file, which may not exist. Throws a 400 if it would not be read.
  init(_ scope: Scope, _ environment: Environment, folder: String?) throws(Problem) {
    self.scope = scope
    let named = environment["HOLOCRON_CONFIG"]
    if scope != .user, let named {
      throw .usage("--\(scope): HOLOCRON_CONFIG is set, so only \(named) is read; unset it first", field: "--\(scope)")
    }
    switch scope {
    case .user:
      guard let file = named ?? XDGFolders(environment).configurationFile else {
        throw Problem(
          500, "no home folder", detail: "there is no folder for the configuration file; set HOME, or HOLOCRON_CONFIG to a file")
      }
      path = file
    case .system:
      let files = XDGFolders(environment).systemConfigurationFiles
      path = files.first { FileSystem.exists($0) } ?? files[files.count - 1]
    case .project:
      guard let folder else { throw Problem(500, "no working directory", detail: "the working directory has been removed") }
      if let found = ProjectFile.find(from: folder, environment: environment) {
        if let reason = found.distrust { throw Problem(409, "untrusted file", detail: "\(found.path) is not changed: \(reason)") }
        path = found.path
      } else {
        guard ProjectFile.isSearched(folder, environment: environment) else {
          throw .usage(
            "--project: a \(ProjectFile.name) in \(folder) would not be read; change to the folder of a project", field: "--project")
        }
        path = "\(folder)/\(ProjectFile.name)"
      }
    }
  }

  /// Sets the value of `key`. Creates the file and its folder if they are missing. Throws a 400 if the file is not valid, or may not set `key`.
  func set(_ key: String, to value: JSON) throws(Problem) {
    if scope == .project, !ProjectFile.settings.contains(key) {
      let allowed = ProjectFile.settings.joined(separator: ", ")
      throw .usage("\(key.quoted) cannot be set for a project: a project file may only set \(allowed)", field: "--project")
    }
    try update { edit throws(Problem) in
      let names = Self.names(key)
      // The bus is a setting and has settings, which need dots in their names beside it.
      let members = key == Self.settingWithMembers ? edit.value(at: names)?.object : nil
      if members != nil { _ = edit.remove(names) }
      edit.set(names, to: value, isDotted: names.count > 1 && names[0] == Self.settingWithMembers)
      for member in members ?? [:] { edit.set(names + [member.name], to: member.value, isDotted: true) }
    }
  }

  /// Removes the setting called `word`, or else the one that a user means by it. Throws a 404 if the file does not set it.
  func unset(_ word: String) throws(Problem) {
    guard FileSystem.exists(path) else { throw notSet(DisplaySetting.key(word)) }
    try update { edit throws(Problem) in
      let key = edit.value(at: Self.names(word)) == nil ? DisplaySetting.key(word) : word
      let names = Self.names(key)
      // Sections that no program reads may go; others have settings that were not named.
      if let first = edit.value(at: names)?.object?.first, KnownSettings.sections.contains(names[0]) {
        throw .usage("\(key.quoted) is a section; name a setting in it, such as \(key).\(first.name.shortened)", field: key)
      }
      if !edit.remove(names) { throw notSet(key) }
    }
  }

  private static func names(_ key: String) -> [String] { key.split(separator: ".").map(String.init) }

  private func notSet(_ key: String) -> Problem {
    Problem(404, "not set", detail: "\(key.quoted) is not set in \(path)", extensions: ["field": .string(key)])
  }

  private func update(_ change: (inout JSONEdit) throws(Problem) -> Void) throws(Problem) {
    do {
      try createFolder()
      guard let update = try FileUpdate.begin(path, within: Self.patience) else {
        throw Problem(503, "the file is in use", detail: "another program is changing \(path); try again")
      }
      let old: [UInt8]
      do { old = try update.contents(upTo: ConfigurationDocument.maxSize) ?? Array("{}\n".utf8) } catch { throw unreadable(error) }
      // Names the line of a mistake, which an edit would make worse.
      _ = try ConfigurationDocument.checked(old, at: path)
      let mark = old.starts(with: ConfigurationDocument.byteOrderMark) ? ConfigurationDocument.byteOrderMark : []
      var edit = JSONEdit(Array(old.dropFirst(mark.count)))
      try change(&edit)
      _ = try ConfigurationDocument.checked(edit.bytes, at: path)
      guard edit.bytes.count <= ConfigurationDocument.maxSize else {
        throw Problem(400, "the file is too large", detail: "\(path) would become too large", type: ProblemType.badRequest)
      }
      // The settings of a project and of the system are for everyone.
      try update.commit(mark + edit.bytes, mode: scope == .user ? 0o600 : 0o644)
    } catch let problem as Problem { throw problem } catch {
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      throw Problem(500, "the configuration is unchanged", detail: "cannot write the configuration file \(path): \(reason)")
    }
  }

  private func unreadable(_ error: RegularFile.ReadError) -> Problem {
    .invalidSetting(.named(path.printable), "cannot read the configuration file \(path.printable): \(error.reason)")
  }

  private func createFolder() throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    guard !FileSystem.exists(folder) else { return }
    try Folder.create(folder)
    // Other users read the file of the system.
    if scope == .system { try FileSystem.setMode(0o755, of: folder) }
  }

  /// Opens the file in the user's editor and checks the saved file with the rules of all programs that read it; creates it first. Throws the
  /// mistake.
  func edit(in context: Context) async throws(Problem) {
    if !FileSystem.exists(path) { try update { _ throws(Problem) in } }
    try openEditor(context)
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: ConfigurationDocument.maxSize) } catch { throw unreadable(error) }
    let whole = try ConfigurationDocument.checked(bytes, at: path)
    let (file, ignored) = scope == .project ? whole.asProjectFile : (whole, [])
    for notice in ignored { context.warn(notice.printable) }
    try DisplaySetting.check(ConfigurationFiles([file]))
    // Services do not read the files of projects.
    guard scope != .project else { return }
    for program in KnownSettings.programs { try await context.launcher.checkSettings(of: program) }
    if let unknown = KnownSettings.unknownSections(of: file) { context.warn(unknown.message) }
  }

  private func openEditor(_ context: Context) throws(Problem) {
    let editor = context.environment["VISUAL"] ?? context.environment["EDITOR"] ?? "vi"
    // The variable may have arguments, such as "code --wait". Ctrl-C and Ctrl-\ are keys of the editor: neither this process nor the shell
    // ends because of them. A trap, unlike a signal that is ignored, is not inherited.
    let spawn = Spawn("/bin/sh", ["-c", "trap : INT QUIT; \(editor) \"$1\"", editor, path])
    let ending = context.deadline.pause { Signal.ignoring([.interrupt, .quit]) { (try? spawn.start())?.wait() } }
    guard ending == .exited(0) else {
      throw Problem(
        500, "the editor failed", detail: "the editor '\(editor.shortened)' failed; set VISUAL or EDITOR to another one")
    }
  }
}
