public import Models

/// Event topics, encoded and decoded in one place.
public enum Topic: Sendable, Hashable {
  /// A record was fetched for the first time or has changed: `changed/people/1`.
  case changed(Reference)
  /// A list of a kind was fetched for the first time or has changed: `changed/people`.
  case listChanged(KindName)
  /// The origin revalidated a record, which is unchanged: `confirmed/people/1`.
  case confirmed(Reference)
  /// The origin revalidated a page of a kind's list, which is unchanged: `confirmed/people`.
  case listConfirmed(KindName)
  /// A fetch failed: `fetch/failed/people/1`. The content is the problem document.
  case fetchFailed(Reference)

  public var text: String {
    switch self {
    case .changed(let reference): "changed/\(reference)"
    case .listChanged(let kind): "changed/\(kind)"
    case .confirmed(let reference): "confirmed/\(reference)"
    case .listConfirmed(let kind): "confirmed/\(kind)"
    case .fetchFailed(let reference): "fetch/failed/\(reference)"
    }
  }

  /// Decodes a topic. Returns `nil` for topics of other publishers.
  public init?(_ text: String) {
    let parts = text.split(separator: "/")
    switch parts.first {
    case "changed" where parts.count == 2:
      guard let kind = KindName(parts[1]) else { return nil }
      self = .listChanged(kind)
    case "changed":
      guard let reference = Reference(parts.dropFirst().joined(separator: "/")) else { return nil }
      self = .changed(reference)
    case "confirmed" where parts.count == 2:
      guard let kind = KindName(parts[1]) else { return nil }
      self = .listConfirmed(kind)
    case "confirmed":
      guard let reference = Reference(parts.dropFirst().joined(separator: "/")) else { return nil }
      self = .confirmed(reference)
    case "fetch":
      guard parts.count == 4, parts[1] == "failed", let reference = Reference(parts[2...].joined(separator: "/")) else { return nil }
      self = .fetchFailed(reference)
    default: return nil
    }
  }
}
