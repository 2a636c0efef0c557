import Contracts
public import MessageBus
import Models
import OrderedJSON
public import Platform
import TerminalText

/// The configuration file as front-ends read it: one JSON object with one section per program. Services read the same file.
public struct ConfigurationFile: Sendable {
  public let path: String
  let members: JSON.Object

  /// The configuration without a file.
  public static let none = ConfigurationFile(path: "", members: JSON.Object())

  init(path: String, members: JSON.Object) {
    self.path = path
    self.members = members
  }

  /// Reads the file at `HOLOCRON_CONFIG`, which must exist, or else ``XDGFolders/configurationFile`` if it exists. Throws a problem of
  /// status 400 that names the file and the error.
  public static func read(environment: Environment) throws(Problem) -> ConfigurationFile {
    let document: ConfigurationDocument?
    do { document = try ConfigurationDocument.read(environment["HOLOCRON_CONFIG"], environment: environment) } catch {
      throw problem(error.description)
    }
    guard let document else { return .none }
    return ConfigurationFile(path: document.path, members: document.members)
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
    func location(of member: String) -> String { "'\(name).\(member.printable)' in \(path)" }
  }

  /// Returns a section; empty if the file does not have it, or if it is not an object.
  func section(_ name: String) -> Section { Section(name: name, path: path, members: members[name]?.object ?? JSON.Object()) }

  /// Throws a problem of status 400 if a section is not an object or has an unknown member.
  func check(_ name: String, members known: [String]) throws(Problem) {
    let value = members[name] ?? .null
    guard value.isNull || value.object != nil else {
      throw Self.problem("'\(name)' in \(path) must be an object with these members: \(known.joined(separator: ", "))")
    }
    // Services read settings in this form, too, but front-ends do not.
    if let dotted = members.first(where: { $0.name.hasPrefix("\(name).") })?.name {
      throw Self.problem("'\(dotted.printable)' in \(path) has no effect; write it as a member of the section '\(name)'")
    }
    let section = section(name)
    for member in section.members where !known.contains(member.name) {
      throw Self.problem("unknown setting \(section.location(of: member.name))", choices: known, near: member.name)
    }
  }

  /// Returns the problem for an invalid setting: the error, the valid choices and the likely intended one.
  static func problem(_ reason: String, choices: [String] = [], near text: String? = nil) -> Problem {
    var extensions = JSON.Object()
    let similar = text.map { suggestions(for: $0, among: choices) } ?? []
    if !similar.isEmpty { extensions["suggestions"] = .array(similar.map(JSON.string)) }
    let advice = choices.isEmpty ? "" : ": choose one of \(choices.joined(separator: ", "))"
    return Problem(400, "invalid setting", detail: reason + advice, type: ProblemType.badRequest, extensions: extensions)
  }
}
