public import Localization
public import MessageBus
import OrderedJSON
public import Platform
public import Presentation
import Text

/// The display settings of front-ends, each with its source.
///
/// A command-line option takes precedence over the environment, and the environment over the section `explorer` of the configuration files:
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
  public let mouse: ResolvedPreference<Bool>
  /// Whether animations are shown.
  public let motion: ResolvedPreference<Bool>
  /// Whether records show the fields without data.
  public let absent: ResolvedPreference<Bool>
  /// Whether a record waits for all names of the records that it refers to.
  public let complete: ResolvedPreference<Bool>
  /// The keys of each action that the files override, not yet validated; see ``KeyMap/init(overriding:source:)``. Other actions keep their
  /// keys.
  public let keys: ResolvedPreference<[Action: [String]]>
  /// The mistakes, by setting. The default applies in place of an invalid value.
  private let mistakes: [(setting: String, problem: Problem)]
  /// The first mistake that does not matter: its source, the error and the valid values.
  public var warning: Problem? { mistakes.first?.problem }

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
    return Preferences(resolving: flags, { environment.raw($0) }, files).language.value
  }

  private init(resolving flags: [String: String], _ environment: (String) -> String?, _ files: ConfigurationFiles) {
    var mistakes: [(setting: String, problem: Problem)] = []
    func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    func attempt<Value>(_ setting: String, _ body: () throws(Problem) -> Value?) -> Value? {
      do throws(Problem) { return try body() } catch {
        mistakes.append((setting, error))
        return nil
      }
    }
    /// Returns the value of the option, the variable or the strongest file that has one. `before` takes precedence over the files.
    func resolve<Value>(
      _ preference: Preference<Value>, before: ResolvedPreference<Value>? = nil, or standard: ResolvedPreference<Value>
    ) -> ResolvedPreference<Value> {
      let found = attempt(preference.name) { () throws(Problem) -> ResolvedPreference<Value>? in
        if let text = flags[preference.name] { return try preference.resolved(text, .named(preference.flag)) }
        if let text = variable(preference.variable) { return try preference.resolved(text, .named(preference.variable)) }
        if let before { return before }
        for file in files.files { if let value = try preference.value(in: file) { return value } }
        return nil
      }
      return found ?? standard
    }
    // POSIX: the first variable that is set decides.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].first { variable($0) != nil }.flatMap { name in
      Languages.matching(variable(name) ?? "").map { ResolvedPreference<any Language>($0, .named(name)) }
    }
    language = resolve(.language, or: locale ?? ResolvedPreference(Languages.all[0]))
    units = resolve(.units, or: ResolvedPreference(.metric))
    for file in files.files { _ = attempt(Self.section) { () throws(Problem) -> Void? in try file.check() } }
    let noColor = variable("NO_COLOR").map { _ in ResolvedPreference(ThemeChoice.theme(NoColorTheme()), .named("NO_COLOR")) }
    theme = resolve(.theme, before: noColor, or: ResolvedPreference(.automatic))
    mouse = resolve(.mouse, or: ResolvedPreference(true))
    motion = resolve(.motion, or: ResolvedPreference(true))
    absent = resolve(.absent, or: ResolvedPreference(false))
    complete = resolve(.complete, or: ResolvedPreference(false))
    var keys: ResolvedPreference<[Action: [String]]>?
    // The strongest file that binds an action decides.
    for file in files.files {
      guard let found = attempt("keys", { () throws(Problem) in try file.keys }) else { continue }
      keys = keys.map { ResolvedPreference($0.value.merging(found.value) { own, _ in own }, .merged([$0.source, found.source])) } ?? found
    }
    self.keys = keys ?? ResolvedPreference([:])
    self.mistakes = mistakes
  }
}

extension Preference {
  /// Returns the value in the file; `nil` if it has none.
  fileprivate func value(in file: ConfigurationFile) throws(Problem) -> ResolvedPreference<Value>? {
    let source = file.source(of: name)
    switch file.section[name] {
    case nil, .null?: return nil
    case .string(let text)?: return try resolved(text, source)
    case .bool(let isOn)? where Value.self == Bool.self: return try resolved(isOn ? "on" : "off", source)
    default:
      let isSwitch = Value.self == Bool.self
      throw .invalidSetting(SettingMistake(isSwitch ? .notBoolean : .notText, source, choices: isSwitch ? [] : choices))
    }
  }

  fileprivate func resolved(_ text: String, _ source: SettingSource) throws(Problem) -> ResolvedPreference<Value> {
    if Value.self == ThemeChoice.self, FileTheme.isPath(text), let value = ThemeChoice.theme(try Self.theme(text, source)) as? Value {
      return ResolvedPreference(value, source)
    }
    guard let value = read(text) else {
      throw .invalidSetting(SettingMistake(.invalidValue, source, value: text.printable, choices: choices), near: text)
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
}

extension ConfigurationFile {
  /// The member `keys`: `{"sort": ["s", "ctrl-s"], "quit": "q"}`; an empty list removes all keys of an action. `nil` if the file has no
  /// bindings. Throws a problem of status 400 for an unknown action or a value that is not a list of strings.
  fileprivate var keys: ResolvedPreference<[Action: [String]]>? {
    get throws(Problem) {
      guard let member = section["keys"], !member.isNull else { return nil }
      guard let bindings = member.object else { throw .invalidSetting(SettingMistake(.notKeyObject, source(of: "keys"))) }
      var keys: [Action: [String]] = [:]
      for binding in bindings {
        let source = source(of: "keys.\(binding.name)")
        guard let action = Action(rawValue: binding.name) else {
          let mistake = SettingMistake(.unknownAction, source, choices: Action.allCases.map(\.rawValue))
          throw .invalidSetting(mistake, near: binding.name)
        }
        let listed = binding.value.array ?? [binding.value]
        let names = listed.compactMap(\.string)
        guard names.count == listed.count, !names.contains("") else { throw .invalidSetting(SettingMistake(.notKeyList, source)) }
        keys[action] = names
      }
      return ResolvedPreference(keys, source(of: "keys"))
    }
  }
}
