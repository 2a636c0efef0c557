public import MessageBus
import Models
public import OrderedJSON

/// `EXPORT /store/entries?after=N`: some entries of the cache store, to be kept in a file. Offered by `holocron.cache`.
///
/// Query: `after`, the position that the previous answer named as the next; without it, the start. A position is a text that only the store
/// understands. Each request reads a bounded part of the store, and any worker that shares the store can answer the next one.
/// Content of the answer: JSON Lines, an entry each (see ``ExportHeader``). Fields: `holocron-next`, the position of the next entries, unless
/// these are the last; `holocron-total`, the number of entries in the store; `holocron-omitted`, the number of those read but left out, if any.
public struct ExportRequest: Contract {
  /// Some entries of the store.
  public struct Answer: Sendable, Hashable {
    /// The entries, a line each, every line with a line feed.
    public var lines: [UInt8]
    /// The number of lines.
    public var count: Int
    /// The number of entries that were left out, because they are damaged or too large to import.
    public var omitted: Int
    /// The position of the entries that follow; `nil` after the last.
    public var next: String?
    /// The number of entries in the store.
    public var total: Int

    public init(lines: [UInt8], count: Int, omitted: Int = 0, next: String?, total: Int) {
      (self.lines, self.count, self.omitted, self.next, self.total) = (lines, count, omitted, next, total)
    }
  }

  static let path = ["store", "entries"]

  /// Empty for the start.
  public var position: String

  public init(after position: String = "") { self.position = position }

  public var request: Request { Request("EXPORT", Target(Self.path, query: Target.position(position))) }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "EXPORT", request.target.path == Self.path else { return nil }
    self.init(after: try request.target.position())
  }

  public static func reply(_ answer: Answer) -> Reply {
    var fields: Fields = [
      "content-type": "application/jsonl", "holocron-total": String(answer.total), "holocron-count": String(answer.count),
    ]
    fields["holocron-next"] = answer.next
    if answer.omitted > 0 { fields["holocron-omitted"] = String(answer.omitted) }
    return Reply(fields: fields, content: answer.lines)
  }

  public static func answer(_ reply: Reply) throws(Problem) -> Answer {
    func number(_ name: String) -> Int? { reply.fields["holocron-\(name)"].flatMap { Int($0) } }
    guard let total = number("total"), let count = number("count") else { throw .malformedReply(expected: "entries of the cache") }
    return Answer(
      lines: reply.content, count: count, omitted: number("omitted") ?? 0, next: reply.fields["holocron-next"], total: total)
  }
}

extension Target {
  static func position(_ position: String) -> [Item] { position.isEmpty ? [] : [.init("after", position)] }

  /// Returns the item `after`, a position in the store; empty if there is none.
  func position() throws(Problem) -> String {
    let position = self["after"] ?? ""
    guard position.utf8.count <= 256 else { throw .badRequest("after", "the position is longer than 256 bytes") }
    return position
  }
}

/// The first line of a file of exported entries: `{"format":"holocron-cache","version":1}`.
///
/// Each further line is an entry as a JSON object with these members; those that an entry does not have are left out. Times are milliseconds
/// since 1970 (UTC).
///
/// | member | value |
/// |---|---|
/// | `key` | the request that the entry answers: `/people/1`, `/people?page=2` |
/// | `origin` | the identity of the origin |
/// | `status` | 200, 404 or 410 |
/// | `etag`, `last-modified`, `location`, `expires` | as received from the origin |
/// | `cache-control` | the directives of the origin that matter for a stored answer |
/// | `validated` | when the origin last confirmed the answer |
/// | `fresh-until`, `stale-until`, `stale-if-error-until` | until when it may be served: fresh, while it is revalidated, if the origin fails |
/// | `body` | the answer; for a page of a list, the page without its records and the IDs of the records, which are entries of their own |
public struct ExportHeader: Sendable, Hashable {
  public static let format = "holocron-cache"
  /// The version of the format that this program writes, and the only one that it reads.
  public static let current = 1

  public init() {}

  /// The line with its line feed.
  public var line: [UInt8] { (["format": .string(Self.format), "version": .number(Self.current)] as JSON).bytes() + [0x0A] }

  /// Why a line is not the header of a file that this program can read; `nil` if it is.
  public static func refusal(of line: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: line), json["format"]?.string == format, let version = json["version"]?.int else {
      return "the first line is not the header of an exported cache"
    }
    guard version == current else { return "the file has version \(version) of the format; this program reads version \(current)" }
    return nil
  }
}

/// `IMPORT /store/entries`: adds exported entries to the cache store. Offered by `holocron.cache`.
///
/// Content: lines as ``ExportRequest`` returns them, without the header; at most ``maxLines``. An entry never replaces one that was validated
/// later. Lines that are not entries are rejected and do not affect the others; the request is idempotent.
/// Content of the answer: `{"imported":12,"skipped":1,"evicted":0,"rejected":[{"line":3,"reason":"…"}]}`, lines counted from 1.
public struct ImportRequest: Contract {
  /// Maximum number of lines in a request.
  public static let maxLines = 1_000
  /// Maximum size of the content in bytes.
  public static let maxSize = 4 << 20
  /// Maximum size of a line in bytes, without its line feed. Longer ones are not exported.
  public static let maxLineSize = maxSize - 1

  /// A line that is not an entry.
  public struct Rejection: Sendable, Hashable {
    /// The number of the line in the request, from 1.
    public var line: Int
    public var reason: String

    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  public struct Answer: JSONAnswer {
    /// Number of entries that were stored as the lines describe them.
    public var imported: Int
    /// Number of entries that were not stored, because the store has later ones.
    public var skipped: Int
    /// Number of entries, of this request or stored before, that were evicted because the store is full.
    public var evicted: Int
    public var rejected: [Rejection]

    public init(imported: Int = 0, skipped: Int = 0, evicted: Int = 0, rejected: [Rejection] = []) {
      (self.imported, self.skipped, self.evicted, self.rejected) = (imported, skipped, evicted, rejected)
    }

    public var json: JSON {
      let rejected = rejected.map { JSON.members(["line": $0.line, "reason": $0.reason]) }
      return .members(["imported": imported, "skipped": skipped, "evicted": evicted, "rejected": JSON.array(rejected)])
    }

    public init?(_ json: JSON) {
      guard let imported = json["imported"]?.int, let skipped = json["skipped"]?.int, let rejected = json["rejected"]?.array else {
        return nil
      }
      self.init(
        imported: imported, skipped: skipped, evicted: json["evicted"]?.int ?? 0,
        rejected: rejected.compactMap { rejection in
          rejection["line"]?.int.map { Rejection(line: $0, reason: rejection["reason"]?.string ?? "") }
        })
    }
  }

  public var lines: [UInt8]

  public init(_ lines: [UInt8]) { self.lines = lines }

  public var request: Request { Request("IMPORT", Target(ExportRequest.path), content: lines) }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "IMPORT", request.target.path == ExportRequest.path else { return nil }
    guard request.content.count <= Self.maxSize else {
      throw Problem(
        413, "content too large", detail: "\(request.content.count) bytes were sent; the maximum is \(Self.maxSize): send several requests",
        type: ProblemType.badRequest)
    }
    self.init(request.content)
  }
}

/// `VERIFY /store/check?after=N`: reads some entries of the cache store and checks each; `PURGE /store/check?after=N` also removes the damaged
/// ones. Offered by `holocron.cache`.
///
/// Query: `after`, as in ``ExportRequest``. Each request checks a bounded part of the store and does not delay other requests.
/// Content of the answer: `{"checked":256,"damaged":["/people/1 of embedded"],"removed":0,"incomplete":0,"total":300,"next":256}`.
public struct VerifyRequest: Contract {
  public struct Answer: JSONAnswer {
    /// Number of entries checked.
    public var checked: Int
    /// The damaged entries by key and origin.
    public var damaged: [String]
    /// Number of damaged entries removed.
    public var removed: Int
    /// Number of pages that lack one of their records, which is no damage: the record was evicted or purged, and the page is fetched again.
    public var incomplete: Int
    /// Number of entries in the store.
    public var total: Int
    /// The position of the entries that follow; `nil` after the last.
    public var next: String?

    public init(
      checked: Int, damaged: [String] = [], removed: Int = 0, incomplete: Int = 0, total: Int, next: String?
    ) {
      (self.checked, self.damaged, self.removed, self.incomplete) = (checked, damaged, removed, incomplete)
      (self.total, self.next) = (total, next)
    }

    public var json: JSON {
      .members([
        "checked": checked, "damaged": JSON.array(damaged.map { .string($0) }), "removed": removed, "incomplete": incomplete,
        // Earlier versions know only numbers.
        "total": total, "next": next.map { next in Int(next).map { .number($0) } ?? JSON.string(next) },
      ])
    }

    public init?(_ json: JSON) {
      guard let checked = json["checked"]?.int, let damaged = json["damaged"]?.array, let removed = json["removed"]?.int,
        let incomplete = json["incomplete"]?.int, let total = json["total"]?.int
      else { return nil }
      self.init(
        checked: checked, damaged: damaged.compactMap(\.string), removed: removed, incomplete: incomplete,
        total: total, next: json["next"].flatMap { $0.string ?? $0.int.map { String($0) } })
    }
  }

  private static let path = ["store", "check"]

  /// Empty for the start.
  public var position: String
  /// Whether to remove damaged entries and to count again.
  public var repairs: Bool

  public init(after position: String = "", repairs: Bool = false) {
    self.position = position
    self.repairs = repairs
  }

  public var request: Request { Request(repairs ? "PURGE" : "VERIFY", Target(Self.path, query: Target.position(position))) }

  public init?(_ request: Request) throws(Problem) {
    guard ["VERIFY", "PURGE"].contains(request.method), request.target.path == Self.path else { return nil }
    self.init(after: try request.target.position(), repairs: request.method == "PURGE")
  }
}
