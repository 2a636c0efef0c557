public import MessageBus
public import OrderedJSON

/// The search history of this machine. `GET /history?limit=…` reads it, `PUT /history?q=…` adds a search on top, `DELETE /history` removes
/// all searches, `DELETE /history?q=…` one. Offered by `holocron.search`; the content of every answer is the resulting ``History``.
public struct HistoryRequest: Contract {
  public static let maxLimit = 1_000

  /// How the history changes before it is returned.
  public enum Change: Sendable, Hashable {
    case none
    /// Adds a search. Searches that differ only in case or spacing are the same search.
    case remember(String)
    case remove(String)
    case removeAll
  }

  public var change: Change
  public var limit: Int

  public init(_ change: Change = .none, limit: Int = Self.maxLimit) {
    self.change = change
    self.limit = limit
  }

  public var request: Request {
    let (method, text): (String, String?) =
      switch change {
      case .none: ("GET", nil)
      case .remember(let text): ("PUT", text)
      case .remove(let text): ("DELETE", text)
      case .removeAll: ("DELETE", nil)
      }
    return Request(method, path: "history", query: ["q": text, "limit": limit == Self.maxLimit ? nil : String(limit)])
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.target.path == ["history"] else { return nil }
    let text = try request.target.text("q")
    switch request.method {
    case "GET": change = .none
    case "PUT":
      guard let text, text.contains(where: { !$0.isWhitespace }) else {
        throw .badRequest("q", "missing search text: use /history?q=TEXT")
      }
      change = .remember(text)
    case "DELETE": change = text.map { .remove($0) } ?? .removeAll
    default: return nil
    }
    limit = try request.target.number("limit", in: 1...Self.maxLimit) ?? Self.maxLimit
  }

  public typealias Answer = History
}

/// Searches, newest first, without duplicates: `{"searches":[{"text":"luke","at":1790000000000}]}`; `at` is in milliseconds since 1970. With a
/// `warning` if there is a problem with the file of the history.
public struct History: JSONAnswer {
  /// A search and the time of its last use, in milliseconds since 1970.
  public struct Entry: Sendable, Hashable {
    public var text: String
    public var at: Int64

    public init(_ text: String, at: Int64) {
      self.text = text
      self.at = at
    }
  }

  public var entries: [Entry]
  public var warning: StorageWarning?

  public init(_ entries: [Entry], warning: StorageWarning? = nil) {
    self.entries = entries
    self.warning = warning
  }

  public var json: JSON {
    .members(["searches": JSON.array(entries.map { .members(["text": $0.text, "at": $0.at]) }), "warning": warning?.json])
  }

  public init?(_ json: JSON) {
    guard let searches = json["searches"]?.array else { return nil }
    let entries = searches.compactMap { entry -> Entry? in
      guard let text = entry["text"]?.string, let at = entry["at"]?.int else { return nil }
      return Entry(text, at: Int64(at))
    }
    self.init(entries, warning: json["warning"].flatMap { StorageWarning($0) })
  }
}
