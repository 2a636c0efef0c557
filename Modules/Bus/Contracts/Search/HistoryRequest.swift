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
    var query: [Target.Item] = []
    let method: String
    switch change {
    case .none: method = "GET"
    case .remember(let text): (method, query) = ("PUT", [.init("q", text)])
    case .remove(let text): (method, query) = ("DELETE", [.init("q", text)])
    case .removeAll: method = "DELETE"
    }
    if limit != Self.maxLimit { query.append(.init("limit", String(limit))) }
    return Request(method, Target(["history"], query: query))
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.target.path == ["history"] else { return nil }
    let text = try request.target.queryText()
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
    limit = try request.target.limit(default: Self.maxLimit, max: Self.maxLimit)
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
  /// The sentence of a ``StorageWarning``, or that of another version; `nil` without a problem.
  public var warning: String?

  public init(_ entries: [Entry], warning: String? = nil) {
    self.entries = entries
    self.warning = warning
  }

  public var json: JSON {
    let searches = JSON.array(entries.map { ["text": .string($0.text), "at": .number($0.at)] })
    guard let warning else { return ["searches": searches] }
    return ["searches": searches, "warning": .string(warning)]
  }

  public init(_ json: JSON) throws(Problem) {
    guard let searches = json["searches"]?.array else { throw .malformedReply(expected: "a search history") }
    warning = json["warning"]?.string
    entries = searches.compactMap { entry in
      guard let text = entry["text"]?.string, let at = entry["at"]?.int else { return nil }
      return Entry(text, at: Int64(at))
    }
  }
}
