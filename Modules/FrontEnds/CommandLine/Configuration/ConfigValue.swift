import Console
import Explorer
import MessageBus
import OrderedJSON
import Presentation
import Text

/// The value of a setting as `holocron config set` writes it.
struct ConfigValue: Sendable {
  let json: JSON

  /// Reads and checks a value with the rules by which front-ends read a file at `path`. Throws a 400 that names the setting, the error and the
  /// valid values.
  init(frontEnd key: String, _ text: String, path: String) throws(Problem) {
    let names = key.split(separator: ".").map(String.init)
    let json: JSON
    if let list = try? JSON(parsing: text), list.array != nil {
      json = list
    } else if [Preference<Bool>.mouse, .motion, .absent, .complete].map(\.name).contains(names[1]) {
      json = Preference<Bool>.mouse.read(text).map { .bool($0) } ?? .string(text)
    } else {
      json = .string(text)
    }
    self.json = json
    let members = names.reversed().reduce(json) { .object([$1: $0]) }
    let files = ConfigurationFiles([try ConfigurationFile(members.bytes(), at: path)])
    let preferences = try Preferences(files: files)
    if let warning = preferences.warning { throw warning }
    _ = try KeyMap(overriding: preferences.keys.value, source: preferences.keys.source)
  }

  /// Reads and checks a value by letting the service read it. Throws a 400 that names the setting and the expected syntax.
  init(service setting: ServiceSetting, _ text: String, _ known: KnownSettings, _ launcher: Launcher) async throws(Problem) {
    let list = (try? JSON(parsing: text))?.array
    let texts = list.map { $0.compactMap(\.string) } ?? [text]
    guard texts.count == list?.count ?? 1, !texts.isEmpty, !text.isEmpty else { throw Self.invalid(setting, text) }
    guard try await known.accepts(texts.joined(separator: ","), for: setting, launcher) else { throw Self.invalid(setting, text) }
    json = list.map(JSON.array) ?? Self.scalar(text)
  }

  /// Numbers and booleans are written as such.
  private static func scalar(_ text: String) -> JSON {
    switch try? JSON(parsing: text) {
    case .number(let number)? where number.text == text: .number(number)
    case .bool(let flag)?: .bool(flag)
    default: .string(text)
    }
  }

  private static func invalid(_ setting: ServiceSetting, _ text: String) -> Problem {
    .usage("invalid value \(text.quoted) for \(setting.key): expected \(setting.expected)", field: setting.key)
  }
}
