public import MessageBus
import OrderedJSON
public import Presentation
import TerminalText

/// A configuration file as front-ends read it: one JSON object with one section per program. Services read the same files, except those of
/// projects.
public struct ConfigurationFile: Sendable {
  public let path: String
  let members: JSON.Object

  init(path: String, members: JSON.Object) {
    self.path = path
    self.members = members
  }

  /// Reads the contents of the file `path`. Throws a problem of status 400 that names the file and the error.
  public init(_ bytes: [UInt8], at path: String) throws(Problem) {
    do { self.init(path: path, members: try ConfigurationDocument(bytes, at: path).members) } catch {
      throw Self.unreadable(error)
    }
  }

  /// Returns the file with only what a project may set, and a notice about each other setting.
  public var asProjectFile: (file: ConfigurationFile, ignored: [SettingNotice]) {
    let (allowed, ignored) = ProjectFile.allowed(in: members)
    let notices = ignored.map { SettingNotice.ignoredSetting(.setting($0, file: path), allowed: ProjectFile.settings) }
    return (ConfigurationFile(path: path, members: allowed), notices)
  }

  /// The sections of the file, in its order: `log` for `{"log": {"level": "debug"}}` and for `{"log.level": "debug"}`.
  public var sections: [String] {
    var seen: Set<String> = []
    return members.map { String($0.name.prefix { $0 != "." }) }.filter { seen.insert($0).inserted }
  }

  /// One section of the file.
  struct Section {
    let name: String
    let path: String
    let members: JSON.Object

    /// Returns the location for error messages: `'explorer.theme' in /home/u/.config/holocron/config.json`.
    func location(of member: String) -> SettingSource { .setting("\(name).\(member.printable)", file: path) }
  }

  /// Returns a section; empty if the file does not have it, or if it is not an object.
  func section(_ name: String) -> Section { Section(name: name, path: path, members: members[name]?.object ?? JSON.Object()) }

  /// Throws a problem of status 400 if a section is not an object or has an unknown member.
  func check(_ name: String, members known: [String]) throws(Problem) {
    let value = members[name] ?? .null
    guard value.isNull || value.object != nil else {
      throw .invalidSetting(SettingMistake(.notSection, .setting(name, file: path), choices: known))
    }
    // Services read settings in this form, too, but front-ends do not.
    if let dotted = members.first(where: { $0.name.hasPrefix("\(name).") })?.name {
      throw .invalidSetting(SettingMistake(.dottedSetting, .setting(dotted.printable, file: path), value: name))
    }
    let section = section(name)
    for member in section.members where !known.contains(member.name) {
      throw .invalidSetting(SettingMistake(.unknownSetting, section.location(of: member.name), choices: known), near: member.name)
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
