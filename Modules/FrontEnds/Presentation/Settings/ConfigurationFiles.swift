package import MessageBus
import OrderedJSON
package import Platform
import Text

/// The configuration files that front-ends read, the strongest first: a value in a file takes precedence over one in a later file. They are
/// the file of the project, that of the user and those of the system; or only the file that `HOLOCRON_CONFIG` names. Services read the same
/// files, except those of projects.
public struct ConfigurationFiles: Sendable {
  package let files: [ConfigurationDocument]
  /// The settings of the project's file that are ignored, or the whole file, and why.
  package let ignored: [String]

  /// The configuration without files.
  public static let none = ConfigurationFiles([])

  package init(_ files: [ConfigurationDocument], ignored: [String] = []) { (self.files, self.ignored) = (files, ignored) }

  /// Reads the files that exist. `HOLOCRON_CONFIG` must exist. Throws a problem of status 400 that names the file and the error.
  /// - Parameter folder: where the search for the project's file begins; `nil` for no project.
  package static func read(environment: Environment, folder: String? = Folder.current) throws(Problem) -> ConfigurationFiles {
    let named = environment["HOLOCRON_CONFIG"]
    do throws(ConfigurationDocument.InvalidFile) {
      let files = try ConfigurationDocument.readAll(named, environment: environment)
      guard named == nil, let folder, let found = ProjectFile.find(from: folder, environment: environment) else {
        return ConfigurationFiles(files)
      }
      if let reason = found.distrust { return ConfigurationFiles(files, ignored: ["\(found.path) is ignored: \(reason)"]) }
      guard let whole = try ConfigurationDocument.read(found.path, mustExist: false) else { return ConfigurationFiles(files) }
      let (file, ignored) = whole.asProjectFile
      return ConfigurationFiles([file] + files, ignored: ignored)
    } catch { throw .invalidFile(error) }
  }
}

extension ConfigurationDocument {
  /// Parses the contents of the file `path`. Throws a problem of status 400 that names the file and the error.
  package static func checked(_ bytes: [UInt8], at path: String) throws(Problem) -> ConfigurationDocument {
    do { return try ConfigurationDocument(bytes, at: path) } catch { throw .invalidFile(error) }
  }

  /// The sections of the file, in its order: `log` for `{"log": {"level": "debug"}}` and for `{"log.level": "debug"}`.
  package var sections: [String] {
    var seen: Set<String> = []
    return members.map { String($0.name.prefix { $0 != "." }) }.filter { seen.insert($0).inserted }
  }

  /// The section of the front-ends; empty if the file does not have it, or if it is not an object.
  private var section: JSON.Object { members[Preference.section]?.object ?? JSON.Object() }

  /// Returns the source of a member of the section: `'explorer.theme' in /home/u/.config/holocron/config.json`.
  func source(of member: String) -> SettingSource { .setting("\(Preference.section).\(member.printable)", file: path) }

  /// Throws a problem of status 400 if the section of the front-ends is not an object or has an unknown member.
  func checkSection() throws(Problem) {
    let (name, all) = (Preference.section, Preference.members)
    let value = members[name] ?? .null
    guard value.isNull || value.object != nil else {
      let source = SettingSource.setting(name, file: path)
      let detail = "\(source) must be an object with these members: \(all.joined(separator: ", "))"
      throw .invalidSetting(source, detail)
    }
    // Services read settings in this form, too, but front-ends do not.
    if let dotted = members.first(where: { $0.name.hasPrefix("\(name).") })?.name {
      let source = SettingSource.setting(dotted.printable, file: path)
      throw .invalidSetting(source, "\(source) has no effect; write it as a member of the section '\(name)'")
    }
    for member in section where !all.contains(member.name) { throw .unknownSetting(member.name, source(of: member.name), all) }
  }

  /// Returns the value of a preference; `nil` if the file has none. Throws a problem of status 400 for one of the wrong type.
  func text(of preference: Preference) throws(Problem) -> String? {
    let source = source(of: preference.name)
    switch section[preference.name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case .bool(let isOn)? where preference.isSwitch: return isOn ? "on" : "off"
    case _ where preference.isSwitch: throw .invalidSetting(source, "\(source) must be true or false")
    default:
      let detail = "\(source) must be a string: choose one of \(preference.choices.joined(separator: ", "))"
      throw .invalidSetting(source, detail)
    }
  }

  /// The member `keys`: `{"sort": ["s", "ctrl-s"], "quit": "q"}`; an empty list removes all keys of an action. Throws a problem of status 400 for
  /// an unknown action or a value that is not a list of strings.
  var keys: [Action: (strokes: [String], source: SettingSource)] {
    get throws(Problem) {
      guard let member = section["keys"], !member.isNull else { return [:] }
      guard let bindings = member.object else {
        let source = source(of: "keys")
        throw .invalidSetting(source, "\(source) must be an object of actions and their keys, such as {\"sort\": [\"s\", \"ctrl-s\"]}")
      }
      var keys: [Action: (strokes: [String], source: SettingSource)] = [:]
      for binding in bindings {
        let source = source(of: "keys.\(binding.name)")
        guard let action = Action(rawValue: binding.name) else {
          let choices = Action.allCases.map(\.rawValue)
          let detail = "\(source) is not an action: choose one of \(choices.joined(separator: ", "))"
          throw .invalidSetting(source, detail, near: binding.name, among: choices)
        }
        let listed = binding.value.array ?? [binding.value]
        let names = listed.compactMap(\.string)
        guard names.count == listed.count, !names.contains("") else {
          throw .invalidSetting(source, "\(source) must be a key or a list of keys, such as [\"s\", \"ctrl-s\"]")
        }
        keys[action] = (names, source)
      }
      return keys
    }
  }

  /// The file with only what a project may set, and a notice about each other setting.
  package var asProjectFile: (file: ConfigurationDocument, ignored: [String]) {
    // A mistyped member is kept, so that it is reported as such. A theme of the project would be a file that it makes this program read.
    let own = section.filter { $0.name != "keys" && !($0.name == "theme" && Theme.isPath($0.value.string ?? "")) }
    let ignored = members.flatMap { member -> [String] in
      let inner = member.value.object?.map(\.name) ?? []
      guard member.name == Preference.section else { return inner.isEmpty ? [member.name] : inner.map { "\(member.name).\($0)" } }
      let lost = inner.filter { name in !own.contains { $0.name == name } }.map { "\(member.name).\($0)" }
      return member.value.object == nil ? [member.name] : lost
    }
    var kept = JSON.Object()
    if members[Preference.section]?.object != nil { kept[Preference.section] = .object(JSON.Object(own.map { ($0.name, $0.value) })) }
    let allowed = ProjectFile.settings.joined(separator: ", ")
    let notices = ignored.map { "'\($0)' in \(path) is ignored: a project file may only set \(allowed)" }
    return (ConfigurationDocument(path: path, members: kept), notices)
  }
}

/// The configuration file of a project: `.holocron.json` in the working directory or in the nearest folder above that has one.
///
/// A project may come from somebody else. So its file sets only how things are shown: a service, the bus, a key that does something else than
/// expected would be a way to run programs or to redirect files and requests. And a file that another user could have written is not read.
package struct ProjectFile: Sendable, Hashable {
  package static let name = ".holocron.json"
  package let path: String
  /// Why the file is not read; `nil` if it is.
  package let distrust: String?

  /// The settings that a project may have, with their section.
  package static let settings = Preference.all.map(\.key)

  /// Returns the nearest file; `nil` if there is none. The search ends below the home folder and the root folder, whose files would apply to
  /// everything, at the border of a file system, and at a folder of another user than this one and root.
  package static func find(from folder: String, environment: Environment, user: UInt32 = User.effective) -> ProjectFile? {
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
  package static func isSearched(_ folder: String, environment: Environment, user: UInt32 = User.effective) -> Bool {
    guard folder.count > 1, folder != XDGFolders(environment).home, let status = try? FileStatus(of: folder) else { return false }
    return [user, 0].contains(status.owner)
  }

  /// Returns why a file must not be read; `nil` if only this user can have written it.
  static func distrust(_ status: FileStatus, user: UInt32) -> String? {
    if status.kind != .regular { return "it is not a regular file" }
    for owner in [status.owner, status.linkOwner ?? user] where owner != user { return "it belongs to user \(User.label(of: owner))" }
    return status.isWritableByOthers ? "other users can write to it; run chmod go-w on it" : nil
  }
}
