import OrderedJSON

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

  /// Summary, default and environment variable, for `--help`.
  var helpText: String { "\(summary) (\(shownDefault.isEmpty ? "" : "default: \(shownDefault); ")\(variable))" }
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
