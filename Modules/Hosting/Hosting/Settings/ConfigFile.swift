import Configuration
import MessageBus
import OrderedJSON
import Platform

/// A configuration file: a JSON object with nested members. `{"log": {"level": "debug"}}` sets `log.level`.
struct ConfigFile {
  let path: String
  /// Strings, numbers and booleans, written as they would be on the command line.
  let values: [AbsoluteConfigKey: ConfigValue]

  /// A section that services skip: the explorer reads and validates it, and its values need not be settings.
  private static let skippedSection = "explorer"

  /// Reads the file `name`, which must exist. If `name` is `nil`, reads those of the user and of the system that exist, the strongest first.
  static func readAll(named name: String?, environment: [String: String]) throws(HostError) -> [ConfigFile] {
    let documents: [ConfigurationDocument]
    do { documents = try ConfigurationDocument.readAll(name, environment: Environment(environment)) } catch {
      throw HostError(.usage, error.description, cause: error)
    }
    return try documents.map { document throws(HostError) in try ConfigFile(document) }
  }

  init(_ document: ConfigurationDocument) throws(HostError) {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    try Self.collect(document.members, under: [], of: document.path, into: &values)
    path = document.path
    self.values = values
  }

  /// Throws ``HostErrorCode/usage`` for a member of the file that is none of the settings `keys`, if one of them is in the same section.
  func checkNames(knowing keys: [String]) throws(HostError) {
    let known = Dictionary(grouping: Set(keys), by: Self.section(of:))
    for name in values.keys.map({ $0.components.joined(separator: ".") }).sorted() {
      guard let choices = known[Self.section(of: name)], !choices.contains(name) else { continue }
      throw HostError(.usage, "unknown setting '\(name)' in \(path): choose one of \(choices.sorted().joined(separator: ", "))")
    }
  }

  /// Returns the name of the section in which the setting `key` is: `log` for `log.level`.
  private static func section(of key: String) -> Substring { key.prefix { $0 != "." } }

  private static func collect(
    _ members: JSON.Object, under parents: [String], of path: String, into values: inout [AbsoluteConfigKey: ConfigValue]
  ) throws(HostError) {
    for member in members where !(parents.isEmpty && member.name == skippedSection) {
      let components = parents + member.name.split(separator: ".").map(String.init)
      let text: String
      switch member.value {
      case .object(let inner):
        try collect(inner, under: components, of: path, into: &values)
        continue
      case .string(let value): text = value
      case .number(let number): text = number.text
      case .bool(let flag): text = flag ? "true" : "false"
      case .null: continue
      case .array(let items):
        // A line each, which no setting with one value allows.
        let texts = items.compactMap(\.string)
        guard texts.count == items.count, !texts.isEmpty else {
          throw HostError(
            .usage, "'\(components.joined(separator: "."))' in \(path) is a list; use a string, a number, a boolean or a list of strings")
        }
        text = texts.joined(separator: "\n")
      }
      guard values[AbsoluteConfigKey(components)] == nil else {
        throw HostError(.usage, "'\(components.joined(separator: "."))' is set twice in \(path); remove one of the two")
      }
      values[AbsoluteConfigKey(components)] = ConfigValue(.string(text), isSecret: false)
    }
  }
}
