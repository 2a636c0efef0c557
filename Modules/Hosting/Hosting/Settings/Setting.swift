public import MessageBus
import Text

/// A user setting, declared once: its key, syntax, default and help text.
///
/// The key `log.level` is set by the option `--log-level`, by the environment variable `HOLOCRON_LOG_LEVEL`, and by the member `level` of the
/// member `log` in the configuration file.
public struct Setting<Value: Sendable>: AnySetting {
  public let key: String
  public let flag: String
  public let syntax: SettingSyntax<Value>
  public let defaultValue: Value
  public let summary: String
  public let repetition: String?
  private let defaultText: String?

  /// Creates a setting. `flag` defaults to the last component of the key; `defaultText` describes a default that is computed; an option that
  /// may be given several times has `repetition` between its values.
  public init(
    _ key: String, flag: String? = nil, _ syntax: SettingSyntax<Value>, default defaultValue: Value, defaultText: String? = nil,
    repetition: String? = nil, _ summary: String
  ) {
    self.key = key
    self.flag = flag ?? String(key.split(separator: ".").last ?? Substring(key))
    self.syntax = syntax
    self.defaultValue = defaultValue
    self.defaultText = defaultText
    self.repetition = repetition
    self.summary = summary
  }

  public var valueName: String? { Value.self == Bool.self ? nil : syntax.valueName }
  public var expected: String { syntax.expected }
  public var shownDefault: String { defaultText ?? syntax.format(defaultValue) }
  public func accepts(_ text: String) -> Bool { syntax.parse(text) != nil }
}

/// A setting of any type.
public protocol AnySetting: Sendable {
  var key: String { get }
  /// The name of the command-line option, without its dashes.
  var flag: String { get }
  /// One line for `--help`: a short imperative without a full stop.
  var summary: String { get }
  /// The text between the values of an option that is repeated; `nil` if the last value counts.
  var repetition: String? { get }
  /// The placeholder of the value in `--help`; `nil` for an option that takes no value.
  var valueName: String? { get }
  /// Completes "expected …" in an error.
  var expected: String { get }
  var shownDefault: String { get }
  func accepts(_ text: String) -> Bool
}

extension AnySetting {
  /// The environment variable for this setting.
  public var variable: String { "HOLOCRON_" + key.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }

  /// The option, whose help has summary, default and environment variable.
  var option: CommandLineOptions.Option {
    let text = shownDefault.isEmpty ? "" : "default: \(shownDefault); "
    return CommandLineOptions.Option(name: flag, valueName: valueName, help: "\(summary) (\(text)\(variable))", repetition: repetition)
  }
}

/// Settings that belong together, with a rule that the syntax of one of them does not express.
public struct SettingsGroup: Sendable {
  let settings: [any AnySetting]
  let check: @Sendable (SettingsReader) throws(HostError) -> Void

  /// - Parameter check: throws ``HostErrorCode/usage`` for values that do not fit together. Each value is valid by itself.
  public init(_ settings: [any AnySetting], check: @escaping @Sendable (SettingsReader) throws(HostError) -> Void = { _ in }) {
    self.settings = settings
    self.check = check
  }
}

/// The text syntax of a setting: a description, a parser and a formatter.
public struct SettingSyntax<Value: Sendable>: Sendable {
  /// Completes "expected …" in an error: `a duration such as 500ms, 2s or 10m`.
  public let expected: String
  /// The placeholder of the value in `--help`: `duration`.
  public let valueName: String
  let parse: @Sendable (String) -> Value?
  let format: @Sendable (Value) -> String

  /// `parse` returns `nil` for invalid text.
  public init(
    _ expected: String, valueName: String, parse: @escaping @Sendable (String) -> Value?,
    format: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) {
    self.expected = expected
    self.valueName = valueName
    self.parse = parse
    self.format = format
  }

  /// The same syntax for an optional setting. The default `nil` is not shown in help.
  public var optional: SettingSyntax<Value?> {
    SettingSyntax<Value?>(expected, valueName: valueName, parse: { parse($0).map(Optional.some) }, format: { $0.map(format) ?? "" })
  }
}

extension SettingSyntax where Value == String {
  /// Any non-empty text.
  public static func text(_ expected: String = "text", valueName: String = "text") -> SettingSyntax {
    SettingSyntax(expected, valueName: valueName, parse: { $0.isEmpty ? nil : $0 })
  }
}

extension SettingSyntax where Value == [String] {
  /// One or more non-empty texts, separated by commas.
  public static func list(_ expected: String, valueName: String) -> SettingSyntax {
    let parse: @Sendable (String) -> [String]? = { text in
      let items = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "\n" }.map { item in
        String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return items.contains("") ? nil : items
    }
    return SettingSyntax(expected, valueName: valueName, parse: parse, format: { $0.joined(separator: ",") })
  }
}

extension SettingSyntax where Value == Int {
  public static func integer(_ range: ClosedRange<Int>, valueName: String = "n") -> SettingSyntax {
    SettingSyntax("a whole number from \(range.lowerBound) to \(range.upperBound)", valueName: valueName, in: range, { Int($0) })
  }

  /// A size in bytes: `65536`, `64KiB`, `16MiB`, `1GiB`.
  public static func bytes(_ range: ClosedRange<Int>) -> SettingSyntax {
    let bounds = "\(ByteCount.format(range.lowerBound)) to \(ByteCount.format(range.upperBound))"
    return SettingSyntax(
      "a size from \(bounds), such as 65536, 64KiB or 16MiB", valueName: "size", in: range, ByteCount.parse, ByteCount.format)
  }
}

extension SettingSyntax where Value == Bool {
  public static var flag: SettingSyntax {
    let words = ["true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false, "0": false]
    return SettingSyntax("true or false", valueName: "bool", parse: { words[$0.lowercased()] })
  }
}

extension SettingSyntax where Value == Duration {
  /// `500ms`, `2s`, `10m`, `24h`, `30d`; `0` needs no unit.
  public static func duration(_ range: ClosedRange<Duration>) -> SettingSyntax {
    let bounds = "\(DurationText.format(range.lowerBound)) to \(DurationText.format(range.upperBound))"
    return SettingSyntax(
      "a duration from \(bounds), such as 500ms, 2s, 10m or 24h", valueName: "duration", in: range, DurationText.parse, DurationText.format)
  }
}

extension SettingSyntax where Value: Comparable {
  fileprivate init(
    _ expected: String, valueName: String, in range: ClosedRange<Value>, _ parse: @escaping @Sendable (String) -> Value?,
    _ format: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) {
    self.init(expected, valueName: valueName, parse: { parse($0).flatMap { range.contains($0) ? $0 : nil } }, format: format)
  }
}

extension SettingSyntax where Value == [Endpoint] {
  /// One or more endpoints that other processes can reach.
  public static var endpoints: SettingSyntax {
    SettingSyntax(
      "ipc:///path or tcp://host:port, with a path of at most \(Endpoint.maxPathLength) bytes", valueName: "endpoint",
      parse: { try? BusAddress.endpoints($0) }, format: { $0.map(\.description).joined(separator: " ") })
  }
}

extension SettingSyntax where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the raw values of an enumeration.
  public static func choice(valueName: String) -> SettingSyntax {
    let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return SettingSyntax("one of \(choices)", valueName: valueName, parse: { Value(rawValue: $0.lowercased()) }, format: { $0.rawValue })
  }
}
