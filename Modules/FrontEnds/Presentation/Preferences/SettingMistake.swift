import Contracts
public import MessageBus
import Models
import OrderedJSON

/// A mistake in a setting of the front-ends.
public struct SettingMistake: Sendable, Hashable, CustomStringConvertible {
  /// What is wrong. The raw value is the member `mistake` of the error as JSON.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// ``SettingMistake/value`` is none of ``SettingMistake/choices``.
    case invalidValue = "invalid-setting"
    /// A value that is not text; one of the choices would be valid.
    case notText = "not-text"
    case notBoolean = "not-boolean"
    /// A section that is not an object of the choices.
    case notSection = "not-section"
    /// A setting that is none of the choices.
    case unknownSetting = "unknown-setting"
    /// A setting outside its section, which is the value.
    case dottedSetting = "dotted-setting"

    // Files. The source is the path; words are the line and the column.
    /// The value is the reason of the system.
    case unreadableFile = "unreadable-file"
    /// The value names the syntax error.
    case notJSON = "not-json"
    /// The value is the setting that the file has twice.
    case repeatedSetting = "repeated-setting"
    case notObject = "not-object"

    // Keys. The value is a key.
    case notKeyObject = "not-key-object"
    /// An action that is none of the choices.
    case unknownAction = "unknown-action"
    case notKeyList = "not-key-list"
    /// The value is no key. The word is the action.
    case notKey = "not-key"
    /// Words: the action, and the key that terminals send instead.
    case unsentKey = "unsent-key"
    /// Words: the two actions of the key.
    case sharedKey = "shared-key"
    case noExitKey = "no-exit-key"
  }

  private let form: Form
  private let source: SettingSource
  private let value: String
  private let words: [String]
  private let choices: [String]

  public init(_ form: Form, _ source: SettingSource, value: String = "", words: [String] = [], choices: [String] = []) {
    self.form = form
    self.source = source
    self.value = value
    self.words = words
    self.choices = choices
  }

  public var description: String {
    let choices = choices.joined(separator: ", ")
    let (first, second) = (words.first ?? "", words.dropFirst().first ?? "")
    return switch form {
    case .invalidValue: "invalid value '\(value)' for \(source): choose one of \(choices)"
    case .notText: "\(source) must be a string: choose one of \(choices)"
    case .notBoolean: "\(source) must be true or false"
    case .notSection: "\(source) must be an object with these members: \(choices)"
    case .unknownSetting: "unknown setting \(source): choose one of \(choices)"
    case .dottedSetting: "\(source) has no effect; write it as a member of the section '\(value)'"
    case .unreadableFile: "cannot read the configuration file \(source): \(value)"
    case .notJSON: "\(source) is not valid JSON at line \(first), column \(second): \(value)"
    case .repeatedSetting: "\(source) sets '\(value)' a second time at line \(first), column \(second); remove one of the two"
    case .notObject: "\(source) must contain one JSON object"
    case .notKeyObject: "\(source) must be an object of actions and their keys, such as {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "\(source) is not an action: choose one of \(choices)"
    case .notKeyList: "\(source) must be a key or a list of keys, such as [\"s\", \"ctrl-s\"]"
    case .notKey: "\(source): '\(value)' for \(first) is not a key: use a key such as s, S, ctrl-p, alt-x, f5 or page-down"
    case .unsentKey: "\(source): \(value) for \(first) never arrives, because terminals send \(second): use \(second)"
    case .sharedKey: "\(source): \(value) is bound to both \(first) and \(second): bind it to one of them"
    case .noExitKey: "\(source): neither quit nor palette has a key: bind a key to at least one of them"
    }
  }

  /// Returns the error, with the choices that are most like the text `near`. As JSON, the members are `mistake`, the `source` of the
  /// setting, its `value`, the `words` that the message names, and the valid `choices`.
  fileprivate func problem(near text: String?) -> Problem {
    var extensions: JSON.Object = ["mistake": .string(form.rawValue), "source": source.json]
    if !value.isEmpty { extensions["value"] = .string(value) }
    if !words.isEmpty { extensions["words"] = .array(words.map { .string($0) }) }
    if !choices.isEmpty { extensions["choices"] = .array(choices.map { .string($0) }) }
    let similar = text.map { suggestions(for: $0, among: choices) } ?? []
    if !similar.isEmpty { extensions["suggestions"] = .array(similar.map { .string($0) }) }
    return Problem(400, "invalid setting", detail: description, type: ProblemType.badRequest, extensions: extensions)
  }
}

extension Problem {
  /// Returns the error of a mistake in a setting, with the choices that are most like the text `near`.
  public static func invalidSetting(_ mistake: SettingMistake, near text: String? = nil) -> Problem { mistake.problem(near: text) }
}

/// Warnings about settings that have no effect, or one that is easily overlooked.
public enum SettingNotice: Sendable, Hashable, CustomStringConvertible {
  /// The path of a file that is not read.
  case ignoredFile(String, FileDistrust)
  /// A setting that a project may not have, and those that it may have.
  case ignoredSetting(SettingSource, allowed: [String])
  case takenKeys(SettingSource, [TakenKey])

  public var description: String {
    switch self {
    case .ignoredFile(let file, let reason): "\(file) is ignored: \(reason)"
    case .ignoredSetting(let source, let allowed):
      "\(source) is ignored: a project file may only set \(allowed.joined(separator: ", "))"
    case .takenKeys(let source, let keys):
      "\(source): \(keys.map { "\($0.action) takes \($0.key) from \($0.loser)" }.joined(separator: ", "))"
    }
  }
}

/// A standard key of an action that a setting gives to another one.
public struct TakenKey: Sendable, Hashable {
  public let key: String
  public let action: String
  /// The action that loses the key.
  public let loser: String

  public init(_ key: String, by action: String, from loser: String) {
    self.key = key
    self.action = action
    self.loser = loser
  }
}

/// Reasons why the configuration file of a project is not read.
public enum FileDistrust: Sendable, Hashable, CustomStringConvertible {
  case notRegular
  case foreignOwner(String)
  case othersCanWrite

  public var description: String {
    switch self {
    case .notRegular: "it is not a regular file"
    case .foreignOwner(let owner): "it belongs to \(owner)"
    case .othersCanWrite: "other users can write to it; run chmod go-w on it"
    }
  }
}
