public import ArgumentParser
import Configuration
import OrderedJSON

/// A user setting: its key, syntax, default and help text, declared once.
///
/// The key `log.level` is set by the environment variable `HOLOCRON_LOG_LEVEL` and by the member `level` of the member `log` in the
/// configuration file. `flag` is the name of the command-line option, without the two dashes.
public struct Setting<Value: Sendable>: Sendable {
  public let key: String
  public let flag: String
  public let syntax: SettingSyntax<Value>
  public let defaultValue: Value
  /// One line for `--help`: a short imperative without a full stop.
  public let summary: String
  private let defaultText: String?

  /// Creates a setting. `flag` defaults to the last component of the key; `defaultText` describes a default that is computed.
  public init(
    _ key: String, flag: String? = nil, _ syntax: SettingSyntax<Value>, default defaultValue: Value, defaultText: String? = nil,
    _ summary: String
  ) {
    self.key = key
    self.flag = flag ?? String(key.split(separator: ".").last ?? Substring(key))
    self.syntax = syntax
    self.defaultValue = defaultValue
    self.defaultText = defaultText
    self.summary = summary
  }

  /// The environment variable for this setting.
  public var variable: String { EnvironmentName.variable(key) }

  /// The help of an ArgumentParser `@Option`: summary, default and environment variable.
  public var help: ArgumentHelp { ArgumentHelp(helpText, valueName: syntax.valueName) }

  var helpText: String {
    let shownDefault = defaultText ?? syntax.format(defaultValue)
    return "\(summary) (\(shownDefault.isEmpty ? "" : "default: \(shownDefault); ")\(variable))"
  }

  /// Returns the value given on the command line; `text` is `nil` if the option was omitted.
  public func given(_ text: String?) -> FlagValue {
    FlagValue(key: key, flag: flag, text: text) { settings in
      describe(settings)
    } check: { (settings: SettingsReader) throws(HostError) in
      _ = try settings.value(self)
    }
  }

  private func describe(_ settings: SettingsReader) -> JSON {
    let shownDefault = defaultText ?? syntax.format(defaultValue)
    var members: JSON.Object = [
      "key": .string(key), "variable": .string(variable), "expected": .string(syntax.expected), "default": .string(shownDefault),
    ]
    members["value"] = settings.text(of: self).map { .string($0) }
    members["source"] = settings.source(of: self).map { .string($0) }
    members["file"] = settings.file(of: self).map { .string($0) }
    do { _ = try settings.value(self) } catch { members["error"] = .string(error.message) }
    return .object(members)
  }

  /// Returns the values of an option that may be repeated; empty if the option was omitted.
  public func given(_ texts: [String]) -> FlagValue where Value == [String] { given(texts.isEmpty ? nil : texts.joined(separator: ",")) }

  /// Returns the value of a flag that takes no argument: present means true.
  public func given(_ isSet: Bool) -> FlagValue where Value == Bool { given(isSet ? "true" : nil) }
}

/// A command-line option for a setting; its text is `nil` if the option was omitted.
public struct FlagValue: Sendable {
  let key: String
  let flag: String
  let text: String?
  /// Returns what ``SettingsReader/description`` says about the setting.
  let describe: @Sendable (SettingsReader) -> JSON
  /// Throws the error of an invalid value of the setting, from whichever source it comes.
  let check: @Sendable (SettingsReader) throws(HostError) -> Void

  /// Returns the value with a further check of the setting, for rules that its syntax does not express.
  public func checking(_ further: @escaping @Sendable (SettingsReader) throws(HostError) -> Void) -> FlagValue {
    FlagValue(key: key, flag: flag, text: text, describe: describe) { (settings: SettingsReader) throws(HostError) in
      try check(settings)
      try further(settings)
    }
  }
}

/// Names of environment variables.
enum EnvironmentName {
  static let prefix = "HOLOCRON_"

  static func variable(_ key: String) -> String { prefix + key.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }
}
