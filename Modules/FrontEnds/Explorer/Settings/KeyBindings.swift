import MessageBus
import OrderedJSON

/// Reads the member `keys`: `{"sort": ["s", "ctrl-s"], "quit": "q"}`. An empty list leaves an action without keys.
enum KeyBindings {
  /// `nil` when the section has none. Throws a problem of status 400 that names an unknown action or what is no list of texts.
  static func read(_ section: ConfigurationFile.Section) throws(Problem) -> Chosen<[Action: [String]]>? {
    guard let member = section.members["keys"], !member.isNull else { return nil }
    guard let bindings = member.object else {
      throw ConfigurationFile.problem(
        "\(section.place("keys")) is not an object of actions and their keys, such as {\"sort\": [\"s\", \"ctrl-s\"]}")
    }
    var keys: [Action: [String]] = [:]
    for binding in bindings {
      guard let action = Action(rawValue: binding.name) else {
        throw ConfigurationFile.problem(
          "\(section.place("keys.\(binding.name)")) names no action", choices: Action.allCases.map(\.rawValue), near: binding.name)
      }
      let listed = binding.value.array ?? [binding.value]
      let texts = listed.compactMap(\.string)
      guard texts.count == listed.count, !texts.contains("") else {
        throw ConfigurationFile.problem(
          "\(section.place("keys.\(binding.name)")) is no key and no list of keys, such as [\"s\", \"ctrl-s\"]")
      }
      keys[action] = texts
    }
    return Chosen(keys, section.place("keys"))
  }
}
