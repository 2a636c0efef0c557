public import Models

/// The topics of events, built and read in one place.
public enum Topic: Sendable, Hashable {
  /// A record was learnt or changed: `changed/people/1`.
  case changed(Reference)
  /// A list of a kind was learnt or changed: `changed/people`.
  case listChanged(KindName)
  /// A fetch failed: `fetch/failed/people/1`. The content is the problem document.
  case fetchFailed(Reference)

  public var text: String {
    switch self {
    case .changed(let reference): "changed/\(reference)"
    case .listChanged(let kind): "changed/\(kind)"
    case .fetchFailed(let reference): "fetch/failed/\(reference)"
    }
  }

  /// `nil` for topics of other parties.
  public init?(_ text: String) {
    let parts = text.split(separator: "/")
    switch parts.first {
    case "changed" where parts.count == 2:
      guard let kind = KindName(parts[1]) else { return nil }
      self = .listChanged(kind)
    case "changed":
      guard let reference = Reference(parts.dropFirst().joined(separator: "/")) else { return nil }
      self = .changed(reference)
    case "fetch":
      guard parts.count == 4, parts[1] == "failed", let reference = Reference(parts[2...].joined(separator: "/")) else { return nil }
      self = .fetchFailed(reference)
    default: return nil
    }
  }
}
