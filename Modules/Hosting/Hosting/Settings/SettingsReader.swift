import Configuration

/// Values of settings: flags, then the environment, then the configuration file, then the default. The first source that names a
/// setting decides; a wrong value there is an error and never falls through to the next source.
public struct SettingsReader: Sendable {
  /// The environment as it was handed in.
  public let environment: [String: String]
  private let reader: ConfigReader
  private let sources: [Source]

  /// Where a value can come from, and how it names a setting there.
  private struct Source: Sendable {
    let provider: any ConfigProvider
    let name: @Sendable (_ key: String, _ flag: String) -> String
  }

  /// Reads the configuration file if there is one. A file that `--config` or `HOLOCRON_CONFIG` names must exist.
  /// Throws ``HostError/Code/usage`` when the file is not a JSON object of settings.
  public init(flags: [GivenFlag] = [], environment: [String: String], file: String? = nil) throws(HostError) {
    let variables = environment.filter { $0.key.hasPrefix(EnvironmentName.prefix) && !$0.value.isEmpty }
    let file = try ConfigFile(named: file ?? variables[EnvironmentName.variable("config")], environment: environment)
    let path = file.path
    self.environment = environment
    sources = [
      Source(provider: InMemoryProvider(name: "flags", values: Self.values(flags))) { _, flag in "--\(flag)" },
      Source(provider: EnvironmentVariablesProvider(environmentVariables: variables).prefixKeys(with: "holocron")) { key, _ in
        EnvironmentName.variable(key)
      }, Source(provider: InMemoryProvider(name: "file", values: file.values)) { key, _ in "'\(key)' in \(path)" },
    ]
    reader = ConfigReader(providers: sources.map(\.provider))
  }

  private static func values(_ flags: [GivenFlag]) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for flag in flags {
      if let text = flag.text { values[AbsoluteConfigKey(ConfigKey(flag.key))] = ConfigValue(.string(text), isSecret: false) }
    }
    return values
  }

  /// Throws ``HostError/Code/usage``, naming the source, the wrong text and what is expected.
  public func value<Value>(_ setting: Setting<Value>) throws(HostError) -> Value {
    guard let text = reader.string(forKey: ConfigKey(setting.key)) else { return setting.standard }
    if let value = setting.form.read(text) { return value }
    let source = source(of: setting) ?? setting.key
    throw HostError(.usage, "\(source) is '\(text)': write \(setting.form.expected)")
  }

  /// What says the value of `setting`, as a user would look for it: `--heartbeat`, `HOLOCRON_BROKER_HEARTBEAT`,
  /// `'broker.heartbeat' in /home/u/.config/holocron/config.json`; `nil` when the default applies.
  public func source<Value>(of setting: Setting<Value>) -> String? {
    let key = AbsoluteConfigKey(ConfigKey(setting.key))
    return sources.first { (try? $0.provider.value(forKey: key, type: .string).value) != nil }?.name(setting.key, setting.flag)
  }
}
