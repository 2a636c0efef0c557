public import MessageBus
import OrderedJSON

/// `VERIFY /store/check?after=N`: reads some entries of the cache store and checks each; `PURGE /store/check?after=N` also removes the damaged
/// ones. Offered by `holocron.cache`.
///
/// Query: `after`, as in ``ExportRequest``. Each request checks a bounded part of the store and does not delay other requests.
/// Content of the answer: `{"checked":256,"damaged":["/people/1 of embedded"],"removed":0,"incomplete":0,"miscounted":false,"total":300,"next":256}`.
public struct VerifyRequest: Contract {
  public struct Answer: Sendable, Hashable {
    /// Number of entries checked.
    public var checked: Int
    /// The damaged entries by key and origin.
    public var damaged: [String]
    /// Number of damaged entries removed.
    public var removed: Int
    /// Number of pages that lack one of their records, which is no damage: the record was evicted or purged, and the page is fetched again.
    public var incomplete: Int
    /// Whether the number or size of all entries is not what the store has counted; checked with the last entries.
    public var isMiscounted: Bool
    /// Number of entries in the store.
    public var total: Int
    /// The position of the entries that follow; `nil` after the last.
    public var next: Int64?

    public init(
      checked: Int, damaged: [String] = [], removed: Int = 0, incomplete: Int = 0, isMiscounted: Bool = false, total: Int, next: Int64?
    ) {
      self.checked = checked
      self.damaged = damaged
      self.removed = removed
      self.incomplete = incomplete
      self.isMiscounted = isMiscounted
      self.total = total
      self.next = next
    }
  }

  private static let path = ["store", "check"]

  public var position: Int64
  /// Whether to remove damaged entries and to count again.
  public var repairs: Bool

  public init(after position: Int64 = 0, repairs: Bool = false) {
    self.position = position
    self.repairs = repairs
  }

  public var request: Request { Request(repairs ? "PURGE" : "VERIFY", Target(Self.path, query: Target.position(position))) }

  public init?(_ request: Request) throws(Problem) {
    guard ["VERIFY", "PURGE"].contains(request.method), request.target.path == Self.path else { return nil }
    self.init(after: try request.target.position(), repairs: request.method == "PURGE")
  }

  public static func reply(_ answer: Answer) -> Reply {
    var json: JSON.Object = [
      "checked": .number(answer.checked), "damaged": .array(answer.damaged.map { .string($0) }), "removed": .number(answer.removed),
      "incomplete": .number(answer.incomplete), "miscounted": .bool(answer.isMiscounted), "total": .number(answer.total),
    ]
    json["next"] = answer.next.map { .number($0) }
    return Reply(200, content: JSON.object(json).bytes())
  }

  public static func answer(_ reply: Reply) throws(Problem) -> Answer {
    let json = try reply.json()
    guard let checked = json["checked"]?.int, let damaged = json["damaged"]?.array, let removed = json["removed"]?.int,
      let incomplete = json["incomplete"]?.int, let isMiscounted = json["miscounted"]?.bool, let total = json["total"]?.int
    else { throw .malformedReply(expected: "the result of a check") }
    return Answer(
      checked: checked, damaged: damaged.compactMap(\.string), removed: removed, incomplete: incomplete, isMiscounted: isMiscounted,
      total: total, next: json["next"]?.int.map { Int64($0) })
  }
}
