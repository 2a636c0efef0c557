public import Localization
public import MessageBus
import OrderedJSON
public import Presentation

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
    mouse = try resolver.resolve(Preference<Bool>.mouse) ?? ResolvedPreference(true)
    motion = try resolver.resolve(Preference<Bool>.motion) ?? ResolvedPreference(true)
    absent = try resolver.resolve(Preference<Bool>.absent) ?? ResolvedPreference(false)
    complete = try resolver.resolve(Preference<Bool>.complete) ?? ResolvedPreference(false)
    keys = try KeyBindings.read(files.sections(Self.section)) ?? ResolvedPreference([:])
  }
}
