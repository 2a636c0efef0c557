public import Localization
public import MessageBus
import OrderedJSON
public import Platform
public import Presentation
import Text

/// The display settings of front-ends, each with its source.
///
/// A command-line option takes precedence over the environment, and the environment over the section `explorer` of the configuration files.
/// An invalid value in the deciding source is an error, except for a theme in the environment or in the file, which is a warning:
///
///     {"explorer": {"theme": "light", "language": "de", "units": "imperial", "mouse": false, "motion": false, "absent": true, "complete": true,
///                   "keys": {"sort": ["s", "ctrl-s"], "quit": "q"}}}
public struct Preferences: Sendable {
  /// The section of the configuration file that only front-ends read.
  public static let section = "explorer"
  /// All members that the section may have.
  public static let members = [
    Preference<ThemeChoice>.theme.name, Preference<any Language>.language.name, Preference<UnitSystem>.units.name,
    Preference<Bool>.mouse.name, Preference<Bool>.motion.name, Preference<Bool>.absent.name,
    Preference<Bool>.complete.name, "keys",
  ]

  /// Default: the theme that suits the terminal; no colours if `NO_COLOR` is set (no-color.org).
  public let theme: ResolvedPreference<ThemeChoice>
  /// Default: the language of the locale (`LC_ALL`, `LC_MESSAGES`, `LANG`).
  public let language: ResolvedPreference<any Language>
  public let units: ResolvedPreference<UnitSystem>
  /// Default: `true`.
  public let mouse: ResolvedPreference<Bool>
  /// Whether animations are shown. Default: `true`.
  public let motion: ResolvedPreference<Bool>
  /// Whether records show the fields without data. Default: `false`.
  public let absent: ResolvedPreference<Bool>
  /// Whether a record waits for all names of the records that it refers to. Default: `false`.
  public let complete: ResolvedPreference<Bool>
  /// The keys of each action that the file overrides, not yet validated; see ``KeyMap/init(overriding:source:)``. Other actions keep their
  /// keys.
  public let keys: ResolvedPreference<[Action: [String]]>
  /// An invalid theme in the environment or in the file, in whose place the default is used: its source, the error and the valid values.
  public let warning: Problem?

  /// Resolves all preferences. `flags` holds the command-line values by preference name; `environment` returns `nil` for variables that are
  /// not set. Throws a problem of status 400 that names the source, the error and the valid values.
  public init(
    flags: [String: String] = [:], environment: (String) -> String? = { _ in nil }, files: ConfigurationFiles = .none
  ) throws(Problem) {
    let resolver = PreferenceResolver(flags: flags, variables: environment, sections: files.sections(Self.section))
    try self.init(language: resolver.language(), units: resolver.units(), by: resolver, files: files)
  }

  /// Resolves the preferences besides `language` and `units`. Throws a problem of status 400 like the public initializer.
  init(
    language: ResolvedPreference<any Language>, units: ResolvedPreference<UnitSystem>, by resolver: PreferenceResolver,
    files: ConfigurationFiles
  ) throws(Problem) {
    try files.check(Self.section, members: Self.members)
    self.language = language
    self.units = units
    (theme, warning) = try resolver.themeOrDefault()
    mouse = try resolver.resolve(.mouse) ?? ResolvedPreference(true)
    motion = try resolver.resolve(.motion) ?? ResolvedPreference(true)
    absent = try resolver.resolve(.absent) ?? ResolvedPreference(false)
    complete = try resolver.resolve(.complete) ?? ResolvedPreference(false)
    keys = try KeyBindings.read(files.sections(Self.section)) ?? ResolvedPreference([:])
  }
}

/// The preferences that commands need to print text: language and units, each with its source. They have the same sources as ``Preferences``.
///
/// A mistake in another preference keeps the explorer from starting, but does not matter to text: it is a warning here.
public struct TextPreferences: Sendable {
  public let language: ResolvedPreference<any Language>
  public let units: ResolvedPreference<UnitSystem>
  /// The mistake in another preference: its source, the error and the valid values; `nil` if there is none.
  public let warning: Problem?

  /// Resolves language and units. The parameters are those of ``Preferences/init(flags:environment:files:)``. Throws a problem of status 400
  /// if one of the two is invalid.
  public init(
    flags: [String: String] = [:], environment: (String) -> String? = { _ in nil }, files: ConfigurationFiles = .none
  ) throws(Problem) {
    let resolver = PreferenceResolver(flags: flags, variables: environment, sections: files.sections(Preferences.section))
    let language = try resolver.language()
    let units = try resolver.units()
    self.language = language
    self.units = units
    do throws(Problem) {
      warning = try Preferences(language: language, units: units, by: resolver, files: files).warning
    } catch {
      warning = error
    }
  }
  /// Returns the language of help and messages: English if the setting is invalid, which is reported where records are shown.
  public static func language(flags: [String: String], _ environment: Environment) -> any Language {
    let files = (try? ConfigurationFiles.read(environment: environment)) ?? .none
    let resolver = PreferenceResolver(
      flags: flags, variables: { environment.raw($0) }, sections: files.sections(Preferences.section))
    return (try? resolver.language())?.value ?? English()
  }
}

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

  /// Returns the value of the option, the variable or the strongest configuration file that has one. `variable` takes precedence over the files.
  func resolve<Value>(_ preference: Preference<Value>, or variable: ResolvedPreference<Value>? = nil)
    throws(Problem) -> ResolvedPreference<Value>?
  {
    if let text = flags[preference.name] { return try resolved(preference, text, .named(preference.flag)) }
    if let text = variables[preference.variable] { return try resolved(preference, text, .named(preference.variable)) }
    if let variable { return variable }
    for section in sections {
      if let value = try fileValue(preference, section) { return value }
    }
    return nil
  }

  /// Returns the theme, by default the one that suits the terminal. An invalid one is an error on the command line, and otherwise a warning
  /// beside the default: a theme does not matter enough to keep a program from starting.
  func themeOrDefault() throws(Problem) -> (ResolvedPreference<ThemeChoice>, warning: Problem?) {
    let noColor = variables["NO_COLOR"].map { _ in ResolvedPreference(ThemeChoice.theme(NoColorTheme()), .named("NO_COLOR")) }
    do { return (try resolve(.theme, or: noColor) ?? ResolvedPreference(.automatic), nil) } catch {
      guard flags[Preference<ThemeChoice>.theme.name] == nil else { throw error }
      return (ResolvedPreference(.automatic), error)
    }
  }

  /// Returns the language, by default that of the locale.
  func language() throws(Problem) -> ResolvedPreference<any Language> {
    try resolve(.language) ?? localeLanguage ?? ResolvedPreference(Languages.all[0])
  }

  func units() throws(Problem) -> ResolvedPreference<UnitSystem> { try resolve(.units) ?? ResolvedPreference(.metric) }

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

/// Reads the member `keys`: `{"sort": ["s", "ctrl-s"], "quit": "q"}`. An empty list removes all keys of an action.
enum KeyBindings {
  /// Merges the bindings of all files: the strongest file that binds an action decides. Returns `nil` if none has bindings.
  static func read(_ sections: [ConfigurationFile.Section]) throws(Problem) -> ResolvedPreference<[Action: [String]]>? {
    var merged: ResolvedPreference<[Action: [String]]>?
    for section in sections {
      guard let weaker = try read(section) else { continue }
      merged =
        merged.map { ResolvedPreference($0.value.merging(weaker.value) { own, _ in own }, .merged([$0.source, weaker.source])) } ?? weaker
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
