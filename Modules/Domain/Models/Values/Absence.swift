/// Why a fact has no value.
public enum Absence: String, Sendable, Hashable, CaseIterable {
  /// There is a value, and nobody knows it.
  case unknown
  /// The question makes no sense here: the hair colour of a droid.
  case notApplicable = "not applicable"
  case none
  /// The value has no bound: the lifespan of a droid.
  case indefinite
  /// The origin wrote an empty text.
  case empty

  /// Reads the words that origins of this family use, whatever their case. `nil` when `text` says something.
  init?(reading text: some StringProtocol) {
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
