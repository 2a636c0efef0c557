import MessageBus
import OrderedJSON
import Presentation

/// Reads the member `keys`: `{"sort": ["s", "ctrl-s"], "quit": "q"}`. An empty list removes all keys of an action.
enum KeyBindings {
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
