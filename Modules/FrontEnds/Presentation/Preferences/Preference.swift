public import Localization
public import OrderedJSON
import Text

/// The description of one display setting: its names and its valid values.
public struct Preference<Value: Sendable>: Sendable {
  /// The member of the configuration file.
  public let name: String
  /// The command-line option, with its dashes.
  public let flag: String
  /// The environment variable.
  public let variable: String
  /// The valid values, for messages.
  public let choices: [String]
  /// Returns the value of a text; `nil` if it is not valid.
  public let read: @Sendable (String) -> Value?

  /// `read` returns `nil` for a value that is not valid.
  public init(_ name: String, flag: String, choices: [String], read: @escaping @Sendable (String) -> Value?) {
    self.name = name
    self.flag = flag
    self.choices = choices
    self.read = read
    variable = Self.variable(name)
  }

  package static func variable(_ name: String) -> String { "HOLOCRON_\(name.uppercased())" }
}

extension Preference where Value == ThemeChoice {
  public static let theme = Preference("theme", flag: "--theme", choices: ["auto"] + Themes.all.map(\.name)) { text in
    text.lowercased() == "auto" ? .automatic : Themes[text.lowercased()].map(ThemeChoice.theme)
  }
}

extension Preference where Value == any Language {
  public static let language = Preference("language", flag: "--lang", choices: Languages.all.map(\.code)) { Languages.matching($0) }
}

extension Preference where Value == UnitSystem {
  public static let units = Preference("units", flag: "--units", choices: UnitSystem.allCases.map(\.rawValue)) {
    UnitSystem(rawValue: $0.lowercased())
  }
}

extension Preference where Value == Bool {
  public static let mouse = Preference("mouse", flag: "--no-mouse", choices: ["on", "off"], read: switched)
  /// Whether records show the fields without data.
  public static let absent = Preference("absent", flag: "--all-fields", choices: ["on", "off"], read: switched)
  /// Whether a record waits for all names of the records that it refers to.
  public static let complete = Preference("complete", flag: "explorer.complete", choices: ["on", "off"], read: switched)
  public static let motion = Preference("motion", flag: "--no-motion", choices: ["on", "off"], read: switched)

  private static let switched: @Sendable (String) -> Bool? = { text in
    switch text.lowercased() {
    case "on", "true", "yes", "1": true
    case "off", "false", "no", "0": false
    default: nil
    }
  }
}

/// A value and its source.
public struct ResolvedPreference<Value: Sendable>: Sendable {
  public let value: Value
  public let source: SettingSource

  package init(_ value: Value, _ source: SettingSource = .standard) {
    self.value = value
    self.source = source
  }
}

/// The source of a setting.
public indirect enum SettingSource: Sendable, Hashable, CustomStringConvertible {
  /// No source has a value, so that the default applies.
  case standard
  /// An option or an environment variable: `--theme`, `HOLOCRON_THEME`.
  case named(String)
  /// A setting in a configuration file: `explorer.theme`.
  case setting(String, file: String)
  /// Settings of several files, which are merged.
  case merged([SettingSource])

  /// `default`, or `'explorer.theme' in /home/u/.config/holocron/config.json`.
  public var description: String {
    switch self {
    case .standard: "default"
    case .named(let name): name
    case .setting(let name, let file): "'\(name)' in \(file)"
    case .merged(let sources): sources.map(\.description).joined(separator: " and ")
    }
  }

  /// A text, an object with a setting and its file, or a list of sources.
  var json: JSON {
    switch self {
    case .standard: .null
    case .named(let name): .string(name)
    case .setting(let name, let file): ["setting": .string(name), "file": .string(file)]
    case .merged(let sources): .array(sources.map(\.json))
    }
  }

  /// Reads the member `source` of a problem; `nil` for anything else.
  public init?(_ json: JSON) {
    if let name = json.string {
      self = .named(name.printable)
    } else if let name = json["setting"]?.string, let file = json["file"]?.string {
      self = .setting(name.printable, file: file.printable)
    } else if let sources = json.array {
      self = .merged(sources.compactMap(SettingSource.init))
    } else {
      return nil
    }
  }
}
