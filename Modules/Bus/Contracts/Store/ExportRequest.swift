public import MessageBus
import Models
import OrderedJSON

/// `EXPORT /store/entries?after=N`: some entries of the cache store, to be kept in a file. Offered by `holocron.cache`.
///
/// Query: `after`, the position that the previous answer named as the next; 0 by default, the start. Each request reads a bounded part of the
/// store, so neither side holds more than that, and any worker that shares the store can answer the next one.
/// Content of the answer: JSON Lines, an entry each (see ``ExportHeader``). The field `holocron-next` has the position of the next entries; it
/// is missing in the last answer. `holocron-total` is the number of entries in the store, `holocron-omitted` that of the entries which were
/// read but are not in the content, because they are damaged or larger than ``ImportRequest/maxLineSize``; it is missing if there are
/// none.
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
    public var next: Int64?
    /// The number of entries in the store.
    public var total: Int

    public init(lines: [UInt8], count: Int, omitted: Int = 0, next: Int64?, total: Int) {
      self.lines = lines
      self.count = count
      self.omitted = omitted
      self.next = next
      self.total = total
    }
  }

  static let path = ["store", "entries"]
  private static let next = "holocron-next"
  private static let total = "holocron-total"
  private static let count = "holocron-count"
  private static let omitted = "holocron-omitted"

  public var position: Int64

  public init(after position: Int64 = 0) { self.position = position }

  public var request: Request { Request("EXPORT", Target(Self.path, query: Target.position(position))) }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "EXPORT", request.target.path == Self.path else { return nil }
    self.init(after: try request.target.position())
  }

  public static func reply(_ answer: Answer) -> Reply {
    var fields = Fields()
    fields["content-type"] = "application/jsonl"
    fields[next] = answer.next.map { String($0) }
    fields[total] = String(answer.total)
    fields[count] = String(answer.count)
    if answer.omitted > 0 { fields[omitted] = String(answer.omitted) }
    return Reply(200, fields: fields, content: answer.lines)
  }

  public static func answer(_ reply: Reply) throws(Problem) -> Answer {
    guard let total = reply.fields[total].flatMap({ Int($0) }), let count = reply.fields[count].flatMap({ Int($0) }) else {
      throw .malformedReply(expected: "entries of the cache")
    }
    let next = reply.fields[next].flatMap { Int64($0) }
    let omitted = reply.fields[omitted].flatMap { Int($0) } ?? 0
    return Answer(lines: reply.content, count: count, omitted: omitted, next: next, total: total)
  }
}

extension Target {
  static func position(_ position: Int64) -> [Item] { position == 0 ? [] : [.init("after", String(position))] }

  /// Returns the item `after`, a position in the store; 0 if there is none.
  func position() throws(Problem) -> Int64 {
    guard let text = self["after"] else { return 0 }
    guard let position = Int64(text), position >= 0 else { throw .badRequest("after", "invalid position \(text.quoted): use 0 or more") }
    return position
  }
}
