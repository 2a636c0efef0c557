import OrderedJSON

/// An option of the command line, without a value (`--json`) or with one (`--timeout SECONDS`).
public struct OptionDefinition: Sendable {
  /// The long name without dashes: `timeout`.
  public let name: String
  public let short: Character?
  /// The placeholder for the value in the help; `nil` for a flag.
  public let placeholder: String?
  public let help: String
  /// The values to choose from; empty if there is no fixed list.
  public let choices: [String]
  /// The members of an error that describe other valid values than ``choices``: `minimum`, `maximum`, `exclusiveMinimum` and
  /// `unit`, or `minLength`.
  var limits: JSON.Object = [:]
  /// The choices that other programs call by another name, by that name.
  var synonyms: [String: String] = [:]
  /// Whether a value is valid.
  let accepts: @Sendable (String) -> Bool
  /// Returns the description of valid values: `a number of seconds greater than 0`. Only the help and messages need the text.
  let validValues: @Sendable () -> String

  /// The form of the option in the help: `-o, --output FORMAT`.
  var synopsis: String {
    let long = "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }

  /// The row of the option in a ``HelpList``.
  public var helpRow: (term: String, meaning: String) { (synopsis, help) }
}

/// An option without a value.
public struct Flag: Sendable {
  public let definition: OptionDefinition

  public init(_ name: String, short: Character? = nil, _ help: String) {
    definition = OptionDefinition(
      name: name, short: short, placeholder: nil, help: help, choices: [], accepts: { _ in false }, validValues: { "no value" })
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
    self.init(name, short: short, placeholder, help, validValues: expected, offering: [], read: read)
  }

  /// Creates an option that `read` parses. Shells offer `choices`.
  private init(
    _ name: String, short: Character?, _ placeholder: String, _ help: String, validValues: @escaping @Sendable () -> String,
    offering choices: [String], read: @escaping @Sendable (String) -> Value?
  ) {
    definition = OptionDefinition(
      name: name, short: short, placeholder: placeholder, help: help, choices: choices, accepts: { read($0) != nil },
      validValues: validValues)
    self.read = read
  }

  /// Creates an option whose value is one of `choices`. `synonyms` are names of other programs for some of them; they are not accepted.
  public init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, choices: [(String, Value)],
    synonyms: [String: String] = [:]
  ) {
    let words = choices.map(\.0)
    self.init(name, short: short, placeholder, help, validValues: { Self.oneOf(words) }, offering: words) { text in
      choices.first { $0.0 == text }?.1
    }
    definition.synonyms = synonyms
  }

  /// Creates an option whose values are named by `choices`. `read` may accept more than these.
  init(
    _ name: String, _ placeholder: String, _ help: String, offering choices: [String], read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(name, short: nil, placeholder, help, validValues: { Self.oneOf(choices) }, offering: choices, read: read)
  }

  private static func oneOf(_ choices: [String]) -> String { "one of \(choices.joined(separator: ", "))" }
}

extension Option where Value == String {
  /// Creates an option that takes any text that is not empty.
  public init(_ name: String, _ placeholder: String, _ help: String) {
    self.init(name, placeholder, help, expected: "a non-empty text") { $0.isEmpty ? nil : $0 }
    definition.limits = ["minLength": 1]
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
        ? "a number of seconds greater than \(first.text), at most \(last)" : "a number of seconds from \(first.text) to \(last)"
    ) { text in
      // Double also reads hexadecimal numbers.
      guard !text.contains(where: { "xX".contains($0) }), let seconds = Double(text), seconds <= Double(last),
        isExclusive ? seconds > least : seconds >= least
      else { return nil }
      return .seconds(seconds)
    }
    definition.limits = [isExclusive ? "exclusiveMinimum" : "minimum": first, "maximum": .number(last), "unit": "s"]
  }
}

extension JSON {
  fileprivate var text: String { String(decoding: bytes(), as: UTF8.self) }
}

extension Option where Value == Int {
  /// Creates an option that takes a whole number in `range`.
  public init(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String, in range: ClosedRange<Int>) {
    self.init(name, short: short, placeholder, help, expected: Self.description(of: range)) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
    definition.limits = ["minimum": .number(range.lowerBound)]
    if range.upperBound != .max { definition.limits["maximum"] = .number(range.upperBound) }
  }

  private static func description(of range: ClosedRange<Int>) -> String {
    let bounds = range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
    return "a whole number, \(bounds)"
  }
}
