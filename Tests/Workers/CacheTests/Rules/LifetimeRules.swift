import MessageBus

@testable import Cache

extension CachingRule {
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// How long an answer is fresh, if its fields say so (RFC 9111 sections 4.2.1 and 5.3).
  static let lifetime = [
    CachingRule("4.2.1", "s-maxage is the lifetime", ["cache-control": "s-maxage=40"], .fresh(40)),
    CachingRule("4.2.1", "s-maxage is before max-age", ["cache-control": "s-maxage=40, max-age=60"], .fresh(40)),
    CachingRule("4.2.1", "s-maxage is before max-age in any order", ["cache-control": "max-age=60, s-maxage=40"], .fresh(40)),
    CachingRule("5.2.2.10", "a longer s-maxage counts as well", ["cache-control": "max-age=60, s-maxage=90"], .fresh(90)),
    CachingRule(
      "4.2.1", "s-maxage is before expires", ["cache-control": "s-maxage=40", "expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": date],
      .fresh(40)),
    CachingRule("4.2.1", "max-age is the lifetime", ["cache-control": "max-age=60"], .fresh(60)),
    CachingRule("4.2.1", "max-age may exceed the default", ["cache-control": "max-age=6000"], .fresh(6_000)),
    CachingRule(
      "5.3", "max-age is before expires", ["cache-control": "max-age=60", "expires": "Sun, 06 Nov 1994 08:51:37 GMT", "date": date],
      .fresh(60)),
    CachingRule("5.3", "max-age is before an expires of the past", ["cache-control": "max-age=60", "expires": "0"], .fresh(60)),
    CachingRule("5.2", "an argument may be quoted", ["cache-control": "max-age=\"60\""], .fresh(60)),
    CachingRule("5.2", "max-age is case-insensitive", ["cache-control": "Max-Age=60"], .fresh(60)),
    CachingRule("5.2", "directives are separated by commas with or without spaces", ["cache-control": "public,max-age=60"], .fresh(60)),
    CachingRule("1.2.2", "leading zeros do not matter", ["cache-control": "max-age=0060"], .fresh(60)),
    CachingRule("4.2.1", "of several directives the first counts", ["cache-control": "max-age=60, max-age=90"], .fresh(60)),
    CachingRule("1.2.2", "a number that overflows is a large one", ["cache-control": "max-age=99999999999999999999"], .fresh(31_536_000)),
    CachingRule("1.2.2", "a lifetime is a year at most", ["cache-control": "max-age=2147483648"], .fresh(31_536_000)),
    CachingRule("4.2.1", "zero seconds are over at once", ["cache-control": "max-age=0"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a negative number is stale", ["cache-control": "max-age=-1"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a word is stale", ["cache-control": "max-age=soon"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a fraction is stale", ["cache-control": "max-age=60.5"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "a missing number is stale", ["cache-control": "max-age"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2.1", "an invalid s-maxage is stale", ["cache-control": "s-maxage=soon, max-age=60"], after: 5, .fetch(.stale)),
    CachingRule("4.2.1", "expires minus date is the lifetime", ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": date], .fresh(60)),
    CachingRule("5.3", "expires at the date is over", ["expires": date, "date": date], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule(
      "5.3", "expires before the date is over", ["expires": "Sun, 06 Nov 1994 08:40:37 GMT", "date": date], after: 5,
      .stale(-5, .staleWhileRevalidate)),
    CachingRule("5.3", "an expires of 0 is over", ["expires": "0"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("5.3", "an expires of -1 is over", ["expires": "-1"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule(
      "5.3", "an expires without GMT is over", ["expires": "Sun, 06 Nov 2094 08:49:37"], after: 5, .stale(-5, .staleWhileRevalidate)),
    CachingRule("4.2", "an obsolete date counts as well", ["expires": "Sunday, 06-Nov-94 08:50:37 GMT", "date": date], .fresh(60)),
    CachingRule("4.2", "also that of asctime", ["expires": "Sun Nov  6 08:50:37 1994", "date": date], .fresh(60)),
    CachingRule("5.3", "a far expires is a year", ["expires": "Sun, 06 Nov 2094 08:49:37 GMT", "date": date], .fresh(31_536_000)),
    CachingRule(
      "5.3", "an invalid date counts as the time of the answer", ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": "yesterday"],
      after: 5,
      .stale(-5, .staleWhileRevalidate)),
    CachingRule(
      "5.2.2.1", "without age the lifetime is over in time", ["cache-control": "max-age=60"], after: 80, .stale(-20, .staleWhileRevalidate)),
  ]

  /// How long an answer is fresh if only its date is known (RFC 9111 section 4.2.2).
  static let heuristic = [
    CachingRule(
      "4.2.2", "a tenth of the time since the change", ["last-modified": "Sun, 06 Nov 1994 08:36:17 GMT", "date": date], .fresh(80)),
    CachingRule("4.2.2", "never longer than the default", ["last-modified": "Mon, 07 Nov 1983 08:36:17 GMT", "date": date], .fresh(100)),
    CachingRule("4.2.2", "never shorter than a minute", ["last-modified": "Sun, 06 Nov 1994 08:49:27 GMT", "date": date], .fresh(60)),
    CachingRule(
      "4.2.2", "a change in the future is a change now", ["last-modified": "Sun, 06 Nov 1994 08:59:37 GMT", "date": date], .fresh(60)),
    CachingRule("4.2.2", "an invalid date says nothing", ["last-modified": "once", "date": date], .fresh(100)),
    CachingRule(
      "4.2.2", "not with an explicit lifetime",
      ["last-modified": "Sun, 06 Nov 1994 08:36:17 GMT", "date": date, "cache-control": "max-age=90"], .fresh(90)),
    CachingRule(
      "4.2.2", "not with expires",
      ["last-modified": "Sun, 06 Nov 1994 08:36:17 GMT", "date": date, "expires": "Sun, 06 Nov 1994 08:50:17 GMT"], .fresh(40)),
    CachingRule(
      "4.2.2", "with directives that are no lifetime",
      ["last-modified": "Sun, 06 Nov 1994 08:36:17 GMT", "date": date, "cache-control": "public, must-revalidate"], .fresh(80)),
    CachingRule(
      "5.2.2.2", "a heuristic lifetime ends as well, and must-revalidate forbids more",
      ["last-modified": "Sun, 06 Nov 1994 08:36:17 GMT", "date": date, "cache-control": "must-revalidate"], after: 95, .fetch(.stale)),
  ]

  /// How old an answer is when it arrives (RFC 9111 sections 4.2.3 and 5.1).
  static let ages = [
    CachingRule("4.2.3", "the age of the answer counts", ["age": "30"], .fresh(70)),
    CachingRule("4.2.3", "an age of zero changes nothing", ["age": "0"], .fresh(100)),
    CachingRule("4.2.3", "the age counts towards max-age", ["cache-control": "max-age=60", "age": "20"], .fresh(40)),
    CachingRule("4.2.3", "the age counts towards s-maxage", ["cache-control": "s-maxage=60", "age": "20"], .fresh(40)),
    CachingRule(
      "4.2.3", "the age counts towards expires", ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": date, "age": "20"], .fresh(40)),
    CachingRule(
      "4.2.3", "an answer may be stale on arrival", ["cache-control": "max-age=60", "age": "80"], .stale(-20, .staleWhileRevalidate)),
    CachingRule("4.2.3", "an answer may be too old on arrival", ["cache-control": "max-age=60", "age": "500"], .fetch(.stale)),
    CachingRule("5.1", "an invalid age is ignored", ["age": "soon"], .fresh(100)),
    CachingRule("5.1", "a negative age is ignored", ["age": "-30"], .fresh(100)),
    CachingRule("5.1", "of a list the first value counts", ["age": "30, 40"], .fresh(70)),
    CachingRule("1.2.2", "an age that overflows is a large one", ["age": "99999999999999999999"], .fetch(.stale)),
    // Not as in section 4.2.3, on purpose: see "The Date of an answer is not its age" in DECISIONS.md.
    CachingRule("4.2.3", "without an age, an old date does not make an answer old", ["date": date], .fresh(100)),
  ]
}
