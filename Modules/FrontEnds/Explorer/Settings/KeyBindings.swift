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
        merged.map { ResolvedPreference($0.value.merging(weaker.value) { own, _ in own }, .merged([$0.source, weaker.source])) }
        ?? weaker
    }
    return merged
  }

  /// Returns `nil` if the section has no bindings. Throws a problem of status 400 for an unknown action or a value that is not a list of
  /// strings.
  static func read(_ section: ConfigurationFile.Section) throws(Problem) -> ResolvedPreference<[Action: [String]]>? {
    guard let member = section.members["keys"], !member.isNull else { return nil }
    guard let bindings = member.object else {
      throw .invalidSetting(SettingMistake(.notKeyObject, section.location(of: "keys")))
    }
    var keys: [Action: [String]] = [:]
    for binding in bindings {
      guard let action = Action(rawValue: binding.name) else {
        let mistake = SettingMistake(
          .unknownAction, section.location(of: "keys.\(binding.name)"), choices: Action.allCases.map(\.rawValue))
        throw .invalidSetting(mistake, near: binding.name)
      }
      let listed = binding.value.array ?? [binding.value]
      let names = listed.compactMap(\.string)
      guard names.count == listed.count, !names.contains("") else {
        throw .invalidSetting(SettingMistake(.notKeyList, section.location(of: "keys.\(binding.name)")))
      }
      keys[action] = names
    }
    return ResolvedPreference(keys, section.location(of: "keys"))
  }
}
