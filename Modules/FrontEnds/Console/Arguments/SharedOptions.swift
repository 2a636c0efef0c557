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
