import Console
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// All settings that configuration files may have: those of the front-ends, and those that the installed services describe.
struct KnownSettings: Sendable {
  let services: [ServiceSetting]
  /// The program that has described each service setting.
  private let owners: [String: String]
  /// The installed programs that have not described their settings, and why.
  let failures: [(program: String, problem: Problem)]

  /// The programs that together know the settings of all services.
  static let programs = ["holocron-node", "holocron-supervisor", "holocron-origin", "holocron-cache"]

  private static let keysPrefix = "\(Preferences.section).keys."

  /// Asks the services, as far as they are installed. Throws a 400 if they cannot read a configuration file, and a 504 if one takes longer than
  /// `limit`.
  init(_ launcher: Launcher, within limit: Duration = Launcher.checkTimeout) async throws(Problem) {
    self = await Self.described(launcher, within: limit)
    if let failure = failures.first { throw failure.problem }
  }

  /// Asks the services as ``init(_:within:)`` does, and returns the settings of those that have described them.
  static func described(_ launcher: Launcher, within limit: Duration = Launcher.checkTimeout) async -> KnownSettings {
    // All at the same time: a program that does not answer takes seconds.
    let answers = await withTaskGroup(of: (String, Answer).self) { group in
      for program in programs {
        group.addTask {
          do throws(Problem) { return (program, .success(try await launcher.settings(of: program, within: limit))) } catch {
            return (program, .failure(error))
          }
        }
      }
      var answers: [String: Answer] = [:]
      for await (program, answer) in group { answers[program] = answer }
      return answers
    }
    return KnownSettings(answers)
  }

  /// The settings of a program; `nil` if it is not installed.
  private typealias Answer = Result<[ServiceSetting]?, Problem>

  private init(_ answers: [String: Answer]) {
    var found: [ServiceSetting] = []
    var owners: [String: String] = [:]
    var failures: [(program: String, problem: Problem)] = []
    for program in Self.programs {
      switch answers[program] {
      case .success(let settings?)?:
        for setting in settings where owners[setting.key] == nil {
          owners[setting.key] = program
          found.append(setting)
        }
      case .failure(let problem)?: failures.append((program, problem))
      case .success(nil)?, nil: break
      }
    }
    services = found.sorted { $0.key < $1.key }
    self.owners = owners
    self.failures = failures
  }

  /// Lets the program that reads a setting check a value. Returns `false` if the value has not the expected form. Throws a 400 with the
  /// program's own message if it would not start with the value, but starts without.
  func accepts(_ text: String, for setting: ServiceSetting, _ launcher: Launcher) async throws(Problem) -> Bool {
    guard let program = owners[setting.key] else { return false }
    let read = try await launcher.settings(of: program, variables: [setting.variable: text])?.first { $0.key == setting.key }
    guard read?.error == nil else { return false }
    do { try await launcher.checkSettings(of: program, variables: [setting.variable: text]) } catch {
      // Another setting may be invalid already; then nothing is known about this one.
      guard (try? await launcher.checkSettings(of: program)) != nil else { return true }
      throw .usage("invalid value \(text.quoted) for \(setting.key): \(error.detail ?? error.title)", field: setting.key)
    }
    return true
  }

  subscript(key: String) -> ServiceSetting? { services.first { $0.key == key } }

  /// Whether the front-ends read the setting.
  static func isFrontEnd(_ key: String) -> Bool { frontEndKeys.contains(key) || isKey(key) }

  /// Returns the key that a user means by `word`: in any case, and for front-ends also without their section.
  static func key(_ word: String) -> String {
    let key = word.lowercased()
    let full = "\(Preferences.section).\(key)"
    return isFrontEnd(full) ? full : key
  }

  private static func isKey(_ key: String) -> Bool {
    key.hasPrefix(keysPrefix) && Action(rawValue: String(key.dropFirst(keysPrefix.count))) != nil
  }

  static let frontEndKeys = Preferences.members.filter { $0 != "keys" }.map { "\(Preferences.section).\($0)" }

  /// The keys of all settings but those of single actions.
  var keys: [String] { Self.frontEndKeys + services.map(\.key) }

  /// Returns the problem of a key that no program reads, with the nearest ones.
  func unknown(_ key: String) -> Problem {
    let actions = key.hasPrefix(Self.keysPrefix) ? Action.allCases.map { Self.keysPrefix + $0.rawValue } : []
    return .usage(
      "unknown setting \(key.quoted); 'holocron config show' lists all settings", field: key,
      suggestions: Self.similar(to: key, among: keys + actions))
  }

  /// Returns the keys that an unknown key may stand for; empty if there are none.
  static func similar(to key: String, among all: [String]) -> [String] {
    // A key without its section, such as theme, is more likely than another spelling.
    let inSections = all.filter { $0.hasSuffix(".\(key)") }
    guard inSections.isEmpty else { return inSections }
    guard let dot = key.lastIndex(of: "."), all.contains(where: { $0.hasPrefix(key[...dot]) }) else {
      return suggestions(for: key, among: all)
    }
    // All keys of a section resemble one another, so only the rest of the key counts.
    let (section, rest) = (key[...dot], key[key.index(after: dot)...])
    let near = suggestions(for: String(rest), among: all.filter { $0.hasPrefix(section) }.map { String($0.dropFirst(section.count)) })
    return near.isEmpty ? all.filter { $0.hasSuffix(".\(rest)") } : near.map { section + $0 }
  }
}

/// The value of a setting as `holocron config set` writes it.
extension KnownSettings {
  /// Reads and checks a value with the rules by which front-ends read a file at `path`. Throws a 400 that names the setting, the error and the
  /// valid values.
  static func value(_ text: String, ofFrontEnd key: String, path: String) throws(Problem) -> JSON {
    let names = key.split(separator: ".").map(String.init)
    var json = JSON.string(text)
    if let list = try? JSON(parsing: text), list.array != nil {
      json = list
    } else if [Preference<Bool>.mouse, .motion, .absent, .complete].map(\.name).contains(names[1]) {
      json = Preference<Bool>.mouse.read(text).map { .bool($0) } ?? json
    }
    let members = names.reversed().reduce(json) { .object([$1: $0]) }
    let preferences = try Preferences(files: ConfigurationFiles([try ConfigurationFile(members.bytes(), at: path)]))
    if let warning = preferences.warning { throw warning }
    _ = try KeyMap(overriding: preferences.keys.value, source: preferences.keys.source)
    return json
  }

  /// Reads and checks a value by letting the service read it. Throws a 400 that names the setting and the expected syntax.
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
}
