import MessageBus
import OrderedJSON
import Presentation

/// Reads the member `keys`: `{"sort": ["s", "ctrl-s"], "quit": "q"}`. An empty list removes all keys of an action.
enum KeyBindings {
  /// Merges the bindings of all files: the strongest file that binds an action decides. Returns `nil` if none has bindings.
  static func read(_ sections: [ConfigurationFile.Section]) throws(Problem) -> ResolvedPreference<[Action: [String]]>? {
    var merged: ResolvedPreference<[Action: [String]]>?
    for section in sections {
      guard let weaker = try read(section) else { continue }
      merged =
        merged.map { ResolvedPreference($0.value.merging(weaker.value) { own, _ in own }, "\($0.source) and \(weaker.source)") } ?? weaker
    }
    return merged
  }

  /// Returns `nil` if the section has no bindings. Throws a problem of status 400 for an unknown action or a value that is not a list of
  /// strings.
  static func read(_ section: ConfigurationFile.Section) throws(Problem) -> ResolvedPreference<[Action: [String]]>? {
    guard let member = section.members["keys"], !member.isNull else { return nil }
    guard let bindings = member.object else {
      throw ConfigurationFile.problem(
        "\(section.location(of: "keys")) must be an object of actions and their keys, such as {\"sort\": [\"s\", \"ctrl-s\"]}")
    }
    var keys: [Action: [String]] = [:]
    for binding in bindings {
      guard let action = Action(rawValue: binding.name) else {
        throw ConfigurationFile.problem(
          "\(section.location(of: "keys.\(binding.name)")) is not an action", choices: Action.allCases.map(\.rawValue), near: binding.name)
      }
      let listed = binding.value.array ?? [binding.value]
      let names = listed.compactMap(\.string)
      guard names.count == listed.count, !names.contains("") else {
        throw ConfigurationFile.problem(
          "\(section.location(of: "keys.\(binding.name)")) must be a key or a list of keys, such as [\"s\", \"ctrl-s\"]")
      }
      keys[action] = names
    }
    return ResolvedPreference(keys, section.location(of: "keys"))
  }
}
