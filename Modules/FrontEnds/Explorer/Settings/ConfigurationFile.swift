public import MessageBus
import OrderedJSON
public import Platform
public import Presentation
import Text

/// A configuration file as front-ends read it: one JSON object with one section per program. Services read the same files, except those of
/// projects.
public struct ConfigurationFile: Sendable {
  public let path: String
  let members: JSON.Object

  init(path: String, members: JSON.Object) { (self.path, self.members) = (path, members) }

  /// Reads the contents of the file `path`. Throws a problem of status 400 that names the file and the error.
  public init(_ bytes: [UInt8], at path: String) throws(Problem) {
    do { self.init(path: path, members: try ConfigurationDocument(bytes, at: path).members) } catch {
      throw Self.unreadable(error)
    }
  }

  /// The sections of the file, in its order: `log` for `{"log": {"level": "debug"}}` and for `{"log.level": "debug"}`.
  public var sections: [String] {
    var seen: Set<String> = []
    return members.map { String($0.name.prefix { $0 != "." }) }.filter { seen.insert($0).inserted }
  }

  /// The section of the front-ends; empty if the file does not have it, or if it is not an object.
  var section: JSON.Object { members[Preferences.section]?.object ?? JSON.Object() }

  /// Returns the source of a member of the section: `'explorer.theme' in /home/u/.config/holocron/config.json`.
  func source(of member: String) -> SettingSource { .setting("\(Preferences.section).\(member.printable)", file: path) }

  /// Throws a problem of status 400 if the section is not an object or has an unknown member.
  func check() throws(Problem) {
    let name = Preferences.section
    let value = members[name] ?? .null
    guard value.isNull || value.object != nil else {
      throw .invalidSetting(SettingMistake(.notSection, .setting(name, file: path), choices: Preferences.members))
    }
    // Services read settings in this form, too, but front-ends do not.
    if let dotted = members.first(where: { $0.name.hasPrefix("\(name).") })?.name {
      throw .invalidSetting(SettingMistake(.dottedSetting, .setting(dotted.printable, file: path), value: name))
    }
    for member in section where !Preferences.members.contains(member.name) {
      let mistake = SettingMistake(.unknownSetting, source(of: member.name), choices: Preferences.members)
      throw .invalidSetting(mistake, near: member.name)
    }
  }

  /// The problem of a file that cannot be read, or that is not a JSON object.
  static func unreadable(_ error: ConfigurationDocument.InvalidFile) -> Problem {
    func mistake(_ form: SettingMistake.Form, _ value: String = "", _ place: ConfigurationDocument.Place? = nil) -> Problem {
      let words = place.map { ["\($0.line)", "\($0.column)"] } ?? []
      return .invalidSetting(SettingMistake(form, .named(error.path), value: value, words: words))
    }
    return switch error.reason {
    case .unreadable(let reason): mistake(.unreadableFile, reason)
    case .notJSON(let reason, let place): mistake(.notJSON, reason, place)
    case .repeated(let name, let place): mistake(.repeatedSetting, name, place)
    case .notAnObject: mistake(.notObject)
    }
  }
}

/// The configuration files that front-ends read, the strongest first: a value in a file takes precedence over one in a later file. They are
/// the file of the project, that of the user and those of the system; or only the file that `HOLOCRON_CONFIG` names.
public struct ConfigurationFiles: Sendable {
  public let files: [ConfigurationFile]
  /// The settings of the project's file that are ignored, and why.
  public let ignored: [SettingNotice]

  /// The configuration without files.
  public static let none = ConfigurationFiles([])

  public init(_ files: [ConfigurationFile], ignored: [SettingNotice] = []) { (self.files, self.ignored) = (files, ignored) }

  /// Reads the files that exist. `HOLOCRON_CONFIG` must exist. Throws a problem of status 400 that names the file and the error.
  /// - Parameter folder: where the search for the project's file begins; `nil` for no project.
  public static func read(environment: Environment, folder: String? = Folder.current) throws(Problem) -> ConfigurationFiles {
    let named = environment["HOLOCRON_CONFIG"]
    do throws(ConfigurationDocument.InvalidFile) {
      let documents = try ConfigurationDocument.readAll(named, environment: environment)
      let files = documents.map { ConfigurationFile(path: $0.path, members: $0.members) }
      guard named == nil, let folder, let found = ProjectFile.find(from: folder, environment: environment) else {
        return ConfigurationFiles(files)
      }
      if let reason = found.distrust { return ConfigurationFiles(files, ignored: [.ignoredFile(found.path, reason)]) }
      guard let document = try ConfigurationDocument.read(found.path, mustExist: false) else { return ConfigurationFiles(files) }
      let (file, ignored) = ConfigurationFile(path: found.path, members: document.members).asProjectFile
      return ConfigurationFiles([file] + files, ignored: ignored)
    } catch { throw ConfigurationFile.unreadable(error) }
  }
}

/// The configuration file of a project: `.holocron.json` in the working directory or in the nearest folder above that has one.
///
/// A project may come from somebody else. So its file sets only how things are shown: a service, the bus, a key that does something else than
/// expected would be a way to run programs or to redirect files and requests. And a file that another user could have written is not read.
public struct ProjectFile: Sendable, Hashable {
  public static let name = ".holocron.json"
  public let path: String
  /// Why the file is not read; `nil` if it is.
  public let distrust: FileDistrust?

  /// The settings that a project may have, with their section.
  public static let settings = Preferences.members.filter { $0 != "keys" }.map { "\(Preferences.section).\($0)" }

  /// Returns the nearest file; `nil` if there is none. The search ends below the home folder and the root folder, whose files would apply to
  /// everything, at the border of a file system, and at a folder of another user than this one and root.
  public static func find(from folder: String, environment: Environment, user: UInt32 = User.effective) -> ProjectFile? {
    guard folder.hasPrefix("/"), let device = FileIdentity(of: folder)?.device else { return nil }
    var folder = folder
    while isSearched(folder, environment: environment, user: user), FileIdentity(of: folder)?.device == device {
      let path = "\(folder)/\(name)"
      if let status = try? FileStatus(of: path) { return ProjectFile(path: path, distrust: distrust(status, user: user)) }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
    }
    return nil
  }

  /// Whether a file in this folder would be found from there.
  public static func isSearched(_ folder: String, environment: Environment, user: UInt32 = User.effective) -> Bool {
    guard folder.count > 1, folder != XDGFolders(environment).home, let status = try? FileStatus(of: folder) else { return false }
    return [user, 0].contains(status.owner)
  }

  /// Returns why a file must not be read; `nil` if only this user can have written it.
  static func distrust(_ status: FileStatus, user: UInt32) -> FileDistrust? {
    if status.kind != .regular { return .notRegular }
    for owner in [status.owner, status.linkOwner ?? user] where owner != user {
      return .foreignOwner(User.description(of: owner))
    }
    return status.isWritableByOthers ? .othersCanWrite : nil
  }
}

extension ConfigurationFile {
  /// Returns the file with only what a project may set, and a notice about each other setting.
  public var asProjectFile: (file: ConfigurationFile, ignored: [SettingNotice]) {
    // A mistyped member is kept, so that it is reported as such. A theme of the project would be a file that it makes this program read.
    let own = section.filter { $0.name != "keys" && !($0.name == "theme" && FileTheme.isPath($0.value.string ?? "")) }
    let ignored = members.flatMap { member -> [String] in
      let inner = member.value.object?.map(\.name) ?? []
      guard member.name == Preferences.section else { return inner.isEmpty ? [member.name] : inner.map { "\(member.name).\($0)" } }
      let lost = inner.filter { name in !own.contains { $0.name == name } }.map { "\(member.name).\($0)" }
      return member.value.object == nil ? [member.name] : lost
    }
    var kept = JSON.Object()
    if members[Preferences.section]?.object != nil { kept[Preferences.section] = .object(JSON.Object(own.map { ($0.name, $0.value) })) }
    let notices = ignored.map { SettingNotice.ignoredSetting(.setting($0, file: path), allowed: ProjectFile.settings) }
    return (ConfigurationFile(path: path, members: kept), notices)
  }
}
