import Contracts
public import MessageBus
import Models
import OrderedJSON
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
      throw Self.problem(error.description)
    }
  }

  /// Returns the file with only what a project may set, and a sentence about each other setting.
  public var asProjectFile: (file: ConfigurationFile, ignored: [String]) {
    let (allowed, ignored) = ProjectFile.allowed(in: members)
    return (
      ConfigurationFile(path: path, members: allowed), ignored.map { "'\($0)' in \(path) is ignored: \(ProjectFile.rule)" }
    )
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
