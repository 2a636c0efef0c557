public import MessageBus
import OrderedJSON

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

  public struct Answer: Sendable, Hashable {
    /// Number of entries that were stored as the lines describe them.
    public var imported: Int
    /// Number of entries that were not stored, because the store has later ones.
    public var skipped: Int
    /// Number of entries, of this request or stored before, that were evicted because the store is full.
    public var evicted: Int
    public var rejected: [Rejection]

    public init(imported: Int = 0, skipped: Int = 0, evicted: Int = 0, rejected: [Rejection] = []) {
      self.imported = imported
      self.skipped = skipped
      self.evicted = evicted
      self.rejected = rejected
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

  public static func reply(_ answer: Answer) -> Reply {
    let rejected = answer.rejected.map { ["line": .number($0.line), "reason": .string($0.reason)] as JSON }
    let json: JSON = [
      "imported": .number(answer.imported), "skipped": .number(answer.skipped), "evicted": .number(answer.evicted),
      "rejected": .array(rejected),
    ]
    return Reply(200, content: json.bytes())
  }

  public static func answer(_ reply: Reply) throws(Problem) -> Answer {
    let json = try reply.json()
    guard let imported = json["imported"]?.int, let skipped = json["skipped"]?.int, let rejected = json["rejected"]?.array else {
      throw .malformedReply(expected: "counts of imported entries")
    }
    return Answer(
      imported: imported, skipped: skipped, evicted: json["evicted"]?.int ?? 0,
      rejected: rejected.compactMap { rejection in
        rejection["line"]?.int.map { Rejection(line: $0, reason: rejection["reason"]?.string ?? "") }
      })
  }
}
