public import Models

/// Event topics, encoded and decoded in one place.
public enum Topic: Sendable, Hashable {
  /// A record has changed, or was fetched for the first time other than with its list: `changed/people/1`.
  case changed(Reference)
  /// A list of a kind was fetched for the first time or has changed, with all records on it that are new: `changed/people`.
  case listChanged(KindName)
  /// The origin revalidated a record, which is unchanged: `confirmed/people/1`.
  case confirmed(Reference)
  /// The origin revalidated a page of a kind's list, which is unchanged: `confirmed/people`.
  case listConfirmed(KindName)
  /// Entries were purged: `purged`, `purged/people` or `purged/people/1`.
  case purged(PurgeRequest.Scope)
  /// A fetch failed: `fetch/failed/people/1`. The content is the problem document.
  case fetchFailed(Reference)
  /// A fetcher announced its origin: `fetch/origin`.
  case originAnnounced
  /// The search history has changed: `history/changed`.
  case historyChanged
  /// The broker announced that a worker of a service joined or left: `worker/joined/holocron.cache`, `worker/left/holocron.cache`.
  case workerJoined(String)
  case workerLeft(String)

  public var text: String {
    switch self {
    case .changed(let reference): "changed/\(reference)"
    case .listChanged(let kind): "changed/\(kind)"
    case .confirmed(let reference): "confirmed/\(reference)"
    case .listConfirmed(let kind): "confirmed/\(kind)"
    case .purged(let scope): (["purged"] + scope.path).joined(separator: "/")
    case .fetchFailed(let reference): "fetch/failed/\(reference)"
    case .originAnnounced: "fetch/origin"
    case .historyChanged: "history/changed"
    case .workerJoined(let service): "worker/joined/\(service)"
    case .workerLeft(let service): "worker/left/\(service)"
    }
  }

  /// Decodes a topic. Returns `nil` for topics of other publishers.
  public init?(_ text: String) {
    let parts = text.split(separator: "/").map(String.init)
    switch (parts.first, PurgeRequest.Scope(path: Array(parts.dropFirst()))) {
    case ("changed", .record(let reference)?): self = .changed(reference)
    case ("changed", .kind(let kind)?): self = .listChanged(kind)
    case ("confirmed", .record(let reference)?): self = .confirmed(reference)
    case ("confirmed", .kind(let kind)?): self = .listConfirmed(kind)
    case ("purged", let scope?): self = .purged(scope)
    case ("fetch", _) where text == Self.originAnnounced.text: self = .originAnnounced
    case ("fetch", _):
      guard parts.dropFirst().first == "failed", case .record(let reference)? = PurgeRequest.Scope(path: Array(parts.dropFirst(2))) else {
        return nil
      }
      self = .fetchFailed(reference)
    case ("history", _) where text == Self.historyChanged.text: self = .historyChanged
    case ("worker", _):
      // The name of a service may have slashes.
      let service = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map(String.init) ?? ""
      guard let topic = [Self.workerJoined(service), .workerLeft(service)].first(where: { $0.text == text }) else { return nil }
      self = topic
    default: return nil
    }
  }

  /// Prefixes for subscriptions.
  public enum Prefix {
    public static let changed = "changed/"
    public static let confirmed = "confirmed/"
    public static let purged = "purged"
    public static let fetchFailed = "fetch/failed/"
    public static let worker = "worker/"
  }
}
