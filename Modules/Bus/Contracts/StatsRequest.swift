public import MessageBus
public import OrderedJSON

/// `GET /stats`: statistics of whichever worker answers, counted since it started. Offered by every service; Hosting answers it.
/// Content: `{"service":…,"pid":…,"instance":…,"uptime":seconds,"counters":{…},"gauges":{…},"timers":{"fetch":{"count":…,"p50":…,"p90":…,"p99":…,
/// "max":…,"recent":{"count":…,"p50":…,"p99":…,"seconds":…}}}}`, times in milliseconds. `recent` covers the last `seconds`, usually 10 to 20, and
/// more if nobody has asked for a while; it has no percentiles if its `count` is 0. `instance` is a random text that differs from process to
/// process. Older workers send no `instance` and no `recent`, or one without `p50`. A fetcher adds its `origin`, the text of its
/// ``OriginIdentity``, and `origins`, an ``OriginStatus`` for each server; a worker with a problem of its store a ``StorageWarning``, `warning`.
public struct StatsRequest: Contract {
  public init() {}

  public var request: Request { Request("GET", Target(["stats"])) }

  public init?(_ request: Request) {
    guard request.isGet("stats") else { return nil }
  }

  public static func reply(_ answer: JSON) -> Reply { Reply(content: answer.bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> JSON {
    do { return try JSON(parsing: reply.content) } catch { throw .malformedReply(expected: "statistics") }
  }

  /// Returns what tells the process that sent an answer from all others: its process ID and its `instance`. `nil` without a process ID.
  public static func process(of answer: JSON) -> String? {
    guard let process = answer["pid"]?.int else { return nil }
    guard let instance = answer["instance"]?.string, instance.utf8.count <= maxInstanceLength else { return "\(process)" }
    return "\(process) \(instance)"
  }

  /// Maximum length of an `instance` in bytes; longer ones, which a foreign worker may send, would take memory.
  private static let maxInstanceLength = 64
}

/// A worker's warning about its store: `{"code":"in-memory","store":"cache","detail":"the disk is full"}`.
public struct StorageWarning: JSONAnswer, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// No further records are indexed.
    case full
    /// The file cannot be used, for the reason in ``StorageWarning/detail``.
    case inMemory = "in-memory"
    /// A damaged file has been replaced by a new one; ``StorageWarning/detail`` is the path where it is kept.
    case replaced
    /// A server of the store cannot be used or is not set up for it, for the reason in ``StorageWarning/detail``, which also says what to do.
    case server
  }

  public enum Store: String, Sendable {
    case cache, index
    case history = "search history"
  }

  public let code: Code
  public let store: Store
  public let detail: String

  public init(_ code: Code, _ store: Store, _ detail: String = "") { (self.code, self.store, self.detail) = (code, store, detail) }

  public var json: JSON { .members(["code": code.rawValue, "store": store.rawValue, "detail": detail.isEmpty ? nil : detail]) }

  public init?(_ json: JSON) {
    guard let code = json["code"]?.string.flatMap(Code.init), let store = json["store"]?.string.flatMap(Store.init) else { return nil }
    self.init(code, store, json["detail"]?.string ?? "")
  }

  public var description: String {
    switch code {
    case .full: "the \(store.rawValue) is full; further records are not indexed"
    case .inMemory: "the \(store.rawValue) is kept in memory only: \(detail)"
    case .replaced: "the \(store.rawValue) was damaged and has been replaced by a new one; the damaged file is kept as \(detail)"
    case .server: "the \(store.rawValue) has a problem with its server: \(detail)"
    }
  }
}
