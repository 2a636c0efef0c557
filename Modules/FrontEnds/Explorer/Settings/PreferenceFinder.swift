import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// Looks a preference up in one place after the other.
struct PreferenceFinder {
  private let flags: [String: String]
  /// Those that are set and not empty.
  private let variables: [String: String]
  private let section: ConfigurationFile.Section

  private static let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]

  init(flags: [String: String], variables: (String) -> String?, section: ConfigurationFile.Section) {
    self.flags = flags
    self.section = section
    let ours = Preferences.members.map { Preference<Bool>.variable($0) }
    self.variables = (ours + Self.locale + ["NO_COLOR"]).reduce(into: [:]) { found, name in
      if let value = variables(name), !value.isEmpty { found[name] = value }
    }
  }

  func find<Value>(_ preference: Preference<Value>) throws(Problem) -> Chosen<Value>? {
    if let asked = try asked(preference) { return asked }
    return try written(preference)
  }

  /// No colours, where `NO_COLOR` wants none and this run was not asked for anything else.
  func theme() throws(Problem) -> Chosen<ThemeChoice>? {
    let theme = Preference<ThemeChoice>.theme
    if let asked = try asked(theme) { return asked }
    if variables["NO_COLOR"] != nil { return Chosen(.theme(NoColorTheme()), "NO_COLOR") }
    return try written(theme)
  }

  /// What this run was asked for: by a flag, else by a variable.
  private func asked<Value>(_ preference: Preference<Value>) throws(Problem) -> Chosen<Value>? {
    if let text = flags[preference.name] { return try chosen(preference, text, preference.flag) }
    if let text = variables[preference.variable] { return try chosen(preference, text, preference.variable) }
    return nil
  }

  /// What the file says.
  private func written<Value>(_ preference: Preference<Value>) throws(Problem) -> Chosen<Value>? {
    let place = section.place(preference.name)
    switch section.members[preference.name] {
    case nil, .null?: return nil
    case .string(let text)?: return try chosen(preference, text, place)
    case .bool(let isOn)?: return try chosen(preference, isOn ? "on" : "off", place)
    case .number?, .array?, .object?: throw ConfigurationFile.problem("\(place) is not a text", choices: preference.choices)
    }
  }

  private func chosen<Value>(_ preference: Preference<Value>, _ text: String, _ source: String) throws(Problem) -> Chosen<Value> {
    guard let value = preference.read(text) else {
      throw ConfigurationFile.problem("\(source) is '\(text.printable)'", choices: preference.choices, near: text)
    }
    return Chosen(value, source)
  }

  /// The language of the locale, where it is one of ours. POSIX: the first of the three variables that is set decides.
  var spoken: Chosen<any Language>? {
    guard let variable = Self.locale.first(where: { variables[$0] != nil }), let locale = variables[variable] else { return nil }
    return Languages.speaking(locale).map { Chosen($0, variable) }
  }
}
