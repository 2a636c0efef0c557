import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// Looks up a preference in each source in order of precedence.
struct PreferenceResolver {
  private let flags: [String: String]
  /// Variables that are set and not empty.
  private let variables: [String: String]
  /// The section of each configuration file, the strongest first.
  private let sections: [ConfigurationFile.Section]

  private static let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]

  init(flags: [String: String], variables: (String) -> String?, sections: [ConfigurationFile.Section]) {
    self.flags = flags
    self.sections = sections
    let own = Preferences.members.map { Preference<Bool>.variable($0) }
    self.variables = (own + Self.locale + ["NO_COLOR"]).reduce(into: [:]) { found, name in
      if let value = variables(name), !value.isEmpty { found[name] = value }
    }
  }

  func resolve<Value>(_ preference: Preference<Value>) throws(Problem) -> ResolvedPreference<Value>? {
    if let override = try override(preference) { return override }
    return try fileValue(preference)
  }

  /// Returns the theme. `NO_COLOR` takes precedence over the file, but not over an option or a variable of this program.
  func theme() throws(Problem) -> ResolvedPreference<ThemeChoice>? {
    let theme = Preference<ThemeChoice>.theme
    if let override = try override(theme) { return override }
    if variables["NO_COLOR"] != nil { return ResolvedPreference(.theme(NoColorTheme()), .named("NO_COLOR")) }
    return try fileValue(theme)
  }

  /// Returns the theme, by default the one that suits the terminal. An invalid one is an error on the command line, and otherwise a warning
  /// beside the default: a theme does not matter enough to keep a program from starting.
  func themeOrDefault() throws(Problem) -> (ResolvedPreference<ThemeChoice>, warning: Problem?) {
    do { return (try theme() ?? ResolvedPreference(.automatic), nil) } catch {
      guard flags[Preference<ThemeChoice>.theme.name] == nil else { throw error }
      return (ResolvedPreference(.automatic), error)
    }
  }

  /// Returns the language, by default that of the locale.
  func language() throws(Problem) -> ResolvedPreference<any Language> {
    try resolve(Preference<any Language>.language) ?? localeLanguage ?? ResolvedPreference(Languages.all[0])
  }

  /// Returns the units, by default metric ones.
  func units() throws(Problem) -> ResolvedPreference<UnitSystem> {
    try resolve(Preference<UnitSystem>.units) ?? ResolvedPreference(.metric)
  }

  /// Returns the value of the option or else of the environment variable.
  private func override<Value>(_ preference: Preference<Value>) throws(Problem) -> ResolvedPreference<Value>? {
    if let text = flags[preference.name] { return try resolved(preference, text, .named(preference.flag)) }
    if let text = variables[preference.variable] { return try resolved(preference, text, .named(preference.variable)) }
    return nil
  }

  /// Returns the value in the strongest configuration file that has one.
  private func fileValue<Value>(_ preference: Preference<Value>) throws(Problem) -> ResolvedPreference<Value>? {
    for section in sections {
      if let value = try fileValue(preference, section) { return value }
    }
    return nil
  }

  private func fileValue<Value>(
    _ preference: Preference<Value>, _ section: ConfigurationFile.Section
  ) throws(Problem) -> ResolvedPreference<Value>? {
    let location = section.location(of: preference.name)
    switch section.members[preference.name] {
    case nil, .null?: return nil
    case .string(let text)?: return try resolved(preference, text, location)
    case .bool(let isOn)? where Value.self == Bool.self: return try resolved(preference, isOn ? "on" : "off", location)
    case .bool?, .number?, .array?, .object?:
      if Value.self == Bool.self { throw .invalidSetting(SettingMistake(.notBoolean, location)) }
      throw .invalidSetting(SettingMistake(.notText, location, choices: preference.choices))
    }
  }

  private func resolved<Value>(_ preference: Preference<Value>, _ text: String, _ source: SettingSource)
    throws(Problem) -> ResolvedPreference<Value>
  {
    if Value.self == ThemeChoice.self, FileTheme.isPath(text), let value = ThemeChoice.theme(try Self.theme(text, source)) as? Value {
      return ResolvedPreference(value, source)
    }
    guard let value = preference.read(text) else {
      throw .invalidSetting(SettingMistake(.invalidValue, source, value: text.printable, choices: preference.choices), near: text)
    }
    return ResolvedPreference(value, source)
  }

  /// Reads a theme from the file `path`, which is relative to the configuration file that names it.
  private static func theme(_ path: String, _ source: SettingSource) throws(Problem) -> FileTheme {
    var path = path
    if !path.hasPrefix("/"), case .setting(_, let file) = source, let slash = file.lastIndex(of: "/") { path = file[...slash] + path }
    let document: ConfigurationDocument?
    do { document = try ConfigurationDocument.read(path, mustExist: true) } catch { throw ConfigurationFile.unreadable(error) }
    return try FileTheme(document?.members ?? [:], at: path)
  }

  /// The language of the locale, if it is supported. POSIX: the first variable that is set decides.
  private var localeLanguage: ResolvedPreference<any Language>? {
    guard let variable = Self.locale.first(where: { variables[$0] != nil }), let locale = variables[variable] else { return nil }
    return Languages.matching(locale).map { ResolvedPreference($0, .named(variable)) }
  }
}
