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
