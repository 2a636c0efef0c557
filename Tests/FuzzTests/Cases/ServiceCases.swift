import MessageBus
import Models

@testable import Cache
@testable import Contracts
@testable import Redis
@testable import Search

/// Requests as services read them, and replies as front-ends read them. The input is a request line or a status, fields after the first
/// line feed, and the content after the first empty line.
enum AnswerCase: FuzzCase {
  static let name = "answer"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let text = String(decoding: input, as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let sections = parts.count > 1 ? parts[1].split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false) : []
    let fields = Fields(parsing: sections.first ?? "")
    let content = sections.count > 1 ? Array(sections[1].utf8) : []
    let words = parts[0].split(separator: " ", maxSplits: 1)
    if words.count == 2, let target = Target(parsing: words[1]) {
      let request = Request(String(words[0]), target, fields: fields, content: content)
      for contract in contracts { try check(contract, request) }
    } else {
      let reply = Reply(Int(parts[0]).map { min(max($0, 100), 599) } ?? 200, fields: fields, content: content)
      for contract in contracts { read(contract, reply) }
    }
  }

  private static let contracts: [any Contract.Type] = [
    KindsRequest.self, ListRequest.self, RecordRequest.self, NamesRequest.self, NameLookupRequest.self, OriginRequest.self,
    PurgeRequest.self, StatsRequest.self, SearchRequest.self, SuggestRequest.self, PathRequest.self, HistoryRequest.self,
  ]

  /// A contract that a service read is the contract that it would send.
  private static func check<C: Contract>(_ type: C.Type, _ request: Request) throws(BrokenPromise) {
    guard let contract = try? C(request) else { return }
    guard let again = try? C(contract.request) else { throw BrokenPromise("\(type): a written request cannot be read") }
    try promise(again == contract, "\(type) changes when it is written and read: \(contract)")
  }

  private static func read<C: Contract>(_ type: C.Type, _ reply: Reply) { _ = try? C.answer(reply) }
}

/// Lines of exported caches, and topics of events.
enum EntryCase: FuzzCase {
  static let name = "entry"

  /// 2026-01-01T00:00:00Z.
  private static let now = WallTime(milliseconds: 1_767_225_600_000)

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    _ = ExportHeader.refusal(of: input)
    let text = String(decoding: input, as: UTF8.self)
    if let topic = Topic(text) { try promise(Topic(topic.text) == topic, "a topic changes when it is written and parsed: \(topic)") }
    guard let write = try? EntryLine.decode(input, now: now), let line = EntryLine.encode(write.key, write.entry) else { return }
    guard let again = try? EntryLine.decode(line, now: now) else { throw BrokenPromise("a written entry cannot be read") }
    try promise(again.key == write.key, "the key of an entry changes when it is written and read")
    try promise(EntryLine.encode(again.key, again.entry) == line, "an entry changes when it is written and read")
  }
}

/// The fields of origins' answers, and URLs.
enum HTTPCase: FuzzCase {
  static let name = "http"

  /// 2026-01-01T00:00:00Z.
  private static let now: Int64 = 1_767_225_600

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let text = String(decoding: input, as: UTF8.self)
    try checkFreshness(Fields(parsing: text))
    _ = CacheControl(text)
    _ = HTTPDate(text, now: now)
    _ = EntityTag.matches(text, "\"a\"")
    try checkURL(text)
  }

  private static func checkFreshness(_ fields: Fields) throws(BrokenPromise) {
    let sentAt = WallTime(milliseconds: now * 1_000)
    let lifetime = Lifetimes().lifetime(for: .kinds, status: 200)
    guard let freshness = Freshness(fields, sentAt: sentAt, defaults: lifetime) else { return }
    try promise(freshness.age(at: sentAt) >= 0, "a negative age")
    try promise(freshness.staleWhileRevalidateUntil >= freshness.freshUntil, "a stale period that ends before the fresh one")
    _ = freshness.timeToLive(at: sentAt)
  }

  private static func checkURL(_ text: String) throws(BrokenPromise) {
    guard let url = try? HTTPURL(text) else { return }
    guard let again = try? HTTPURL(url.description) else { throw BrokenPromise("a written URL cannot be parsed: \(url)") }
    try promise(again == url && again.isSameOrigin(as: url), "a URL changes when it is written and parsed: \(url)")
  }
}

/// Search queries.
enum QueryCase: FuzzCase {
  static let name = "query"

  private static let names = FieldNames(kinds: .standard)

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let source = String(decoding: input, as: UTF8.self)
    _ = try? Query(source, names: names)
    _ = names.isUnfinishedFilter(source)
    _ = Query(words: source, kind: nil)
  }
}

/// The URL of a Redis server, and the errors by which servers redirect commands.
enum RedisCase: FuzzCase {
  static let name = "redis"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let text = String(decoding: input, as: UTF8.self)
    // Files are not read.
    if !text.contains("?"), let url = try? RedisURL(text) {
      try promise((try? RedisURL(url.description))?.addresses == url.addresses, "a written URL cannot be parsed: \(url)")
    }
    try promise((0..<SlotMap.slotCount).contains(SlotMap.slot(of: input)), "a key has no slot")
    switch ReplyAction(to: .error(text), from: RedisAddress("a", 1), isCluster: true) {
    case .moved(let slot, let address):
      try promise((0..<SlotMap.slotCount).contains(slot) && !address.host.isEmpty, "MOVED \(slot) to \(address)")
    case .ask(let address): try promise(!address.host.isEmpty, "ASK \(address)")
    case .deliver, .retry: break
    }
  }
}
