import Contracts
public import MessageBus
import Models
public import OrderedJSON
import Text

/// A setting, its value as text, and its source.
public struct SettingRow: Sendable, Hashable {
  /// The whole key: `explorer.theme`.
  public let name: String
  public let value: String
  public let source: SettingSource

  public init(name: String, value: String, source: SettingSource) { (self.name, self.value, self.source) = (name, value, source) }
}

/// The source of a setting.
public enum SettingSource: Sendable, Hashable, CustomStringConvertible {
  /// No source has a value, so that the default applies.
  case standard
  /// An option or an environment variable: `--theme`, `HOLOCRON_THEME`.
  case named(String)
  /// A setting in a configuration file: `explorer.theme`.
  case setting(String, file: String)

  /// `default`, or `'explorer.theme' in /home/u/.config/holocron/config.json`.
  public var description: String {
    switch self {
    case .standard: "default"
    case .named(let name): name
    case .setting(let name, let file): "'\(name)' in \(file)"
    }
  }

  /// A text, or an object with a setting and its file.
  fileprivate var json: JSON {
    switch self {
    case .standard: .null
    case .named(let name): .string(name)
    case .setting(let name, let file): ["setting": .string(name), "file": .string(file)]
    }
  }

  /// Reads the member `source` of a problem; `nil` for anything else.
  public init?(_ json: JSON) {
    if let name = json.string {
      self = .named(name.printable)
    } else if let name = json["setting"]?.string, let file = json["file"]?.string {
      self = .setting(name.printable, file: file.printable)
    } else {
      return nil
    }
  }
}

extension Problem {
  /// Returns the error of a setting of the front-ends. As JSON, it has the `source` of the setting, and as suggestions the `choices` that are most
  /// like `text`.
  public static func invalidSetting(
    _ source: SettingSource, _ detail: String, near text: String = "", among choices: [String] = []
  ) -> Problem {
    var extensions: JSON.Object = ["source": source.json]
    let similar = suggestions(for: text, among: choices)
    if !similar.isEmpty { extensions["suggestions"] = .array(similar.map { .string($0) }) }
    return Problem(400, "invalid setting", detail: detail, type: ProblemType.badRequest, extensions: extensions)
  }

  /// Returns the error of a value that is none of `choices`.
  static func invalidValue(_ value: String, for source: SettingSource, _ choices: [String]) -> Problem {
    let detail = "invalid value '\(value.printable)' for \(source): choose one of \(choices.joined(separator: ", "))"
    return .invalidSetting(source, detail, near: value, among: choices)
  }

  /// Returns the error of a setting, called `name`, that is none of `choices`.
  static func unknownSetting(_ name: String, _ source: SettingSource, _ choices: [String]) -> Problem {
    let detail = "unknown setting \(source): choose one of \(choices.joined(separator: ", "))"
    return .invalidSetting(source, detail, near: name, among: choices)
  }

  /// Returns the error of a file that cannot be read, or that is not a JSON object.
  package static func invalidFile(_ error: ConfigurationDocument.InvalidFile) -> Problem { .invalidSetting(.named(error.path), "\(error)") }
}
