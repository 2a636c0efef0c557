import MessageBus
import OrderedJSON
import Platform

/// A configuration file: a JSON object with nested members. `{"log": {"level": "debug"}}` sets `log.level`.
struct ConfigFile {
  let path: String
  /// Strings, numbers and booleans by key, written as they would be on the command line.
  private(set) var values: [String: String] = [:]

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
    path = document.path
    for member in document.members where member.name != Self.skippedSection { try collect(member.value, member.name) }
  }

  /// Throws ``HostErrorCode/usage`` for a member of the file that is none of the settings `keys`, if one of them is in the same section:
  /// `log` for `log.level`.
  func checkNames(knowing keys: [String]) throws(HostError) {
    func section(_ key: String) -> Substring { key.prefix { $0 != "." } }
    let known = Dictionary(grouping: Set(keys), by: section)
    for name in values.keys.sorted() {
      guard let choices = known[section(name)], !choices.contains(name) else { continue }
      throw HostError(.usage, "unknown setting '\(name)' in \(path): choose one of \(choices.sorted().joined(separator: ", "))")
    }
  }

  private mutating func collect(_ value: JSON, _ name: String) throws(HostError) {
    let key = name.split(separator: ".").joined(separator: ".")
    let text: String
    switch value {
    case .object(let members):
      for member in members { try collect(member.value, "\(key).\(member.name)") }
      return
    case .string(let value): text = value
    case .number(let number): text = number.text
    case .bool(let flag): text = flag ? "true" : "false"
    case .null: return
    case .array(let items):
      // A line each, which no setting with one value allows.
      let texts = items.compactMap(\.string)
      guard texts.count == items.count, !texts.isEmpty else {
        throw HostError(.usage, "'\(key)' in \(path) is a list; use a string, a number, a boolean or a list of strings")
      }
      text = texts.joined(separator: "\n")
    }
    guard values.updateValue(text, forKey: key) == nil else {
      throw HostError(.usage, "'\(key)' is set twice in \(path); remove one of the two")
    }
  }
}
