import Configuration
import OrderedJSON
import Platform

/// Reads settings from command-line options, then the environment, then the configuration files of the user and of the system, then the
/// defaults. The first source that has a value wins; an invalid value is an error and never falls through to the next source.
public struct SettingsReader: Sendable {
  /// The environment variables passed to the initializer.
  public let environment: [String: String]
  /// The absolute path of the configuration file that `--config` or `HOLOCRON_CONFIG` names; `nil` without either.
  let namedFile: String?
  private let flags: [FlagValue]
  private let files: [ConfigFile]
  private let reader: ConfigReader
  private let sources: [Source]

  /// A source of values, and the name of a setting in that source.
  private struct Source: Sendable {
    let provider: any ConfigProvider
    /// The path of a configuration file; `nil` for options and variables.
    var file: String?
    let name: @Sendable (_ key: String, _ flag: String) -> String
  }

  /// Reads the configuration files, if any. A file named by `--config` or `HOLOCRON_CONFIG` must exist, and is the only one that is read.
  /// Throws ``HostErrorCode/usage`` if a file is not a JSON object of settings.
  public init(flags: [FlagValue] = [], environment: [String: String], file: String? = nil) throws(HostError) {
    let variables = environment.filter { $0.key.hasPrefix(EnvironmentName.prefix) && !$0.value.isEmpty }
    let named = file ?? variables[EnvironmentName.variable("config")]
    let files = try ConfigFile.readAll(named: named, environment: environment)
    self.flags = flags
    self.files = files
    self.environment = environment
    namedFile = named.map(Self.absolute)
    sources =
      [
        Source(provider: InMemoryProvider(name: "flags", values: Self.values(flags))) { _, flag in "--\(flag)" },
        Source(provider: EnvironmentVariablesProvider(environmentVariables: variables).prefixKeys(with: "holocron")) { key, _ in
          EnvironmentName.variable(key)
        },
      ]
      + files.map { file in
        let path = file.path
        return Source(provider: InMemoryProvider(name: "file", values: file.values), file: path) { key, _ in "'\(key)' in \(path)" }
      }
    reader = ConfigReader(providers: sources.map(\.provider))
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = Folder.current else { return path }
    return "\(folder)/\(path)"
  }

  private static func values(_ flags: [FlagValue]) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for flag in flags {
      if let text = flag.text { values[AbsoluteConfigKey(ConfigKey(flag.key))] = ConfigValue(.string(text), isSecret: false) }
    }
    return values
  }

  /// Checks the values of all settings passed to the initializer, and the names of the settings in the configuration file. Sections of the
  /// file that only other programs read are skipped.
  /// Throws ``HostErrorCode/usage`` for an invalid value or an unknown name; the message names the source.
  func check() throws(HostError) {
    for flag in flags { try flag.check(self) }
    // Every service reads these, but not every service has options for them.
    let common = [HostSettings.bus.key, HostSettings.events.key, HostSettings.heartbeat.key, HostSettings.credit.key]
    for file in files { try file.checkNames(knowing: flags.map(\.key) + common) }
  }

  /// Returns the value of a setting. Throws ``HostErrorCode/usage`` for an invalid value; the message names the source, the text and the
  /// expected syntax.
  public func value<Value>(_ setting: Setting<Value>) throws(HostError) -> Value {
    guard let text = reader.string(forKey: ConfigKey(setting.key)) else { return setting.defaultValue }
    if let value = setting.syntax.parse(text) { return value }
    let source = source(of: setting) ?? setting.key
    throw HostError(.usage, "invalid value '\(text)' for \(source): expected \(setting.syntax.expected)")
  }

  /// Returns the source of a setting's value under the name that users know: `--heartbeat`, `HOLOCRON_BUS_HEARTBEAT`, or
  /// `'bus.heartbeat' in /home/u/.config/holocron/config.json`; `nil` if the default applies.
  public func source<Value>(of setting: Setting<Value>) -> String? {
    rank(of: setting).map { sources[$0].name(setting.key, setting.flag) }
  }

  /// Returns the path of the configuration file that has a setting's value; `nil` if another source has it, or if the default applies.
  func file<Value>(of setting: Setting<Value>) -> String? { rank(of: setting).flatMap { sources[$0].file } }

  /// Returns the settings passed to the initializer, for `holocron config`: of each the key, the variable, the syntax, the default, the value
  /// as text, its source and its file, and the error of an invalid value.
  var description: JSON { ["settings": .array(flags.map { $0.describe(self) })] }

  /// Returns the text of a setting in the strongest source that has one, whether or not it is valid; `nil` if the default applies.
  func text<Value>(of setting: Setting<Value>) -> String? { reader.string(forKey: ConfigKey(setting.key)) }

  /// Returns whether `other` has a value from a stronger source than that of `setting`.
  func isOverridden<Value, Other>(_ setting: Setting<Value>, by other: Setting<Other>) -> Bool {
    guard let otherRank = rank(of: other) else { return false }
    return otherRank < rank(of: setting) ?? sources.count
  }

  /// The index of the first source that has a value; `nil` if the default applies.
  private func rank<Value>(of setting: Setting<Value>) -> Int? {
    let key = AbsoluteConfigKey(ConfigKey(setting.key))
    return sources.firstIndex { (try? $0.provider.value(forKey: key, type: .string).value) != nil }
  }
}
