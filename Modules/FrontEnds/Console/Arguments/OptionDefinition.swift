import OrderedJSON
import Presentation

/// An option of the command line, without a value (`--json`) or with one (`--timeout SECONDS`).
public struct OptionDefinition: Sendable {
  /// The long name without dashes: `timeout`.
  public let name: String
  public let short: Character?
  /// The placeholder for the value in the help; `nil` for a flag.
  public let placeholder: String?
  public let help: String
  /// The values to choose from; empty if there is no fixed list.
  public fileprivate(set) var choices: [String] = []
  /// Whether a value is valid.
  let accepts: @Sendable (String) -> Bool
  /// Returns the description of valid values: `a number of seconds greater than 0`. Only the help and messages need the text.
  let validValues: @Sendable () -> String

  /// The row of the option in a ``HelpList``: `-o, --output FORMAT` and its meaning.
  public var helpRow: (term: String, meaning: String) {
    ((short.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? ""), help)
  }
}

/// An option without a value.
public struct Flag: Sendable {
  public let definition: OptionDefinition

  public init(_ name: String, short: Character? = nil, _ help: String) {
    definition = OptionDefinition(
      name: name, short: short, placeholder: nil, help: help, accepts: { _ in false }, validValues: { "no value" })
  }
}

/// An option with a value.
public struct Option<Value: Sendable>: Sendable {
  public private(set) var definition: OptionDefinition
  let read: @Sendable (String) -> Value?

  /// Creates an option whose value `read` parses. `expected` describes valid values and completes the message "expected …".
  public init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, expected: @autoclosure @escaping @Sendable () -> String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    definition = OptionDefinition(
      name: name, short: short, placeholder: placeholder, help: help, accepts: { read($0) != nil }, validValues: expected)
    self.read = read
  }

  /// Creates an option whose values are named by `choices`. `read` may accept more than these.
  init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, offering choices: [String],
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(name, short: short, placeholder, help, expected: "one of \(choices.joined(separator: ", "))", read: read)
    definition.choices = choices
  }

  /// Creates an option whose value is one of `choices`.
  public init(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String, choices: [(String, Value)]) {
    self.init(name, short: short, placeholder, help, offering: choices.map(\.0)) { text in choices.first { $0.0 == text }?.1 }
  }
}

extension Option where Value == String {
  /// Creates an option that takes any text that is not empty.
  public init(_ name: String, _ placeholder: String, _ help: String) {
    self.init(name, placeholder, help, expected: "a non-empty text") { $0.isEmpty ? nil : $0 }
  }

  /// Creates an option whose valid values are `choices`. Any text that is not empty is read: the command itself checks it.
  public init(_ name: String, _ placeholder: String, _ help: String, offering choices: [String]) {
    self.init(name, placeholder, help, offering: choices) { $0.isEmpty ? nil : $0 }
  }
}

extension Option where Value == Duration {
  /// Creates an option that takes a number of seconds from `least` to `last`; with `isExclusive`, it must be greater than `least`.
  public init(_ name: String, _ placeholder: String, _ help: String, secondsFrom least: Double, isExclusive: Bool = false, to last: Int) {
    let first = JSON.number(least)
    self.init(
      name, placeholder, help,
      expected: isExclusive
        ? "a number of seconds greater than \(first.text()), at most \(last)" : "a number of seconds from \(first.text()) to \(last)"
    ) { text in
      // Double also reads hexadecimal numbers.
      guard !text.contains(where: { "xX".contains($0) }), let seconds = Double(text), seconds <= Double(last),
        isExclusive ? seconds > least : seconds >= least
      else { return nil }
      return .seconds(seconds)
    }
  }
}

extension Option where Value == Int {
  /// Creates an option that takes a whole number in `range`.
  public init(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String, in range: ClosedRange<Int>) {
    let isOpen = range.upperBound == .max
    let bounds = isOpen ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
    self.init(name, short: short, placeholder, help, expected: "a whole number, \(bounds)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

/// The options that `holocron` and `holocron-tui` have in common. Preferences are read as text: ``Preferences`` resolves them together with the
/// environment and the configuration files.
public enum SharedOptions {
  public static let bus = Option(
    "bus", "ENDPOINT",
    "Connect to ipc:///path, tcp://host:port, or the first that answers of 'tcp://a:5555 tcp://b:5555' (default: HOLOCRON_BUS, or your own bus)"
  )
  public static let noAutostart = Flag("no-autostart", "Don't start holocron-node if nothing is running")
  public static let language = preference(
    .language, "LANGUAGE", "Set the language: \(list(Preference.language.choices)) (default: your locale, if available)")
  public static let units = preference(.units, "SYSTEM", "Set the units: metric (default) or imperial")
  public static let theme = preference(
    .theme, "NAME", "Set the theme: \(list(Preference.theme.choices)) (default: auto; respects NO_COLOR)")

  private static func preference(_ preference: Preference, _ placeholder: String, _ help: String) -> Option<String> {
    let name = String(preference.flag.drop { $0 == "-" })
    return Option(name, placeholder, help, offering: preference.choices) { preference.read($0) == nil ? nil : $0 }
  }

  private static func list(_ choices: [String]) -> String { choices.joined(separator: ", ") }
}

/// The options of the explorer alone, and the options of `holocron-tui` by section of its help.
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
