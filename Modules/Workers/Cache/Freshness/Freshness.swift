import Contracts
import MessageBus
import Platform

/// The age of a stored answer and the times until it may be served, calculated as in RFC 9111 section 4.2 and RFC 5861.
public struct Freshness: Sendable, Hashable {
  /// Upper bound of each lifetime, extension and age taken from fields: one year. The defaults may be longer.
  public static let maxSpan: Duration = .seconds(365 * 86_400)

  /// Lower bound of a heuristic lifetime: one minute. Some servers send the time of the response as its `last-modified`.
  static let minHeuristic: Duration = .seconds(60)

  /// When the origin last confirmed the answer: the time its request was sent, minus the `age` of the reply (RFC 9111 section 4.2.3).
  /// The `date` of the reply is not used: see "The Date of an answer is not its age" in DECISIONS.md.
  public var validatedAt: WallTime
  /// The end of the lifetime; the answer is stale from then on.
  public var freshUntil: WallTime
  /// The end of the time in which a stale answer is served while it is revalidated.
  public var staleWhileRevalidateUntil: WallTime
  /// The end of the time in which a stale answer is served if the origin fails.
  public var staleIfErrorUntil: WallTime
}

extension Freshness {
  /// Calculates the freshness of a reply from its fields, which may all be missing.
  ///
  /// The lifetime is `s-maxage`, or `max-age`, or `expires` minus `date`, or the default (RFC 9111 section 4.2.1; this cache serves many
  /// front-ends, so it is a shared cache). With `no-cache` the lifetime is zero. `must-revalidate`, `proxy-revalidate` and `s-maxage`
  /// forbid stale use (sections 4.2.4 and 5.2.2). Lifetimes and ages are between zero and ``maxSpan``.
  ///
  /// Without explicit lifetime, a reply with `last-modified` is fresh for a tenth of the time since then, between ``minHeuristic`` and the
  /// default (section 4.2.2).
  ///
  /// Returns `nil` if the reply must not be stored: `no-store`, unless `must-understand` overrides it (section 5.2.2.3; this cache
  /// understands all statuses that it stores), `private` (section 3), or `vary: *`, which no request matches (section 4.1).
  init?(_ fields: Fields, sentAt: WallTime, defaults: Lifetime) {
    let control = CacheControl(fields["cache-control"])
    let forbidsStoring = control.contains("private") || control.contains("no-store") && !control.contains("must-understand")
    guard !forbidsStoring, !Self.variesByAnything(fields["vary"]) else { return nil }
    func bounded(_ seconds: Int64) -> Duration { min(.seconds(seconds), Self.maxSpan) }
    let age = bounded(CacheControl("age=\(fields["age"] ?? "0")").seconds("age") ?? 0)
    // An invalid date counts as missing (RFC 9110 section 6.6.1).
    let dated = fields["date"].flatMap { HTTPDate($0, now: sentAt.seconds) }.map { WallTime(seconds: $0.seconds) } ?? sentAt
    var lifetime = defaults.fresh
    if let seconds = control.seconds("s-maxage") ?? control.seconds("max-age") {
      lifetime = bounded(seconds)
    } else if let expires = fields["expires"] {
      // An invalid date, above all "0", means "already expired" (section 5.3).
      lifetime =
        HTTPDate(expires, now: sentAt.seconds).map { min(.milliseconds(max(0, $0.seconds * 1_000 - dated.milliseconds)), Self.maxSpan) }
        ?? .zero
    } else if let modified = fields["last-modified"].flatMap({ HTTPDate($0, now: sentAt.seconds) }) {
      let unchanged = Duration.milliseconds(max(0, dated.milliseconds - modified.seconds * 1_000))
      lifetime = min(defaults.fresh, max(Self.minHeuristic, unchanged / 10))
    }
    if control.contains("no-cache") { lifetime = .zero }
    let (validatedAt, freshUntil) = (sentAt - age, sentAt - age + lifetime)
    self.init(
      validatedAt: validatedAt, freshUntil: freshUntil, staleWhileRevalidateUntil: freshUntil, staleIfErrorUntil: freshUntil)
    let forbidsStale = ["no-cache", "must-revalidate", "proxy-revalidate", "s-maxage"].contains { control.contains($0) }
    guard !forbidsStale else { return }
    staleWhileRevalidateUntil = freshUntil + (control.seconds("stale-while-revalidate").map(bounded) ?? defaults.staleWhileRevalidate)
    staleIfErrorUntil = freshUntil + (control.seconds("stale-if-error").map(bounded) ?? defaults.staleIfError)
  }

  private static func variesByAnything(_ vary: String?) -> Bool {
    vary?.split(separator: ",").contains { $0.trimmingPrefix(while: \.isWhitespace).prefix { !$0.isWhitespace } == "*" } ?? false
  }

  /// Returns whether the answer is fresh. An answer from the future was stored before the clock was set back, and counts as stale.
  func isFresh(at now: WallTime) -> Bool { now < freshUntil && isPast(at: now) }

  /// Returns whether the answer may be served while it is revalidated.
  func mayServeWhileRevalidating(at now: WallTime) -> Bool { now < staleWhileRevalidateUntil }

  /// Returns whether the answer may be served if the origin fails.
  func mayServeOnError(at now: WallTime) -> Bool { now < staleIfErrorUntil }

  /// Returns whether a request with these directives may be answered without a validation (RFC 9111 sections 4.2.4 and 5.2.1). `max-stale` permits
  /// stale use only where the origin does: neither extension of the lifetime is positive after `must-revalidate`.
  func satisfies(_ validation: Validation, at now: WallTime) -> Bool {
    guard !validation.revalidate, isPast(at: now), validation.maxAge.map({ age(at: now) <= $0 }) ?? true else { return false }
    let timeToLive = timeToLive(at: now)
    if isFresh(at: now), validation.minFresh.map({ timeToLive >= $0 }) ?? true { return true }
    guard validation.minFresh == nil, let maxStale = validation.maxStale else { return false }
    let permitsStaleUse = max(staleWhileRevalidateUntil, staleIfErrorUntil) > freshUntil
    return permitsStaleUse && (maxStale == .max || timeToLive >= -maxStale)
  }

  /// Allows one second of difference, because processes may read the clock in another order than they act.
  private func isPast(at now: WallTime) -> Bool {
    validatedAt <= now + .seconds(1)
  }

  /// Returns the age in whole seconds, rounded down, never negative: the `age` field (RFC 9111 section 5.1).
  func age(at now: WallTime) -> Int64 { max(0, (now.milliseconds - validatedAt.milliseconds) / 1_000) }

  /// Returns the remaining lifetime in whole seconds, negative if stale: `ttl` of `cache-status` (RFC 9211 section 2.4).
  func timeToLive(at now: WallTime) -> Int64 {
    let (left, overflows) = freshUntil.milliseconds.subtractingReportingOverflow(now.milliseconds)
    let span = overflows ? (freshUntil < now ? Int64.min : .max) : left
    return WallTime(milliseconds: isPast(at: now) ? span : min(0, span)).seconds
  }

  /// Returns the freshness of an answer made from both: the earlier of each pair of times.
  func combined(with other: Freshness) -> Freshness {
    Freshness(
      validatedAt: min(validatedAt, other.validatedAt), freshUntil: min(freshUntil, other.freshUntil),
      staleWhileRevalidateUntil: min(staleWhileRevalidateUntil, other.staleWhileRevalidateUntil),
      staleIfErrorUntil: min(staleIfErrorUntil, other.staleIfErrorUntil))
  }

  /// Returns the same freshness, but with a lifetime of `lifetime` at most.
  func ending(after lifetime: Duration) -> Freshness { stale(from: validatedAt + lifetime) }

  /// Returns the same freshness, but stale from `time` on at the latest. An origin that forbids stale use still does.
  func stale(from time: WallTime) -> Freshness {
    var freshness = self
    freshness.freshUntil = min(freshUntil, time)
    if staleWhileRevalidateUntil <= freshUntil { freshness.staleWhileRevalidateUntil = freshness.freshUntil }
    if staleIfErrorUntil <= freshUntil { freshness.staleIfErrorUntil = freshness.freshUntil }
    return freshness
  }
}

/// A wall-clock time in milliseconds since 1970 (UTC). Used for freshness, because entries outlive processes; timeouts use
/// `ContinuousClock`.
public struct WallTime: Sendable, Hashable, Comparable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { milliseconds = seconds * 1_000 }

  /// Returns the time of the system clock. Costs about 30 ns.
  public static func now() -> WallTime { WallTime(milliseconds: SystemTime.milliseconds) }

  /// Whole seconds, rounded down.
  public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000 }

  public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

  /// Saturates on overflow.
  public static func + (time: WallTime, span: Duration) -> WallTime {
    let (sum, overflows) = time.milliseconds.addingReportingOverflow(span.milliseconds)
    return WallTime(milliseconds: overflows ? (span < .zero ? .min : .max) : sum)
  }

  public static func - (time: WallTime, span: Duration) -> WallTime { time + (.zero - span) }
}

/// Returns the current time. Passed as an argument, so that tests control time.
public typealias WallClock = @Sendable () -> WallTime

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (whole, overflows) = components.seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? (components.seconds < 0 ? .min : .max) : whole + components.attoseconds / 1_000_000_000_000_000
  }
}
