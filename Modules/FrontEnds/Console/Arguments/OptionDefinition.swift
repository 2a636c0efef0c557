/// An option of the command line, without a value (`--json`) or with one (`--timeout SECONDS`).
public struct OptionDefinition: Sendable {
  /// The long name without dashes: `timeout`.
  public let name: String
  public let short: Character?
  /// The placeholder for the value in the help; `nil` for a flag.
  public let placeholder: String?
  public let help: String
  /// Whether a value is valid.
  let accepts: @Sendable (String) -> Bool
  /// A description of valid values: `a number of seconds greater than 0`.
  let expected: String

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
    definition = OptionDefinition(name: name, short: short, placeholder: nil, help: help, accepts: { _ in false }, expected: "no value")
  }
}

/// An option with a value.
public struct Option<Value: Sendable>: Sendable {
  public let definition: OptionDefinition
  let read: @Sendable (String) -> Value?

  /// Creates an option whose value `read` parses. `expected` describes valid values and completes the message "expected …".
  public init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, expected: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    definition = OptionDefinition(
      name: name, short: short, placeholder: placeholder, help: help, accepts: { read($0) != nil }, expected: expected)
    self.read = read
  }

  /// Creates an option whose value is one of `choices`.
  public init(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String, choices: [(String, Value)]) {
    self.init(name, short: short, placeholder, help, expected: "one of \(choices.map(\.0).joined(separator: ", "))") { text in
      choices.first { $0.0 == text }?.1
    }
  }
}

extension Option where Value == String {
  /// Creates an option that takes any text that is not empty.
  public init(_ name: String, _ placeholder: String, _ help: String) {
    self.init(name, placeholder, help, expected: "a non-empty text") { $0.isEmpty ? nil : $0 }
  }
}

extension Option where Value == Int {
  /// Creates an option that takes a whole number in `range`.
  public init(_ name: String, _ placeholder: String, _ help: String, in range: ClosedRange<Int>) {
    let bound = range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
    self.init(name, placeholder, help, expected: "a whole number, \(bound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
