import MessageBus
import Testing

@testable import Cache

/// What RFC 9111, RFC 5861 or RFC 9211 says of one stored answer and one request.
///
/// An answer without explicit lifetime is fresh for 100 seconds, may then be served for 200 while it is revalidated, and for 300 if the
/// origin fails; a missing record counts for 50.
struct CachingRule: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Hashable {
    /// The answer is not stored.
    case notStored
    /// The stored answer is served, with this many seconds left.
    case fresh(Int64)
    /// The stored answer is served although its lifetime ended; the seconds left are negative.
    case stale(Int64, CacheStatus.Detail)
    /// The origin is asked.
    case fetch(CacheDecision.Reason)
    /// 504: the request forbids asking.
    case refused
  }

  /// Where the rule stands.
  let section: String
  let rule: String
  var status = 200
  /// Fields of the origin's answer.
  var response: Fields = [:]
  /// Seconds between the answer and the request.
  var after: Int64 = 0
  /// Fields of the request.
  var request: Fields = [:]
  let outcome: Outcome

  var testDescription: String { "\(section): \(rule)" }

  static let lifetimes: Lifetimes = {
    var lifetimes = Lifetimes()
    lifetimes.standard = .seconds(100)
    lifetimes.notFound = .seconds(50)
    lifetimes.staleWhileRevalidate = .seconds(200)
    lifetimes.staleIfError = .seconds(300)
    return lifetimes
  }()

  static let all = storing + lifetime + heuristic + ages + staleness + extensions + requestAge + requestStaleness + onlyIfCached
}

extension CachingRule {
  init(_ section: String, _ rule: String, _ response: Fields, after seconds: Int64 = 0, _ outcome: Outcome) {
    self.init(section: section, rule: rule, response: response, after: seconds, outcome: outcome)
  }

  /// A rule for a request with these directives in `cache-control`.
  init(
    _ section: String, _ rule: String, _ response: Fields = [:], after seconds: Int64, asking directives: String, _ outcome: Outcome
  ) {
    self.init(
      section: section, rule: rule, response: response, after: seconds, request: ["cache-control": directives], outcome: outcome)
  }
}
