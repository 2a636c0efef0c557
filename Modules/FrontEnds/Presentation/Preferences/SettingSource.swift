public import OrderedJSON
import Text

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
