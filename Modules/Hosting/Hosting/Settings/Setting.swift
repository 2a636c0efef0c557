public import ArgumentParser
import Configuration

/// One thing a user can set: its key, its form, its default and what it is for, declared once.
///
/// The key `log.level` is the environment variable `HOLOCRON_LOG_LEVEL` and the member `level` of the member `log` in the configuration file;
/// `flag` is its name on the command line, without the two dashes.
public struct Setting<Value: Sendable>: Sendable {
  public let key: String
  public let flag: String
  public let form: SettingForm<Value>
  public let standard: Value
  /// One line for `--help`, without a full stop.
  public let purpose: String

  /// Without `flag` the flag is the last component of the key.
  public init(_ key: String, flag: String? = nil, _ form: SettingForm<Value>, standard: Value, _ purpose: String) {
    self.key = key
    self.flag = flag ?? String(key.split(separator: ".").last ?? Substring(key))
    self.form = form
    self.standard = standard
    self.purpose = purpose
  }

  /// The environment variable that sets it.
  public var variable: String { EnvironmentName.variable(key) }

  /// For an `@Option` of ArgumentParser: purpose, default and variable.
  public var help: ArgumentHelp { ArgumentHelp(helpText, valueName: form.valueName) }

  var helpText: String {
    let standard = form.write(standard)
    return "\(purpose) (\(standard.isEmpty ? "" : "default: \(standard); ")\(variable))"
  }

  /// What the command line says about it; `text` is `nil` when the flag was not given.
  public func given(_ text: String?) -> GivenFlag { GivenFlag(key: key, flag: flag, text: text) }

  /// For a flag without a value: given means true.
  public func given(_ isSet: Bool) -> GivenFlag where Value == Bool { given(isSet ? "true" : nil) }
}

/// A flag of the command line on its way to the settings.
public struct GivenFlag: Sendable, Hashable {
  let key: String
  let flag: String
  let text: String?
}

/// How keys are spelled as environment variables.
enum EnvironmentName {
  static let prefix = "HOLOCRON_"

  static func variable(_ key: String) -> String { prefix + key.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }
}
