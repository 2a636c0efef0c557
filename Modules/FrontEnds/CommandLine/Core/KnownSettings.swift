import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

extension SettingRow {
  /// Creates the row of a setting of a service, with the default if no source has a value.
  init(_ setting: ServiceSetting) {
    let file = setting.file.map { SettingSource.setting(setting.key, file: $0) }
    self.init(
      name: setting.key, value: setting.value?.split(separator: "\n").joined(separator: ",") ?? setting.defaultText,
      source: file ?? setting.source.map { SettingSource.named($0) } ?? .standard)
  }
}

/// The settings of the front-ends, which all of them read from the section `explorer`.
enum DisplaySetting {
  /// Whether the front-ends read the setting.
  static func isKnown(_ key: String) -> Bool {
    Preference.all.contains { $0.key == key }
      || key.hasPrefix(Action.settings) && Action(rawValue: String(key.dropFirst(Action.settings.count))) != nil
  }

  /// Returns the key that a user means by `word`: in any case, and for front-ends also without their section.
  static func key(_ word: String) -> String {
    let key = word.lowercased()
    let full = "\(Preference.section).\(key)"
    return isKnown(full) ? full : key
  }

  /// Reads and checks a value with the rules by which front-ends read a file at `path`. Throws a 400 that names the setting, the error and the
  /// valid values.
  static func value(_ text: String, of key: String, path: String) throws(Problem) -> JSON {
    var json = JSON.string(text)
    if let list = try? JSON(parsing: text), list.array != nil {
      json = list
    } else if let preference = Preference.all.first(where: { $0.key == key && $0.isSwitch }) {
      json = preference.read(text).map { .bool($0 == "on") } ?? json
    }
    let members = key.split(separator: ".").reversed().reduce(json) { .object([String($1): $0]) }
    try check(ConfigurationFiles([try .checked(members.bytes(), at: path)]))
    return json
  }

  /// Throws for a mistake in a setting of the front-ends, also for one that only gets a warning elsewhere.
  static func check(_ files: ConfigurationFiles) throws(Problem) {
    let preferences = try Preferences(files: files)
    if let warning = preferences.warning { throw warning }
    _ = try preferences.keyMap()
  }
}

/// All settings that configuration files may have: those of the front-ends, and those that the installed services describe.
struct KnownSettings: Sendable {
  /// Those of services, sorted by key. A setting of several programs is that of the first one.
  let services: [ServiceSetting]

  /// The programs that together know the settings of all services.
  static let programs = ["holocron-node", "holocron-supervisor", "holocron-origin", "holocron-cache"]

  /// Asks the services, as far as they are installed. Throws a 400 if they cannot read a configuration file, and a 504 if one takes longer than
  /// `limit`.
  init(_ launcher: Launcher, within limit: Duration = Launcher.checkTimeout) async throws(Problem) {
    // All at the same time: a program that does not answer takes seconds.
    let answers = await withTaskGroup(of: (String, Result<[ServiceSetting], Problem>).self) { group in
      for program in Self.programs {
        group.addTask {
          do throws(Problem) { return (program, .success(try await launcher.settings(of: program, within: limit) ?? [])) } catch {
            return (program, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var all: [String: ServiceSetting] = [:]
    for program in Self.programs { for setting in try answers[program]?.get() ?? [] { all[setting.key] = all[setting.key] ?? setting } }
    services = all.values.sorted { $0.key < $1.key }
  }

  subscript(key: String) -> ServiceSetting? { services.first { $0.key == key } }

  /// Returns the keys of all settings but those of single actions, without those of services that cannot describe them.
  static func keys(_ launcher: Launcher) async -> [String] {
    Preference.all.map(\.key) + ((try? await KnownSettings(launcher))?.services.map(\.key) ?? [])
  }

  /// Reads and checks a value by letting the service read it. Throws a 400 that names the setting and the expected syntax, or has the program's
  /// own message.
  func value(_ text: String, of setting: ServiceSetting, _ launcher: Launcher) async throws(Problem) -> JSON {
    let list = (try? JSON(parsing: text))?.array
    let texts = list.map { $0.compactMap(\.string) } ?? [text]
    let isText = texts.count == list?.count ?? 1 && !texts.isEmpty && !text.isEmpty
    guard isText, try await accepts(texts.joined(separator: ","), for: setting, launcher) else {
      throw .usage("invalid value \(text.quoted) for \(setting.key): expected \(setting.expected)", field: setting.key)
    }
    if let list { return .array(list) }
    // Numbers and booleans are written as such.
    switch try? JSON(parsing: text) {
    case .number(let number)? where number.text == text: return .number(number)
    case .bool(let flag)?: return .bool(flag)
    default: return .string(text)
    }
  }

  /// Lets the program that reads a setting check a value. Returns `false` if the value has not the expected form. Throws a 400 with the
  /// program's own message if it would not start with the value, but starts without.
  private func accepts(_ text: String, for setting: ServiceSetting, _ launcher: Launcher) async throws(Problem) -> Bool {
    let program = setting.program
    let read = try await launcher.settings(of: program, variables: [setting.variable: text])?.first { $0.key == setting.key }
    guard read?.error == nil else { return false }
    do { try await launcher.checkSettings(of: program, variables: [setting.variable: text]) } catch {
      // Another setting may be invalid already; then nothing is known about this one.
      guard (try? await launcher.checkSettings(of: program)) != nil else { return true }
      throw .usage("invalid value \(text.quoted) for \(setting.key): \(error.detail ?? error.title)", field: setting.key)
    }
    return true
  }

  /// Returns the problem of a key that no program reads, with the nearest ones.
  func unknown(_ key: String) -> Problem {
    let actions = key.hasPrefix(Action.settings) ? Action.allCases.map(\.setting) : []
    return .usage(
      "unknown setting \(key.quoted); 'holocron config show' lists all settings", field: key,
      suggestions: Self.similar(to: key, among: Preference.all.map(\.key) + services.map(\.key) + actions))
  }

  /// Returns the keys that an unknown key may stand for; empty if there are none.
  static func similar(to key: String, among all: [String]) -> [String] {
    // A key without its section, such as theme, is more likely than another spelling.
    let inSections = all.filter { $0.hasSuffix(".\(key)") }
    return inSections.isEmpty ? suggestions(for: key, among: all) : inSections
  }

  /// The sections of the configuration file that a program reads. Every program checks its own sections and skips the others, so that only this
  /// list finds a section that none reads.
  static let sections = [
    "broker", "bus", "cache", "drain", "events", "explorer", "fetch", "key", "lifeline", "log", "node", "origin", "search", "supervisor",
    "worker",
  ]

  /// Warns about sections of the file that no program reads; `nil` if there are none.
  static func unknownSections(of file: ConfigurationDocument) -> Finding? {
    let unknown = file.sections.filter { !sections.contains($0) }
    guard let first = unknown.first else { return nil }
    let similar = suggestions(for: first, among: sections).first
    return Finding(
      "Configuration", .warn,
      "\(file.path): no program reads the section\(unknown.count == 1 ? "" : "s") \(unknown.map(\.quoted).joined(separator: ", "))",
      remedy: similar.map { "rename \(first.quoted) to '\($0)', or remove it" } ?? "remove \(unknown.count == 1 ? "it" : "them")")
  }
}
