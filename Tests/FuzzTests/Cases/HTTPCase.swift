import MessageBus

@testable import Cache
@testable import Contracts

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
