import MessageBus

@testable import Cache

extension CachingRule {
  /// What a request demands of the age (RFC 9111 sections 5.2.1.1, 5.2.1.3, 5.2.1.4, 5.2.1.6 and 5.4).
  static let requestAge = [
    CachingRule("5.2.1.1", "an answer within max-age", after: 30, asking: "max-age=50", .fresh(70)),
    CachingRule("5.2.1.1", "an answer beyond max-age", after: 60, asking: "max-age=50", .fetch(.request)),
    CachingRule("5.2.1.1", "max-age=0 asks the origin", after: 5, asking: "max-age=0", .fetch(.request)),
    CachingRule("5.2.1.1", "max-age excludes stale answers", after: 150, asking: "max-age=500", .fetch(.stale)),
    CachingRule("5.2.1.1", "unless max-stale includes them", after: 150, asking: "max-age=500, max-stale", .stale(-50, .maxStale)),
    CachingRule("5.2.1.1", "max-age holds with max-stale", after: 150, asking: "max-age=120, max-stale", .fetch(.stale)),
    CachingRule("5.2.1.1", "the age on arrival counts", ["age": "40"], after: 0, asking: "max-age=20", .fetch(.request)),
    CachingRule("5.2", "an argument of a request may be quoted", after: 60, asking: "max-age=\"50\"", .fetch(.request)),
    CachingRule("5.2", "names are case-insensitive", after: 60, asking: "Max-Age=50", .fetch(.request)),
    CachingRule(
      "4.2.1", "of several directives of a request the first counts", after: 60, asking: "max-age=50, max-age=90", .fetch(.request)),
    CachingRule(
      "1.2.2", "a number of a request that overflows is a large one", after: 60, asking: "max-age=99999999999999999999", .fresh(40)),
    CachingRule("5.2.1.1", "an invalid number accepts no age", after: 60, asking: "max-age=soon", .fetch(.request)),
    CachingRule("5.2.1.3", "an answer that stays fresh", after: 30, asking: "min-fresh=50", .fresh(70)),
    CachingRule("5.2.1.3", "an answer that does not stay fresh", after: 30, asking: "min-fresh=90", .fetch(.request)),
    CachingRule("5.2.1.3", "min-fresh excludes stale answers", after: 150, asking: "min-fresh=10", .fetch(.stale)),
    CachingRule("5.2.1.3", "min-fresh and max-age, both kept", after: 30, asking: "min-fresh=50, max-age=60", .fresh(70)),
    CachingRule("5.2.1.3", "min-fresh and max-age, one not kept", after: 30, asking: "min-fresh=50, max-age=20", .fetch(.request)),
    CachingRule("5.2.1.4", "no-cache asks the origin", after: 5, asking: "no-cache", .fetch(.request)),
    CachingRule("5.2.1.4", "no-cache of a stale answer", after: 150, asking: "no-cache", .fetch(.stale)),
    CachingRule("5.2.1.4", "no-cache in any case of letters", after: 5, asking: "No-Cache", .fetch(.request)),
    CachingRule("5.2.1.4", "no-cache beside others", after: 5, asking: "max-age=500, no-cache", .fetch(.request)),
    CachingRule(
      "8246 2", "immutable does not stop a demand for validation", ["cache-control": "max-age=60, immutable"], after: 5, asking: "no-cache",
      .fetch(.request)),
    CachingRule("5.2.1.6", "no-transform changes nothing", after: 30, asking: "no-transform", .fresh(70)),
    CachingRule("5.2.3", "unknown directives of a request are ignored", after: 30, asking: "fast, x=\"no-cache\"", .fresh(70)),
    CachingRule(section: "5.4", rule: "pragma is no-cache", after: 5, request: ["pragma": "no-cache"], outcome: .fetch(.request)),
    CachingRule(
      section: "5.4", rule: "pragma is ignored beside cache-control", after: 5,
      request: ["pragma": "no-cache", "cache-control": "max-age=50"],
      outcome: .fresh(95)),
    CachingRule(section: "5.4", rule: "another pragma is ignored", after: 5, request: ["pragma": "fast"], outcome: .fresh(95)),
  ]

  /// Which stale answers a request accepts (RFC 9111 section 5.2.1.2).
  static let requestStaleness = [
    CachingRule("5.2.1.2", "max-stale without a number accepts any", after: 150, asking: "max-stale", .stale(-50, .maxStale)),
    CachingRule("5.2.1.2", "also beyond stale-while-revalidate", after: 350, asking: "max-stale", .stale(-250, .maxStale)),
    CachingRule("5.2.1.2", "also beyond stale-if-error", after: 900, asking: "max-stale", .stale(-800, .maxStale)),
    CachingRule("5.2.1.2", "an answer within max-stale", after: 150, asking: "max-stale=100", .stale(-50, .maxStale)),
    CachingRule("5.2.1.2", "an answer beyond max-stale", after: 150, asking: "max-stale=20", .fetch(.stale)),
    CachingRule("5.2.1.2", "a fresh answer is as good", after: 30, asking: "max-stale=20", .fresh(70)),
    CachingRule("5.2.1.2", "an invalid number accepts none", after: 150, asking: "max-stale=long", .fetch(.stale)),
    CachingRule(
      "5.2.2.2", "must-revalidate is stronger", ["cache-control": "must-revalidate"], after: 150, asking: "max-stale", .fetch(.stale)),
    CachingRule(
      "5.2.2.8", "proxy-revalidate is stronger", ["cache-control": "proxy-revalidate"], after: 150, asking: "max-stale", .fetch(.stale)),
    CachingRule("5.2.2.10", "s-maxage is stronger", ["cache-control": "s-maxage=60"], after: 80, asking: "max-stale", .fetch(.stale)),
    CachingRule(
      "5.2.2.4", "no-cache of the answer is stronger", ["cache-control": "no-cache"], after: 5, asking: "max-stale", .fetch(.stale)),
    CachingRule("5.2.1.4", "no-cache of the request is stronger", after: 150, asking: "max-stale, no-cache", .fetch(.stale)),
    CachingRule("5.2.1.3", "min-fresh is stronger", after: 150, asking: "max-stale, min-fresh=10", .fetch(.stale)),
    CachingRule(
      section: "4.2.4", rule: "a missing record is not served stale", status: 404, after: 80, request: ["cache-control": "max-stale"],
      outcome: .fetch(.stale)),
  ]

  /// Requests that forbid asking the origin (RFC 9111 section 5.2.1.7).
  static let onlyIfCached = [
    CachingRule("5.2.1.7", "a fresh answer", after: 30, asking: "only-if-cached", .fresh(70)),
    CachingRule("5.2.1.7", "a stale answer", after: 150, asking: "only-if-cached", .stale(-50, .onlyIfCached)),
    CachingRule(
      "5.2.1.7", "a stale answer that may be served on errors", after: 350, asking: "only-if-cached", .stale(-250, .onlyIfCached)),
    CachingRule("5.2.1.7", "an answer that is too old", after: 450, asking: "only-if-cached", .refused),
    CachingRule(
      "5.2.1.7", "not against must-revalidate", ["cache-control": "must-revalidate"], after: 150, asking: "only-if-cached", .refused),
    CachingRule(
      "5.2.1.7", "not against no-cache of the answer", ["cache-control": "no-cache"], after: 5, asking: "only-if-cached", .refused),
    CachingRule("5.2.1.7", "not against no-cache of the request", after: 5, asking: "only-if-cached, no-cache", .refused),
    CachingRule("5.2.1.7", "within max-age", after: 30, asking: "only-if-cached, max-age=50", .fresh(70)),
    CachingRule("5.2.1.7", "beyond max-age", after: 60, asking: "only-if-cached, max-age=50", .refused),
    CachingRule("5.2.1.7", "not fresh for long enough", after: 30, asking: "only-if-cached, min-fresh=90", .refused),
    CachingRule("5.2.1.7", "within max-stale", after: 150, asking: "only-if-cached, max-stale=100", .stale(-50, .maxStale)),
    CachingRule("5.2.1.7", "in any case of letters", after: 450, asking: "Only-If-Cached", .refused),
    CachingRule(
      section: "5.2.1.7", rule: "a missing record", status: 404, after: 20, request: ["cache-control": "only-if-cached"],
      outcome: .fresh(30)),
    CachingRule(
      section: "5.2.1.7", rule: "a missing record that is too old", status: 404, after: 80, request: ["cache-control": "only-if-cached"],
      outcome: .refused),
  ]
}
