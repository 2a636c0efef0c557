import Contracts
import MessageBus

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
      try checkAll(Request(String(words[0]), target, fields: fields, content: content))
    } else {
      let reply = Reply(Int(parts[0]).map { min(max($0, 100), 599) } ?? 200, fields: fields, content: content)
      checkAll(reply)
    }
  }

  private static func checkAll(_ request: Request) throws(BrokenPromise) {
    try check(KindsRequest.self, request)
    try check(ListRequest.self, request)
    try check(RecordRequest.self, request)
    try check(NamesRequest.self, request)
    try check(NameLookupRequest.self, request)
    try check(OriginRequest.self, request)
    try check(PurgeRequest.self, request)
    try check(StatsRequest.self, request)
    try check(SearchRequest.self, request)
    try check(SuggestRequest.self, request)
    try check(PathRequest.self, request)
    try check(HistoryRequest.self, request)
  }

  /// A contract that a service read is the contract that it would send.
  private static func check<C: Contract>(_ type: C.Type, _ request: Request) throws(BrokenPromise) {
    guard let contract = try? C(request) else { return }
    guard let again = try? C(contract.request) else { throw BrokenPromise("\(type): a written request cannot be read") }
    try promise(again == contract, "\(type) changes when it is written and read: \(contract)")
  }

  private static func checkAll(_ reply: Reply) {
    _ = try? KindsRequest.answer(reply)
    _ = try? ListRequest.answer(reply)
    _ = try? RecordRequest.answer(reply)
    _ = try? NamesRequest.answer(reply)
    _ = try? NameLookupRequest.answer(reply)
    _ = try? OriginRequest.answer(reply)
    _ = try? PurgeRequest.answer(reply)
    _ = try? StatsRequest.answer(reply)
    _ = try? SearchRequest.answer(reply)
    _ = try? SuggestRequest.answer(reply)
    _ = try? PathRequest.answer(reply)
    _ = try? HistoryRequest.answer(reply)
  }
}
