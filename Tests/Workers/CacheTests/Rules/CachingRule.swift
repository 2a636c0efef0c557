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

  static let all = storing + lifetime + fields + staleness + extensions + requestAge + requestStaleness + onlyIfCached
}

extension CachingRule {
  /// A rule for an answer with these directives in `cache-control`, and a request with others.
  init(
    _ section: String, _ rule: String, _ control: String = "", after seconds: Int64 = 0, asking directives: String? = nil,
    _ outcome: Outcome
  ) {
    self.init(section, rule, control.isEmpty ? [:] : ["cache-control": control], after: seconds, outcome)
    request["cache-control"] = directives
  }

  /// A rule for an answer with these fields.
  init(_ section: String, _ rule: String, _ response: Fields, after seconds: Int64 = 0, _ outcome: Outcome) {
    self.init(section: section, rule: rule, response: response, after: seconds, outcome: outcome)
  }

  /// Which answers are stored (RFC 9111 sections 3, 4.1 and 5.2.2).
  static let storing = [
    CachingRule("3", "an answer without fields is stored", "", .fresh(100)),
    CachingRule("5.2.2.5", "no-store forbids storing", "no-store", .notStored),
    CachingRule("5.2.2.5", "a lifetime does not weaken no-store", "max-age=60, no-store", .notStored),
    CachingRule("5.2", "names of directives are case-insensitive", "No-Store", .notStored),
    CachingRule("5.2.2.7", "a shared cache does not store private answers", "private, max-age=60", .notStored),
    CachingRule("5.2.2.7", "private with names of fields may be treated as private", "private=\"x-a\"", .notStored),
    CachingRule(
      "5.2.2.3", "must-understand overrides no-store, and keeps the lifetime", "no-store, must-understand, max-age=50", .fresh(50)),
    CachingRule("5.2.2.3", "must-understand does not override private", "must-understand, private", .notStored),
    CachingRule("5.2.3", "an argument of an unknown directive is not a directive", "community=\"no-store, private\"", .fresh(100)),
    CachingRule("5.2", "empty list elements are ignored", ", ,no-store, ,", .notStored),
    CachingRule("4.1", "no request matches a star", ["vary": "accept, *"], .notStored),
    CachingRule("4.1", "all requests to an origin have the same fields", ["vary": "Accept-Language, User-Agent, Cookie"], .fresh(100)),
    CachingRule("4.1", "a name that contains a star is a name", ["vary": "x-*"], .fresh(100)),
    CachingRule("5.4", "pragma in an answer is not specified", ["pragma": "no-cache"], .fresh(100)),
    CachingRule(section: "3", rule: "a missing record is stored for a while", status: 404, outcome: .fresh(50)),
    CachingRule(section: "3", rule: "a record that is gone is stored for a while", status: 410, outcome: .fresh(50)),
    CachingRule(
      section: "4.2.1", rule: "a missing record has the lifetime of its fields", status: 404, response: ["cache-control": "max-age=20"],
      outcome: .fresh(20)),
    CachingRule(
      section: "5.2.2.5", rule: "no-store holds for a missing record", status: 404, response: ["cache-control": "no-store"],
      outcome: .notStored),
    CachingRule(section: "4.2.4", rule: "a missing record is never served stale", status: 404, after: 80, outcome: .fetch(.stale)),
    CachingRule("5.2.1.5", "no-store of a request does not exclude a stored answer", after: 30, asking: "no-store", .fresh(70)),
    CachingRule("5.2.1.5", "no-store of a request does not prolong a stored answer", after: 350, asking: "no-store", .fetch(.stale)),
  ]

  /// How long an answer is fresh, if its directives say so (RFC 9111 section 4.2.1).
  static let lifetime = [
    CachingRule("4.2.1", "s-maxage is before max-age", "max-age=60, s-maxage=40", .fresh(40)),
    CachingRule("5.2.2.10", "a longer s-maxage counts as well", "max-age=60, s-maxage=90", .fresh(90)),
    CachingRule("4.2.1", "max-age may exceed the default", "max-age=6000", .fresh(6_000)),
    CachingRule("5.2", "an argument may be quoted", "max-age=\"60\"", .fresh(60)),
    CachingRule("5.2", "max-age is case-insensitive", "Max-Age=60", .fresh(60)),
    CachingRule("5.2", "directives are separated by commas with or without spaces", "public,max-age=60", .fresh(60)),
    CachingRule("1.2.2", "leading zeros do not matter", "max-age=0060", .fresh(60)),
    CachingRule("4.2.1", "of several directives the first counts", "max-age=60, max-age=90", .fresh(60)),
    CachingRule("1.2.2", "a number that overflows is a large one", "max-age=99999999999999999999", .fresh(31_536_000)),
    CachingRule("1.2.2", "a lifetime is a year at most", "max-age=2147483648", .fresh(31_536_000)),
    CachingRule("4.2.1", "zero seconds are over at once", "max-age=0", after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a negative number is stale", "max-age=-1", after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a fraction is stale", "max-age=60.5", after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a missing number is stale", "max-age", after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "an invalid s-maxage is stale", "s-maxage=soon, max-age=60", after: 5, .fetch(.stale)),
    CachingRule("5.2.2.1", "the lifetime is over in time", "max-age=60", after: 80, .stale(-20, .staleWhileRevalidate)),
  ]

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let minuteLater = "Sun, 06 Nov 1994 08:50:37 GMT"
  /// 800 seconds before the date.
  private static let earlier = "Sun, 06 Nov 1994 08:36:17 GMT"

  /// How long an answer is fresh by its other fields, and how old it is when it arrives (RFC 9111 sections 4.2.2, 4.2.3, 5.1 and 5.3).
  static let fields = [
    CachingRule("4.2.1", "expires minus date is the lifetime", ["expires": minuteLater, "date": date], .fresh(60)),
    CachingRule("5.3", "s-maxage is before expires", ["cache-control": "s-maxage=40", "expires": minuteLater, "date": date], .fresh(40)),
    CachingRule("5.3", "max-age is before an expires of the past", ["cache-control": "max-age=60", "expires": "0"], .fresh(60)),
    CachingRule("5.3", "expires at the date is over", ["expires": date, "date": date], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("5.3", "expires before the date is over", ["expires": earlier, "date": date], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("5.3", "an expires of 0 is over", ["expires": "0"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule(
      "5.3", "an expires without GMT is over", ["expires": "Sun, 06 Nov 2094 08:49:37"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2", "an obsolete date counts as well", ["expires": "Sunday, 06-Nov-94 08:50:37 GMT", "date": date], .fresh(60)),
    CachingRule("4.2", "also that of asctime", ["expires": "Sun Nov  6 08:50:37 1994", "date": date], .fresh(60)),
    CachingRule("5.3", "a far expires is a year", ["expires": "Sun, 06 Nov 2094 08:49:37 GMT", "date": date], .fresh(31_536_000)),
    CachingRule(
      "5.3", "an invalid date counts as the time of the answer", ["expires": minuteLater, "date": "yesterday"], after: 5,
      .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.2", "a tenth of the time since the change", ["last-modified": earlier, "date": date], .fresh(80)),
    CachingRule("4.2.2", "never longer than the default", ["last-modified": "Mon, 07 Nov 1983 08:36:17 GMT", "date": date], .fresh(100)),
    CachingRule("4.2.2", "never shorter than a minute", ["last-modified": minuteLater, "date": date], .fresh(60)),
    CachingRule("4.2.2", "an invalid change says nothing", ["last-modified": "once", "date": date], .fresh(100)),
    CachingRule(
      "4.2.2", "not with an explicit lifetime", ["last-modified": earlier, "date": date, "cache-control": "max-age=90"], .fresh(90)),
    CachingRule("4.2.2", "not with expires", ["last-modified": earlier, "date": date, "expires": minuteLater], .fresh(60)),
    CachingRule(
      "5.2.2.2", "a heuristic lifetime ends as well, and must-revalidate forbids more",
      ["last-modified": earlier, "date": date, "cache-control": "must-revalidate"], after: 95, .fetch(.stale)),
    CachingRule("4.2.3", "the age of the answer counts", ["age": "30"], .fresh(70)),
    CachingRule("4.2.3", "the age counts towards max-age", ["cache-control": "max-age=60", "age": "20"], .fresh(40)),
    CachingRule("4.2.3", "the age counts towards expires", ["expires": minuteLater, "date": date, "age": "20"], .fresh(40)),
    CachingRule(
      "4.2.3", "an answer may be stale on arrival", ["cache-control": "max-age=60", "age": "80"], .stale(-20, .staleWhileRevalidate)),
    CachingRule("5.1", "an invalid age is ignored", ["age": "soon"], .fresh(100)),
    CachingRule("5.1", "a negative age is ignored", ["age": "-30"], .fresh(100)),
    CachingRule("5.1", "of a list the first value counts", ["age": "30, 40"], .fresh(70)),
    CachingRule("1.2.2", "an age that overflows is a large one", ["age": "99999999999999999999"], .fetch(.stale)),
    // Not as in section 4.2.3, on purpose: see "The Date of an answer is not its age" in DECISIONS.md.
    CachingRule("4.2.3", "without an age, an old date does not make an answer old", ["date": date], .fresh(100)),
  ]

  /// Stale answers (RFC 9111 sections 4.2.4 and 5.2.2).
  static let staleness = [
    CachingRule("5.2.2.2", "must-revalidate does not concern fresh answers", "must-revalidate", after: 30, .fresh(70)),
    CachingRule("5.2.2.2", "must-revalidate forbids stale answers", "must-revalidate", after: 150, .fetch(.stale)),
    CachingRule("5.2.2.2", "in any case of letters", "MUST-REVALIDATE", after: 150, .fetch(.stale)),
    CachingRule("5.2.2.8", "proxy-revalidate forbids a shared cache stale answers", "proxy-revalidate", after: 150, .fetch(.stale)),
    CachingRule("5.2.2.10", "s-maxage implies proxy-revalidate", "s-maxage=60, max-age=300", after: 80, .fetch(.stale)),
    CachingRule("5.2.2.4", "no-cache needs a validation each time", "no-cache", .fetch(.stale)),
    CachingRule("5.2.2.4", "a lifetime does not weaken no-cache", "no-cache, max-age=60, s-maxage=60", .fetch(.stale)),
    CachingRule("5.2.2.4", "no-cache with names of fields may be treated as no-cache", "no-cache=\"x-a\"", .fetch(.stale)),
    CachingRule("5.2.2.6", "no-transform changes nothing", "no-transform, max-age=60", .fresh(60)),
    CachingRule("8246 2", "immutable changes nothing", "max-age=60, immutable", after: 80, .stale(-20, .staleWhileRevalidate)),
  ]

  /// Extensions of the lifetime (RFC 5861 sections 3 and 4).
  static let extensions = [
    CachingRule("5861 3", "the default permits stale answers for a while", after: 150, .stale(-50, .staleWhileRevalidate)),
    CachingRule("5861 3", "the default ends", after: 350, .fetch(.stale)),
    CachingRule(
      "5861 3", "stale-while-revalidate is that while", "max-age=60, stale-while-revalidate=40", after: 80,
      .stale(-20, .staleWhileRevalidate)),
    CachingRule("5861 3", "stale-while-revalidate ends", "max-age=60, stale-while-revalidate=40", after: 120, .fetch(.stale)),
    CachingRule(
      "5861 3", "it may exceed the default", "max-age=60, stale-while-revalidate=900", after: 500, .stale(-440, .staleWhileRevalidate)),
    CachingRule("5861 3", "zero permits none", "max-age=60, stale-while-revalidate=0", after: 80, .fetch(.stale)),
    CachingRule("5861 3", "an invalid number permits none", "max-age=60, stale-while-revalidate=long", after: 80, .fetch(.stale)),
    CachingRule(
      "5861 3", "never against must-revalidate", "max-age=60, stale-while-revalidate=40, must-revalidate", after: 80, .fetch(.stale)),
    CachingRule("5861 3", "never against s-maxage", "s-maxage=60, stale-while-revalidate=40", after: 80, .fetch(.stale)),
    CachingRule("5861 3", "never against no-cache", "no-cache, stale-while-revalidate=40", after: 20, .fetch(.stale)),
    CachingRule(
      "5861 4", "stale-if-error permits nothing while the origin works", "max-age=60, stale-while-revalidate=0, stale-if-error=900",
      after: 80,
      .fetch(.stale)),
    CachingRule(
      "5861 3", "the extensions begin with the age of the answer", ["cache-control": "max-age=60, stale-while-revalidate=40", "age": "90"],
      .stale(-30, .staleWhileRevalidate)),
  ]

  /// What a request demands of the age (RFC 9111 sections 5.2.1.1, 5.2.1.3, 5.2.1.4, 5.2.1.6 and 5.4).
  static let requestAge = [
    CachingRule("5.2.1.1", "an answer within max-age", after: 30, asking: "max-age=50", .fresh(70)),
    CachingRule("5.2.1.1", "an answer beyond max-age", after: 60, asking: "Max-Age=\"50\"", .fetch(.request)),
    CachingRule("5.2.1.1", "max-age=0 asks the origin", after: 5, asking: "max-age=0", .fetch(.request)),
    CachingRule("5.2.1.1", "max-age excludes stale answers", after: 150, asking: "max-age=500", .fetch(.stale)),
    CachingRule("5.2.1.1", "unless max-stale includes them", after: 150, asking: "max-age=500, max-stale", .stale(-50, .maxStale)),
    CachingRule("5.2.1.1", "max-age holds with max-stale", after: 150, asking: "max-age=120, max-stale", .fetch(.stale)),
    CachingRule(
      "1.2.2", "a number of a request that overflows is a large one", after: 60, asking: "max-age=99999999999999999999", .fresh(40)),
    CachingRule("5.2.1.1", "an invalid number accepts no age", after: 60, asking: "max-age=soon", .fetch(.request)),
    CachingRule("5.2.1.3", "an answer that stays fresh", after: 30, asking: "min-fresh=50, max-age=60", .fresh(70)),
    CachingRule("5.2.1.3", "an answer that does not stay fresh", after: 30, asking: "min-fresh=90", .fetch(.request)),
    CachingRule("5.2.1.3", "min-fresh excludes stale answers", after: 150, asking: "min-fresh=10", .fetch(.stale)),
    CachingRule("5.2.1.4", "no-cache asks the origin", after: 5, asking: "max-age=500, No-Cache", .fetch(.request)),
    CachingRule("5.2.1.4", "no-cache of a stale answer", after: 150, asking: "no-cache", .fetch(.stale)),
    CachingRule("8246 2", "immutable does not stop a demand for validation", "immutable", after: 5, asking: "no-cache", .fetch(.request)),
    CachingRule("5.2.1.6", "no-transform of a request changes nothing", after: 30, asking: "no-transform", .fresh(70)),
    CachingRule("5.2.3", "unknown directives of a request are ignored", after: 30, asking: "fast, x=\"no-cache\"", .fresh(70)),
    CachingRule(section: "5.4", rule: "pragma is no-cache", after: 5, request: ["pragma": "no-cache"], outcome: .fetch(.request)),
    CachingRule(
      section: "5.4", rule: "pragma is ignored beside cache-control", after: 5,
      request: ["pragma": "no-cache", "cache-control": "max-age=50"], outcome: .fresh(95)),
  ]

  /// Which stale answers a request accepts (RFC 9111 section 5.2.1.2).
  static let requestStaleness = [
    CachingRule("5.2.1.2", "max-stale accepts any, also beyond stale-if-error", after: 900, asking: "max-stale", .stale(-800, .maxStale)),
    CachingRule("5.2.1.2", "an answer within max-stale", after: 150, asking: "max-stale=100", .stale(-50, .maxStale)),
    CachingRule("5.2.1.2", "an answer beyond max-stale", after: 150, asking: "max-stale=20", .fetch(.stale)),
    CachingRule("5.2.1.2", "an invalid number accepts none", after: 150, asking: "max-stale=long", .fetch(.stale)),
    CachingRule("5.2.2.2", "must-revalidate is stronger", "must-revalidate", after: 150, asking: "max-stale", .fetch(.stale)),
    CachingRule("5.2.2.10", "s-maxage is stronger", "s-maxage=60", after: 80, asking: "max-stale", .fetch(.stale)),
    CachingRule("5.2.2.4", "no-cache of the answer is stronger", "no-cache", after: 5, asking: "max-stale", .fetch(.stale)),
    CachingRule("5.2.1.4", "no-cache of the request is stronger", after: 150, asking: "max-stale, no-cache", .fetch(.stale)),
    CachingRule("5.2.1.3", "min-fresh is stronger", after: 150, asking: "max-stale, min-fresh=10", .fetch(.stale)),
    CachingRule(
      section: "4.2.4", rule: "a missing record is not served stale", status: 404, after: 80, request: ["cache-control": "max-stale"],
      outcome: .fetch(.stale)),
  ]

  /// Requests that forbid asking the origin (RFC 9111 section 5.2.1.7).
  static let onlyIfCached = [
    CachingRule("5.2.1.7", "a fresh answer", after: 30, asking: "only-if-cached, max-age=50", .fresh(70)),
    CachingRule("5.2.1.7", "a stale answer", after: 150, asking: "only-if-cached", .stale(-50, .onlyIfCached)),
    CachingRule("5.2.1.7", "an answer that may be served on errors", after: 350, asking: "only-if-cached", .stale(-250, .onlyIfCached)),
    CachingRule("5.2.1.7", "an answer that is too old", after: 450, asking: "Only-If-Cached", .refused),
    CachingRule("5.2.1.7", "not against must-revalidate", "must-revalidate", after: 150, asking: "only-if-cached", .refused),
    CachingRule("5.2.1.7", "not against no-cache of the request", after: 5, asking: "only-if-cached, no-cache", .refused),
    CachingRule("5.2.1.7", "beyond max-age", after: 60, asking: "only-if-cached, max-age=50", .refused),
    CachingRule("5.2.1.7", "not fresh for long enough", after: 30, asking: "only-if-cached, min-fresh=90", .refused),
    CachingRule("5.2.1.7", "within max-stale", after: 150, asking: "only-if-cached, max-stale=100", .stale(-50, .maxStale)),
    CachingRule(
      section: "5.2.1.7", rule: "a missing record that is too old", status: 404, after: 80, request: ["cache-control": "only-if-cached"],
      outcome: .refused),
  ]
}
