public import Localization
public import MessageBus
import OrderedJSON

/// What a person chose of how front-ends look and speak.
///
/// A flag wins over the environment, which wins over the section `explorer` of the configuration file; the first that names a preference
/// decides, and a wrong value there is an error:
///
///     {"explorer": {"theme": "light", "language": "de", "units": "imperial", "mouse": false, "motion": false,
///                   "keys": {"sort": ["s", "ctrl-s"], "quit": "q"}}}
public struct Preferences: Sendable {
  /// The section of the configuration file. Services keep off it, and front-ends off all others.
  public static let section = "explorer"
  /// Every member the section may have.
  public static let members = [
    Preference<ThemeChoice>.theme.name, Preference<any Language>.language.name, Preference<UnitSystem>.units.name,
    Preference<Bool>.mouse.name, Preference<Bool>.motion.name, "keys",
  ]

  /// By default the one that fits the terminal; no colours where `NO_COLOR` is set (no-color.org).
  public let theme: Chosen<ThemeChoice>
  /// By default that of the locale: `LC_ALL`, `LC_MESSAGES`, `LANG`.
  public let language: Chosen<any Language>
  public let units: Chosen<UnitSystem>
  /// By default `true`.
  public let mouse: Chosen<Bool>
  /// Whether things may move by themselves. By default `true`.
  public let motion: Chosen<Bool>
  /// The keys of each action that the file binds anew, as they stand there: whether they are keys is for the terminal to say. Actions that are
  /// not here keep their keys.
  public let keys: Chosen<[Action: [String]]>

  /// `flags` holds what the command line gave, by the name of the preference. `environment` answers `nil` for variables that are not set.
  /// Throws a problem of status 400 that names the place, what is wrong with it and what may be chosen.
  public init(
    flags: [String: String] = [:], environment: (String) -> String? = { _ in nil }, file: ConfigurationFile = .none
  ) throws(Problem) {
    let section = try file.section(Self.section, members: Self.members)
    let finder = PreferenceFinder(flags: flags, variables: environment, section: section)
    theme = try finder.theme() ?? Chosen(.automatic)
    language = try finder.find(Preference<any Language>.language) ?? finder.spoken ?? Chosen(Languages.all[0])
    units = try finder.find(Preference<UnitSystem>.units) ?? Chosen(.metric)
    mouse = try finder.find(Preference<Bool>.mouse) ?? Chosen(true)
    motion = try finder.find(Preference<Bool>.motion) ?? Chosen(true)
    keys = try KeyBindings.read(section) ?? Chosen([:])
  }
}
