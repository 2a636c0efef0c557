import MessageBus

@testable import Cache

extension CachingRule {
  /// Stale answers (RFC 9111 sections 4.2.4 and 5.2.2).
  static let staleness = [
    CachingRule("5.2.2.2", "must-revalidate does not concern fresh answers", ["cache-control": "must-revalidate"], after: 30, .fresh(70)),
    CachingRule("5.2.2.2", "must-revalidate forbids stale answers", ["cache-control": "must-revalidate"], after: 150, .fetch(.stale)),
    CachingRule("5.2.2.2", "in any case of letters", ["cache-control": "MUST-REVALIDATE"], after: 150, .fetch(.stale)),
    CachingRule(
      "5.2.2.2", "must-revalidate with a lifetime", ["cache-control": "max-age=60, must-revalidate"], after: 80, .fetch(.stale)),
    CachingRule("5.2.2.8", "proxy-revalidate does not concern fresh answers", ["cache-control": "proxy-revalidate"], after: 30, .fresh(70)),
    CachingRule(
      "5.2.2.8", "proxy-revalidate forbids a shared cache stale answers", ["cache-control": "proxy-revalidate"], after: 150, .fetch(.stale)),
    CachingRule("5.2.2.10", "s-maxage implies proxy-revalidate", ["cache-control": "s-maxage=60"], after: 80, .fetch(.stale)),
    CachingRule("5.2.2.10", "s-maxage with max-age as well", ["cache-control": "s-maxage=60, max-age=300"], after: 80, .fetch(.stale)),
    CachingRule("5.2.2.4", "no-cache needs a validation each time", ["cache-control": "no-cache"], .fetch(.stale)),
    CachingRule("5.2.2.4", "a lifetime does not weaken no-cache", ["cache-control": "no-cache, max-age=60"], .fetch(.stale)),
    CachingRule(
      "5.2.2.4", "no-cache with names of fields may be treated as no-cache", ["cache-control": "no-cache=\"x-a\""], .fetch(.stale)),
    CachingRule("5.2.2.4", "s-maxage does not weaken no-cache", ["cache-control": "s-maxage=60, no-cache"], .fetch(.stale)),
    CachingRule("5.2.2.6", "no-transform changes nothing", ["cache-control": "no-transform, max-age=60"], .fresh(60)),
    CachingRule("8246 2", "immutable changes nothing while fresh", ["cache-control": "max-age=60, immutable"], after: 30, .fresh(30)),
    CachingRule(
      "8246 2", "immutable changes nothing when stale", ["cache-control": "max-age=60, immutable"], after: 80,
      .stale(-20, .staleWhileRevalidate)),
    CachingRule("8246 2", "an argument of immutable is ignored", ["cache-control": "max-age=60, immutable=no"], after: 30, .fresh(30)),
  ]

  /// Extensions of the lifetime (RFC 5861 sections 3 and 4).
  static let extensions = [
    CachingRule("5861 3", "the default permits stale answers for a while", [:], after: 150, .stale(-50, .staleWhileRevalidate)),
    CachingRule("5861 3", "the default ends", [:], after: 350, .fetch(.stale)),
    CachingRule(
      "5861 3", "stale-while-revalidate is that while", ["cache-control": "max-age=60, stale-while-revalidate=40"], after: 80,
      .stale(-20, .staleWhileRevalidate)),
    CachingRule(
      "5861 3", "stale-while-revalidate ends", ["cache-control": "max-age=60, stale-while-revalidate=40"], after: 120, .fetch(.stale)),
    CachingRule(
      "5861 3", "stale-while-revalidate may exceed the default", ["cache-control": "max-age=60, stale-while-revalidate=900"], after: 500,
      .stale(-440, .staleWhileRevalidate)),
    CachingRule(
      "5861 3", "stale-while-revalidate without a lifetime of its own", ["cache-control": "stale-while-revalidate=40"], after: 120,
      .stale(-20, .staleWhileRevalidate)),
    CachingRule("5861 3", "zero permits none", ["cache-control": "max-age=60, stale-while-revalidate=0"], after: 80, .fetch(.stale)),
    CachingRule(
      "5861 3", "an invalid number permits none", ["cache-control": "max-age=60, stale-while-revalidate=long"], after: 80, .fetch(.stale)),
    CachingRule(
      "5861 3", "never against must-revalidate", ["cache-control": "max-age=60, stale-while-revalidate=40, must-revalidate"], after: 80,
      .fetch(.stale)),
    CachingRule(
      "5861 3", "never against proxy-revalidate", ["cache-control": "max-age=60, stale-while-revalidate=40, proxy-revalidate"], after: 80,
      .fetch(.stale)),
    CachingRule(
      "5861 3", "never against s-maxage", ["cache-control": "s-maxage=60, stale-while-revalidate=40"], after: 80, .fetch(.stale)),
    CachingRule("5861 3", "never against no-cache", ["cache-control": "no-cache, stale-while-revalidate=40"], after: 20, .fetch(.stale)),
    CachingRule(
      "5861 4", "stale-if-error permits nothing while the origin works",
      ["cache-control": "max-age=60, stale-while-revalidate=0, stale-if-error=900"], after: 80, .fetch(.stale)),
    CachingRule(
      "5861 3", "the extensions begin with the age of the answer",
      ["cache-control": "max-age=60, stale-while-revalidate=40", "age": "90"], .stale(-30, .staleWhileRevalidate)),
  ]
}
