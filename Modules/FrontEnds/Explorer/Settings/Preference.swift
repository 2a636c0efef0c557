public import Localization
public import Presentation

/// One thing a person can choose of how a front-end looks and speaks: what it is called everywhere, and what may be chosen.
public struct Preference<Value: Sendable>: Sendable {
  /// The member of the configuration file.
  public let name: String
  /// On the command line, with its dashes.
  public let flag: String
  /// The environment variable.
  public let variable: String
  /// Completes "choose …".
  public let choices: [String]
  let read: @Sendable (String) -> Value?

  /// `read` gives `nil` for what is none of `choices`.
  public init(_ name: String, flag: String, choices: [String], read: @escaping @Sendable (String) -> Value?) {
    self.name = name
    self.flag = flag
    self.choices = choices
    self.read = read
    variable = Self.variable(name)
  }

  static func variable(_ name: String) -> String { "HOLOCRON_\(name.uppercased())" }
}

extension Preference where Value == ThemeChoice {
  public static let theme = Preference("theme", flag: "--theme", choices: ["auto"] + Themes.all.map(\.name)) { text in
    text.lowercased() == "auto" ? .automatic : Themes[text.lowercased()].map(ThemeChoice.theme)
  }
}

extension Preference where Value == any Language {
  public static let language = Preference("language", flag: "--lang", choices: Languages.all.map(\.code)) { Languages.speaking($0) }
}

extension Preference where Value == UnitSystem {
  public static let units = Preference("units", flag: "--units", choices: UnitSystem.allCases.map(\.rawValue)) {
    UnitSystem(rawValue: $0.lowercased())
  }
}

extension Preference where Value == Bool {
  public static let mouse = Preference("mouse", flag: "--mouse", choices: ["on", "off"], read: switched)
  public static let motion = Preference("motion", flag: "--motion", choices: ["on", "off"], read: switched)

  private static let switched: @Sendable (String) -> Bool? = { text in
    switch text.lowercased() {
    case "on", "true", "yes", "1": true
    case "off", "false", "no", "0": false
    default: nil
    }
  }
}

/// A theme, or the one that fits the terminal.
public enum ThemeChoice: Sendable {
  /// Light or dark, as the terminal's background is.
  case automatic
  case theme(any Theme)

  /// `background` is what the terminal tells of itself, if anything.
  public func theme(on background: TerminalBackground?) -> any Theme {
    switch self {
    case .automatic: Themes.fitting(background)
    case .theme(let theme): theme
    }
  }
}

/// A chosen value, and who chose it.
public struct Chosen<Value: Sendable>: Sendable {
  public let value: Value
  /// As a person would look for it: `--theme`, `HOLOCRON_THEME`, `'explorer.theme' in /home/u/.config/holocron/config.json`; `default` when
  /// nobody chose.
  public let source: String

  init(_ value: Value, _ source: String = "default") {
    self.value = value
    self.source = source
  }
}
