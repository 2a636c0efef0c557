public import Localization
public import MessageBus
import OrderedJSON
public import Platform
import Text

/// A display setting of the front-ends: its names, its default and its valid values.
public struct Preference: Sendable {
  /// The section of the configuration file that only front-ends read.
  public static let section = "explorer"

  /// The member of the section.
  public let name: String
  /// The command-line option, with its dashes.
  public let flag: String
  fileprivate let standard: String
  /// The valid values, for messages.
  public let choices: [String]
  /// Returns a valid value as ``Preferences`` holds it; `nil` for an invalid one.
  public let read: @Sendable (String) -> String?

  private init(_ name: String, flag: String, standard: String, _ choices: [String], read: @escaping @Sendable (String) -> String?) {
    (self.name, self.flag, self.standard, self.choices, self.read) = (name, flag, standard, choices, read)
  }

  private init(_ name: String, flag: String, isOn: Bool) {
    self.init(name, flag: flag, standard: isOn ? "on" : "off", Self.switchValues) { text in
      switch text.lowercased() {
      case "on", "true", "yes", "1": "on"
      case "off", "false", "no", "0": "off"
      default: nil
      }
    }
  }

  private static let switchValues = ["on", "off"]

  /// The whole key: `explorer.theme`.
  public var key: String { "\(Self.section).\(name)" }
  /// The environment variable.
  public var variable: String { "HOLOCRON_\(name.uppercased())" }
  public var isSwitch: Bool { choices == Self.switchValues }

  public static let theme = Preference("theme", flag: "--theme", standard: "auto", ["auto"] + Themes.all.map(\.name)) { text in
    let name = text.lowercased()
    return name == "auto" || Themes[name] != nil ? name : nil
  }
  public static let language = Preference("language", flag: "--lang", standard: Languages.all[0].code, Languages.all.map(\.code)) {
    Languages.matching($0)?.code
  }
  public static let units = Preference("units", flag: "--units", standard: UnitSystem.metric.rawValue, UnitSystem.allCases.map(\.rawValue))
  {
    UnitSystem(rawValue: $0.lowercased())?.rawValue
  }
  public static let mouse = Preference("mouse", flag: "--no-mouse", isOn: true)
  /// Whether animations are shown.
  public static let motion = Preference("motion", flag: "--no-motion", isOn: true)
  /// Whether records show the fields without data.
  public static let absent = Preference("absent", flag: "--all-fields", isOn: false)
  /// Whether a record waits for all names of the records that it refers to.
  public static let complete = Preference("complete", flag: "explorer.complete", isOn: false)

  public static let all = [theme, language, units, mouse, motion, absent, complete]

  /// All members that the section may have.
  static let members = all.map(\.name) + ["keys"]
}

/// The display settings of front-ends, each with its source.
///
/// A command-line option takes precedence over the environment, and the environment over the section `explorer` of the configuration files:
///
///     {"explorer": {"theme": "light", "language": "de", "units": "imperial", "mouse": false, "motion": false, "absent": true, "complete": true,
///                   "keys": {"sort": ["s", "ctrl-s"], "quit": "q"}}}
public struct Preferences: Sendable {
  /// The value and the source of each preference, by name.
  private var settings: [String: SettingRow] = [:]
  private var fileTheme: Theme?
  /// The keys of each action that the files override, not yet validated, and their sources; see ``keyMap()``.
  public private(set) var keys: [Action: (strokes: [String], source: SettingSource)] = [:]
  /// The mistakes, by setting. The default applies in place of an invalid value.
  private var mistakes: [(setting: String, problem: Problem)] = []
  /// The first mistake that does not matter: its source, the error and the valid values.
  public var warning: Problem? { mistakes.first?.problem }

  /// No colours if `NO_COLOR` is set (no-color.org); `nil` for the theme that suits the terminal's background, which is the default.
  public var theme: Theme? { fileTheme ?? Themes[self[.theme].value] }
  /// By default, the language of the locale (`LC_ALL`, `LC_MESSAGES`, `LANG`).
  public var language: any Language { Languages.matching(self[.language].value) ?? Languages.all[0] }
  public var units: UnitSystem { UnitSystem(rawValue: self[.units].value) ?? .metric }

  public subscript(preference: Preference) -> SettingRow {
    settings[preference.name] ?? SettingRow(name: preference.key, value: preference.standard, source: .standard)
  }

  public func isOn(_ preference: Preference) -> Bool { self[preference].value == "on" }

  /// All preferences, and the keys of the actions that have others than the standard ones.
  public var rows: [SettingRow] {
    Preference.all.map { self[$0] }
      + keys.sorted { $0.key.rawValue < $1.key.rawValue }.map { action, keys in
        SettingRow(name: action.setting, value: keys.strokes.joined(separator: " "), source: keys.source)
      }
  }

  /// Returns the key bindings. Throws a problem of status 400 that names the setting and the mistake.
  public func keyMap() throws(Problem) -> KeyMap {
    try KeyMap(overriding: keys.mapValues(\.strokes)) { keys[$0]?.source ?? .standard }
  }

  /// Resolves all preferences. `flags` holds the command-line values by preference name; `environment` returns `nil` for variables that are
  /// not set.
  ///
  /// Throws a problem of status 400 that names the source, the error and the valid values of an invalid value, except for a theme in the
  /// environment or in a file. `isForText` means that only mistakes in the language and the units matter.
  public init(
    flags: [String: String] = [:], environment: (String) -> String? = { _ in nil }, files: ConfigurationFiles = .none,
    isForText: Bool = false
  ) throws(Problem) {
    self.init(resolving: flags, environment, files)
    let fatal = mistakes.first { setting, _ in
      isForText ? ["language", "units"].contains(setting) : setting != "theme" || flags["theme"] != nil
    }
    if let fatal { throw fatal.problem }
  }

  /// Returns the language of help and messages: the default if the setting is invalid, which is reported where records are shown.
  public static func language(flags: [String: String], _ environment: Environment) -> any Language {
    let files = (try? ConfigurationFiles.read(environment: environment)) ?? .none
    return Preferences(resolving: flags, { environment.raw($0) }, files).language
  }

  private init(resolving flags: [String: String], _ environment: (String) -> String?, _ files: ConfigurationFiles) {
    func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    for file in files.files {
      attempt(Preference.section) { _ throws(Problem) in try file.checkSection() }
      // The strongest file that binds an action decides.
      attempt("keys") { preferences throws(Problem) in preferences.keys.merge(try file.keys) { strongest, _ in strongest } }
    }
    for preference in Preference.all {
      attempt(preference.name) { preferences throws(Problem) in
        if let text = flags[preference.name] { return try preferences.set(preference, text, .named(preference.flag)) }
        if let text = variable(preference.variable) { return try preferences.set(preference, text, .named(preference.variable)) }
        if preference.name == Self.theme, variable("NO_COLOR") != nil {
          return try preferences.set(preference, Theme.colorless.name, .named("NO_COLOR"))
        }
        for file in files.files {
          if let text = try file.text(of: preference) { return try preferences.set(preference, text, file.source(of: preference.name)) }
        }
      }
    }
    // POSIX: the first variable that is set decides.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].first { variable($0) != nil }
    if settings[Preference.language.name] == nil, let locale { try? set(.language, variable(locale) ?? "", .named(locale)) }
  }

  private static let theme = Preference.theme.name

  /// Runs `body`, and notes its mistake.
  private mutating func attempt(_ setting: String, _ body: (inout Preferences) throws(Problem) -> Void) {
    do throws(Problem) { try body(&self) } catch { mistakes.append((setting, error)) }
  }

  private mutating func set(_ preference: Preference, _ text: String, _ source: SettingSource) throws(Problem) {
    var value = preference.read(text)
    if preference.name == Self.theme, Theme.isPath(text) {
      fileTheme = try Theme(text, from: source)
      value = fileTheme?.name
    }
    guard let value else { throw .invalidValue(text, for: source, preference.choices) }
    settings[preference.name] = SettingRow(name: preference.key, value: value, source: source)
  }
}
