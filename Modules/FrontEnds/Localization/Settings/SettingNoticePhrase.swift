/// Warnings about settings that have no effect, or one that is easily overlooked.
public enum SettingNoticePhrase: Sendable, Hashable {
  /// The path of a file that is not read.
  case ignoredFile(String, DistrustPhrase)
  /// A setting that a project may not have, and those that it may have.
  case ignoredSetting(SettingSource, allowed: [String])
  case takenKeys(SettingSource, [TakenKey])
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
public enum DistrustPhrase: Sendable, Hashable {
  case notRegular
  case foreignOwner(String)
  case othersCanWrite
}
