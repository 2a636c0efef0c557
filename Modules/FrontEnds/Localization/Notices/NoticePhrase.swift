/// Texts of marks, of keys without effect, of failed searches and of the connection.
public enum NoticePhrase: Sendable, Hashable {
  /// Number of marked records.
  case marked(Int)
  case marksRemoved
  /// Number of marked records, and the maximum of a comparison.
  case tooManyMarked(Int, limit: Int)
  /// The action with this name has no effect on this screen.
  case noEffect(String)
  /// No action has this key.
  case unknownKey(String)
  /// Reason for a failed search.
  case searchFailed(String)
  /// The explorer reads the embedded catalogue and uses no bus: in the connection state, and on the status page.
  case embedded, embeddedStatus
  /// The origin does not answer requests.
  case originFails
}
