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
      _ = try ConfigurationFile(old, at: path)
      let mark = old.starts(with: ConfigurationDocument.byteOrderMark) ? ConfigurationDocument.byteOrderMark : []
      var edit = JSONEdit(Array(old.dropFirst(mark.count)))
      try change(&edit)
      _ = try ConfigurationFile(edit.bytes, at: path)
      guard edit.bytes.count <= ConfigurationDocument.maxSize else { throw tooLarge }
      // The settings of a project and of the system are for everyone.
      try update.commit(mark + edit.bytes, mode: scope == .user ? 0o600 : 0o644)
    } catch let problem as Problem { throw problem } catch {
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      throw Problem(500, "the configuration is unchanged", detail: "cannot write the configuration file \(path): \(reason)")
    }
  }

  private func unreadable(_ error: RegularFile.ReadError) -> Problem {
    if case .tooLarge = error { return tooLarge }
    return .invalidSetting(SettingMistake(.unreadableFile, .named(path.printable), value: error.reason))
  }

  private var tooLarge: Problem {
    let limit = Figures.grouped(ConfigurationDocument.maxSize)
    return Problem(
      400, "the file is too large", detail: "the configuration file \(path) must not be larger than \(limit) bytes",
      type: ProblemType.badRequest)
  }

  private func createFolder() throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    guard !FileSystem.exists(folder) else { return }
    try Folder.create(folder)
    // Other users read the file of the system.
    if scope == .system { try FileSystem.setMode(0o755, of: folder) }
  }

  /// Opens the file in the user's editor and checks the saved file; creates it first. Returns `false` if the file is not valid and the user does
  /// not want to edit it again. Throws a 400 with the mistake if nobody can be asked.
  func edit(in context: Context) async throws(Problem) -> Bool {
    if !FileSystem.exists(path) { try update { _ throws(Problem) in } }
    while true {
      try openEditor(context)
      guard let mistake = await mistake(context) else { return true }
      guard context.terminal.isInteractive else { throw mistake }
      let answers = English().answers
      context.output.write(
        "holocron: \(mistake.reason(in: English()))\nEdit the file again? \(answers.choices(defaultIsYes: true)) ", .note)
      guard let answer = context.readAnswer(), answer.isEmpty || answers.isYes(answer) else { return false }
    }
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

  /// Checks the file with the rules of all programs that read it.
  private func mistake(_ context: Context) async -> Problem? {
    do throws(Problem) {
      let bytes: [UInt8]
      do { bytes = try RegularFile.read(path, upTo: ConfigurationDocument.maxSize) } catch { throw unreadable(error) }
      let whole = try ConfigurationFile(bytes, at: path)
      let (file, ignored) = scope == .project ? whole.asProjectFile : (whole, [])
      for notice in ignored { context.warn("\(notice)".printable) }
      try DisplaySetting.check(ConfigurationFiles([file]))
      // Services do not read the files of projects.
      guard scope != .project else { return nil }
      for program in KnownSettings.programs { try await context.launcher.checkSettings(of: program) }
      if let unknown = KnownSettings.unknownSections(of: file) { context.warn(unknown.message) }
      return nil
    } catch { return error }
  }
}
