/// A mistake in a setting of the front-ends. Names of settings, values, keys and actions are the same in every language.
public struct SettingMistake: Sendable, Hashable {
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

  public let form: Form
  public let source: SettingSource
  public let value: String
  public let words: [String]
  public let choices: [String]

  public init(_ form: Form, _ source: SettingSource, value: String = "", words: [String] = [], choices: [String] = []) {
    self.form = form
    self.source = source
    self.value = value
    self.words = words
    self.choices = choices
  }

  /// Returns a word; empty if the mistake, which may come from another version, has fewer.
  func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
}
