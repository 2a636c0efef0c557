/// Reason why a fact has no value.
public enum Absence: String, Sendable, Hashable, CaseIterable {
  /// A value exists but is not known.
  case unknown
  /// The fact does not apply: the hair colour of a droid.
  case notApplicable = "not applicable"
  case none
  /// The value has no bound: the lifespan of a droid.
  case indefinite
  /// The origin's text is empty.
  case empty

  /// Parses the words that SWAPI origins use for an absent value, ignoring case. Returns `nil` for any other text.
  init?(parsing text: some StringProtocol) {
    guard text.utf8.count <= 14 else { return nil }
    switch text.lowercased() {
    case "": self = .empty
    case "unknown": self = .unknown
    case "n/a", "not applicable": self = .notApplicable
    case "none": self = .none
    case "indefinite": self = .indefinite
    default: return nil
    }
  }
}
