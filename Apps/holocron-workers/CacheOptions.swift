import Cache
import Hosting
import Models
import Text

/// The settings of `holocron.cache`.
enum CacheOptions {
  private static let defaults = Lifetimes()
  private static let times = SettingSyntax<Duration>.duration(.zero ... .seconds(10 * 365 * 86_400))
  private static let sizes = SettingSyntax<Int>.bytes(4_096...(1 << 40))

  static let store = Setting<String?>(
    "cache.store",
    SettingSyntax<String>.text("memory, a file such as ./cache.sqlite, or redis://HOST:PORT", valueName: "file|memory|url")
      .optional, default: nil, defaultText: "holocron/cache.sqlite in $XDG_CACHE_HOME or ~/.cache",
    "Store cached answers in memory, in this file, or on a Redis server or cluster (redis+cluster://A:7000,B:7000)")
  static let lifetime = Setting(
    "cache.lifetime", times, default: defaults.standard, "Set the freshness lifetime of answers for which the origin specifies none")
  static let kindLifetimes = Setting("cache.kind-lifetimes", .kindLifetimes, default: [:], "Set the freshness lifetime of individual kinds")
  static let searchLifetime = Setting(
    "cache.search-lifetime", times, default: defaults.search, "Set the freshness lifetime of records found by a search")
  static let missingLifetime = Setting(
    "cache.missing-lifetime", times, default: defaults.notFound,
    "Set how long a \"not found\" answer and a list that lacks records are fresh; 0 = each read asks the origin")
  static let staleWhileRevalidate = Setting(
    "cache.stale-while-revalidate", times, default: defaults.staleWhileRevalidate,
    "Set how long a stale answer is served while it is revalidated")
  static let staleIfError = Setting(
    "cache.stale-if-error", times, default: defaults.staleIfError, "Set how long a stale answer is served if the origin fails")
  static let entries = Setting(
    "cache.entries", .integer(1...100_000_000), default: StoreLimits.disk.entries, "Set the maximum number of entries in the store")
  static let bytes = Setting("cache.bytes", sizes, default: StoreLimits.disk.bytes, "Set the maximum size of the store")
  static let memory = Setting("cache.memory", sizes, default: StoreLimits.memory.bytes, "Set the maximum size of the memory cache")
  static let storeTimeout = Setting(
    "cache.store-timeout", .duration(.milliseconds(10) ... .seconds(3_600)), default: .milliseconds(500),
    "Set how long the store may be unresponsive before answers do without it; increase it for a slow disk")

  static let all = SettingsGroup([
    store, lifetime, kindLifetimes, searchLifetime, missingLifetime, staleWhileRevalidate, staleIfError, entries, bytes, memory,
    storeTimeout,
  ])
}

extension SettingSyntax where Value == [KindName: Duration] {
  fileprivate static var kindLifetimes: SettingSyntax {
    let parse: @Sendable (String) -> [KindName: Duration]? = { text in
      var lifetimes: [KindName: Duration] = [:]
      for pair in text.split(separator: ",") {
        let sides = pair.split(separator: "=")
        guard sides.count == 2, let kind = KindName(sides[0]), let duration = DurationText.parse(String(sides[1])) else { return nil }
        lifetimes[kind] = duration
      }
      return lifetimes
    }
    return SettingSyntax(
      "kinds with durations, such as films=30d,people=1h", valueName: "kind=duration,…", parse: parse,
      format: { $0.map { "\($0.key)=\(DurationText.format($0.value))" }.sorted().joined(separator: ",") })
  }
}
