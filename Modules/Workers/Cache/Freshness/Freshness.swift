public import MessageBus

/// Until when a stored answer may be served, and how old it is: the calculations of RFC 9111 section 4.2 and of RFC 5861.
public struct Freshness: Sendable, Hashable {
  /// The longest lifetime, extension and age that fields can give an answer: one year. A settings' rule may give more.
  public static let longest: Duration = .seconds(365 * 86_400)

  /// When the origin last confirmed the answer: the moment the request for it was sent, less the age it came with (RFC 9111 section 4.2.3).
  public var validatedAt: WallTime
  /// Fresh before, stale from then on.
  public var freshUntil: WallTime
  /// Served at once while it is revalidated, before then.
  public var servedStaleUntil: WallTime
  /// Served when the origin fails, before then.
  public var staleIfErrorUntil: WallTime

  public init(validatedAt: WallTime, freshUntil: WallTime, servedStaleUntil: WallTime, staleIfErrorUntil: WallTime) {
    self.validatedAt = validatedAt
    self.freshUntil = freshUntil
    self.servedStaleUntil = servedStaleUntil
    self.staleIfErrorUntil = staleIfErrorUntil
  }

  /// Of an answer to a request that was sent at `sent`, with these fields, all of which may be missing; `rule` applies where they say nothing.
  ///
  /// The lifetime is `s-maxage`, else `max-age`, else `expires` less `date`, else the rule's (RFC 9111 section 4.2.1: one
  /// cache serves many front-ends, so it is a shared one). `no-cache` leaves no lifetime; `must-revalidate`, `proxy-revalidate` and
  /// `s-maxage` forbid any stale use (sections 4.2.4 and 5.2.2). Lifetimes and ages end at ``longest``, and none is negative.
  ///
  /// `nil` when the answer must not be stored: `no-store` or `private` (section 3), or `vary: *`, which no request matches (section 4.1).
  public init?(_ fields: Fields, sent: WallTime, rule: Lifetime) {
    let control = CacheControl(fields["cache-control"])
    guard !control.contains("no-store"), !control.contains("private"), !Self.variesByAnything(fields["vary"]) else { return nil }
    func bounded(_ seconds: Int64) -> Duration { min(.seconds(seconds), Self.longest) }
    let age = bounded(CacheControl("age=\(fields["age"] ?? "0")").seconds("age") ?? 0)
    var lifetime = rule.fresh
    if let seconds = control.seconds("s-maxage") ?? control.seconds("max-age") {
      lifetime = bounded(seconds)
    } else if let expires = fields["expires"] {
      // An invalid date, above all "0", means "already expired" (section 5.3).
      let dated = fields["date"].flatMap { HTTPDate($0)?.time } ?? sent
      lifetime = HTTPDate(expires).map { min(.milliseconds(max(0, $0.time.milliseconds - dated.milliseconds)), Self.longest) } ?? .zero
    }
    if control.contains("no-cache") { lifetime = .zero }
    validatedAt = sent - age
    freshUntil = validatedAt + lifetime
    servedStaleUntil = freshUntil
    staleIfErrorUntil = freshUntil
    let forbidsStale = ["no-cache", "must-revalidate", "proxy-revalidate", "s-maxage"].contains { control.contains($0) }
    guard !forbidsStale else { return }
    servedStaleUntil = freshUntil + (control.seconds("stale-while-revalidate").map(bounded) ?? rule.staleWhileRevalidate)
    staleIfErrorUntil = freshUntil + (control.seconds("stale-if-error").map(bounded) ?? rule.staleIfError)
  }

  private static func variesByAnything(_ vary: String?) -> Bool {
    vary?.split(separator: ",").contains { $0.trimmingPrefix(while: \.isWhitespace).prefix { !$0.isWhitespace } == "*" } ?? false
  }

  /// An answer from a time to come was stored before the clock was set back, and is stale: no clock prolongs a lifetime.
  public func isFresh(at now: WallTime) -> Bool { now < freshUntil && isPast(at: now) }

  /// Whether it may be served at once while it is revalidated.
  public func isServedStale(at now: WallTime) -> Bool { now < servedStaleUntil }

  /// Whether it may stand in when the origin fails.
  public func standsInForErrors(at now: WallTime) -> Bool { now < staleIfErrorUntil }

  /// Two processes may read the clock in another order than they act: a second is no step back.
  private func isPast(at now: WallTime) -> Bool { validatedAt <= now + .seconds(1) }

  /// Whole seconds, rounded down, never negative: the `age` field (RFC 9111 section 5.1).
  public func age(at now: WallTime) -> Int64 { max(0, (now.milliseconds - validatedAt.milliseconds) / 1_000) }

  /// Whole seconds of lifetime left, negative when stale: `ttl` of `cache-status` (RFC 9211 section 2.4).
  public func timeToLive(at now: WallTime) -> Int64 {
    let (left, overflows) = freshUntil.milliseconds.subtractingReportingOverflow(now.milliseconds)
    let span = overflows ? (freshUntil < now ? Int64.min : .max) : left
    return WallTime(milliseconds: isPast(at: now) ? span : min(0, span)).seconds
  }

  /// The freshness of what is made from several answers: each bound is the earliest one.
  public func combined(with other: Freshness) -> Freshness {
    Freshness(
      validatedAt: min(validatedAt, other.validatedAt), freshUntil: min(freshUntil, other.freshUntil),
      servedStaleUntil: min(servedStaleUntil, other.servedStaleUntil),
      staleIfErrorUntil: min(staleIfErrorUntil, other.staleIfErrorUntil))
  }

  /// The same, stale from `time` on at the latest.
  func stale(from time: WallTime) -> Freshness {
    var freshness = self
    freshness.freshUntil = min(freshUntil, time)
    return freshness
  }
}
