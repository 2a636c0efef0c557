import MessageBus
import OrderedJSON
import Platform

/// Reads settings from command-line options, then the environment, then the configuration files of the user and of the system, then the
/// defaults. The first source that has a value wins; an invalid value is an error and never falls through to the next source.
public struct SettingsReader: Sendable {
  /// The environment variables passed to the initializer.
  public let environment: [String: String]
  /// The absolute path of the configuration file that `--config` or `HOLOCRON_CONFIG` names; `nil` without either.
  let namedFile: String?
  private let groups: [SettingsGroup]
  private let options: [String: String]
  private let files: [ConfigFile]

  /// Reads the configuration files, if any. A file named by `--config` or `HOLOCRON_CONFIG` must exist, and is the only one that is read.
  /// Throws ``HostErrorCode/usage`` if a file is not a JSON object of settings.
  ///
  /// - Parameters:
  ///   - groups: the settings of the program, for ``check()`` and ``description``.
  ///   - options: the values on the command line by the name of the option.
  public init(
    _ groups: [SettingsGroup] = [], options: [String: String] = [:], environment: [String: String], file: String? = nil
  ) throws(HostError) {
    let named = file ?? Environment(environment)["HOLOCRON_CONFIG"]
    self.groups = groups
    self.options = options
    self.environment = environment
    let documents: [ConfigurationDocument]
    do { documents = try ConfigurationDocument.readAll(named, environment: Environment(environment)) } catch {
      throw HostError(.usage, error.description, cause: error)
    }
    files = try documents.map { document throws(HostError) in try ConfigFile(document) }
    namedFile = named.map(Self.absolutePath)
  }

  /// Returns the absolute path for one relative to the working directory, which a service may change later.
  public static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = Folder.current else { return path }
    return "\(folder)/\(path)"
  }

  /// Checks the values of all settings of the program, and the names of the settings in the configuration files: in a section, such as `log` of
  /// `log.level`, of which the program has a setting. Throws ``HostErrorCode/usage``; the message names the source.
  func check() throws(HostError) {
    for group in groups {
      for setting in group.settings { if let error = find(setting)?.error(of: setting) { throw error } }
      try group.check(self)
    }
    // Every service reads these, but not every service has options for them.
    let common: [any AnySetting] = [HostSettings.bus, HostSettings.events, HostSettings.heartbeat, HostSettings.credit]
    func section(_ key: String) -> Substring { key.prefix { $0 != "." } }
    let known = Dictionary(grouping: Set((groups.flatMap(\.settings) + common).map(\.key)), by: section)
    for file in files {
      for name in file.values.keys.sorted() {
        guard let choices = known[section(name)], !choices.contains(name) else { continue }
        throw HostError(.usage, "unknown setting '\(name)' in \(file.path): choose one of \(choices.sorted().joined(separator: ", "))")
      }
    }
  }

  /// Returns the value of a setting. Throws ``HostErrorCode/usage`` for an invalid value; the message names the source, the text and the
  /// expected syntax.
  public func value<Value>(_ setting: Setting<Value>) throws(HostError) -> Value {
    guard let found = find(setting) else { return setting.defaultValue }
    guard let value = setting.syntax.parse(found.text) else { throw found.invalid(setting) }
    return value
  }

  /// Returns the source of a setting's value under the name that users know: `--heartbeat`, `HOLOCRON_BUS_HEARTBEAT`, or
  /// `'bus.heartbeat' in /home/u/.config/holocron/config.json`; `nil` if the default applies.
  public func source(of setting: some AnySetting) -> String? { find(setting)?.source }

  /// Returns whether `other` has a value from a stronger source than that of `setting`.
  func isOverridden(_ setting: some AnySetting, by other: some AnySetting) -> Bool {
    find(other).map { $0.rank < find(setting)?.rank ?? .max } ?? false
  }

  /// The settings of the program, for `holocron config`: of each the key, the variable, the syntax, the default, the value as text, its
  /// source and its file, and the error of an invalid value.
  var description: JSON {
    let settings = groups.flatMap(\.settings).map { setting -> JSON in
      let found = find(setting)
      var members: JSON.Object = [
        "key": .string(setting.key), "variable": .string(setting.variable), "expected": .string(setting.expected),
        "default": .string(setting.shownDefault),
      ]
      members["value"] = found.map { .string($0.text) }
      members["source"] = found.map { .string($0.source) }
      members["file"] = found?.file.map { .string($0) }
      members["error"] = found?.error(of: setting).map { .string($0.message) }
      return .object(members)
    }
    return ["settings": .array(settings)]
  }

  /// The text of a setting in the strongest source that has one, whether or not it is valid.
  private struct Found {
    let text: String
    /// 0 for the strongest source.
    let rank: Int
    let source: String
    var file: String?

    func invalid(_ setting: any AnySetting) -> HostError {
      HostError(.usage, "invalid value '\(text)' for \(source): expected \(setting.expected)")
    }

    func error(of setting: any AnySetting) -> HostError? { setting.accepts(text) ? nil : invalid(setting) }
  }

  private func find(_ setting: any AnySetting) -> Found? {
    if let text = options[setting.flag] { return Found(text: text, rank: 0, source: "--\(setting.flag)") }
    if let text = environment[setting.variable], !text.isEmpty { return Found(text: text, rank: 1, source: setting.variable) }
    for (index, file) in files.enumerated() {
      guard let text = file.values[setting.key] else { continue }
      return Found(text: text, rank: 2 + index, source: "'\(setting.key)' in \(file.path)", file: file.path)
    }
    return nil
  }
}

/// A configuration file: a JSON object with nested members. `{"log": {"level": "debug"}}` sets `log.level`.
private struct ConfigFile {
  let path: String
  /// Strings, numbers and booleans by key, written as they would be on the command line.
  private(set) var values: [String: String] = [:]

  init(_ document: ConfigurationDocument) throws(HostError) {
    path = document.path
    // The explorer validates its own section, whose values need not be settings.
    for member in document.members where member.name != "explorer" { try collect(member.value, member.name) }
  }

  private mutating func collect(_ value: JSON, _ name: String) throws(HostError) {
    let key = name.split(separator: ".").joined(separator: ".")
    let text: String
    switch value {
    case .object(let members):
      for member in members { try collect(member.value, "\(key).\(member.name)") }
      return
    case .string(let value): text = value
    case .number(let number): text = number.text
    case .bool(let flag): text = flag ? "true" : "false"
    case .null: return
    case .array(let items):
      // A line each, which no setting with one value allows.
      let texts = items.compactMap(\.string)
      guard texts.count == items.count, !texts.isEmpty else {
        throw HostError(.usage, "'\(key)' in \(path) is a list; use a string, a number, a boolean or a list of strings")
      }
      text = texts.joined(separator: "\n")
    }
    guard values.updateValue(text, forKey: key) == nil else {
      throw HostError(.usage, "'\(key)' is set twice in \(path); remove one of the two")
    }
  }
}
