/// A switch of the command line: `--json`, or with a value `--timeout SECONDS`.
struct Switch: Sendable {
  /// Without the dashes: `timeout`.
  let name: String
  let short: Character?
  /// What stands for the value in the help; `nil` when there is none.
  let placeholder: String?
  let help: String
  /// Whether a value is of the right form, and what the right form is.
  let accepts: @Sendable (String) -> Bool
  let expected: String

  /// `--timeout SECONDS`
  var synopsis: String {
    let long = "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}

/// A switch that is there or not.
struct Flag: Sendable {
  let definition: Switch

  init(_ name: String, short: Character? = nil, _ help: String) {
    definition = Switch(name: name, short: short, placeholder: nil, help: help, accepts: { _ in false }, expected: "no value")
  }
}

/// A switch with a value.
struct Option<Value: Sendable>: Sendable {
  let definition: Switch
  let read: @Sendable (String) -> Value?

  /// `expected` completes the sentence "--timeout takes …".
  init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, expected: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    definition = Switch(
      name: name, short: short, placeholder: placeholder, help: help, accepts: { read($0) != nil }, expected: expected)
    self.read = read
  }

  /// A value that must be one of `choices`.
  init(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String, choices: [(String, Value)]) {
    self.init(name, short: short, placeholder, help, expected: "one of \(choices.map(\.0).joined(separator: ", "))") { text in
      choices.first { $0.0 == text }?.1
    }
  }
}

extension Option where Value == String {
  /// Any text that is not empty.
  init(_ name: String, _ placeholder: String, _ help: String) {
    self.init(name, placeholder, help, expected: "a text") { $0.isEmpty ? nil : $0 }
  }
}

extension Option where Value == Int {
  init(_ name: String, _ placeholder: String, _ help: String, in range: ClosedRange<Int>) {
    let bound = range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
    self.init(name, placeholder, help, expected: "a whole number, \(bound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
