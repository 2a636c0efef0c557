import Localization
import Presentation

/// The options that `holocron` and `holocron-tui` have in common. Preferences are read as text: the explorer's `Preferences` resolves them together with
/// the environment and the configuration file.
public enum SharedOptions {
  public static let bus = Option("bus", "ENDPOINT", "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)")
  public static let noAutostart = Flag("no-autostart", "Don't start holocron-node if nothing is running")
  public static let language = preference(
    .language, "LANGUAGE", "Set the language: \(list(Preference.language.choices)) (default: your locale, if available)")
  public static let units = preference(.units, "SYSTEM", "Set the units: metric (default) or imperial")
  public static let theme = preference(
    .theme, "NAME", "Set the theme: \(list(Preference.theme.choices)) (default: auto; respects NO_COLOR)")

  /// Returns an option for the text of a preference.
  private static func preference<Value>(_ preference: Preference<Value>, _ placeholder: String, _ help: String) -> Option<String> {
    let name = String(preference.flag.drop { $0 == "-" })
    return Option(name, placeholder, help, offering: preference.choices) { preference.read($0) == nil ? nil : $0 }
  }

  private static func list(_ choices: [String]) -> String { choices.joined(separator: ", ") }
}

/// The options of the explorer alone, and the options of `holocron-tui` by section of its help. ``SharedOptions`` has those that it shares with
/// the command line.
public enum ExplorerOptions {
  public static let search = Option("search", "TEXT", "Open the results of a search")
  public static let top = Flag("top", "Open the bus status: services, workers, queues, rates")
  public static let noMouse = Flag("no-mouse", "Don't capture the mouse")
  public static let noMotion = Flag("no-motion", "Disable animations")
  public static let plain = Flag("plain", "Print plain lines of text, for screen readers and pipes")
  public static let embedded = Flag("embedded", "Use the embedded catalogue without a bus; searches by name only")
  /// Not in the help: the explorer has no other JSON. `holocron` passes the option on.
  public static let json = Flag("json", "Print errors as JSON")
  public static let help = Flag("help", short: "h", "Show this help")
  public static let version = Flag("version", "Show the version")

  static let start = [search.definition, top.definition]
  static let display = [
    SharedOptions.theme.definition, SharedOptions.language.definition, SharedOptions.units.definition, noMouse.definition,
    noMotion.definition, plain.definition,
  ]
  static let connection = [SharedOptions.bus.definition, SharedOptions.noAutostart.definition, embedded.definition]
  static let about = [help.definition, version.definition]

  /// All options of `holocron-tui`.
  public static let all = start + display + connection + about + [json.definition]
}
