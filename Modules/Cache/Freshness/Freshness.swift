public import MessageBus

/// Until when a stored answer may be served, and how old it is: the calculations of RFC 9111 section 4.2 and of RFC 5861.
public struct Freshness: Sendable, Hashable {
  /// When the origin last vouched for the answer: the moment it arrived, less the age it came with (RFC 9111 section 4.2.3).
  public var vouched: WallTime
  /// Fresh before, stale from then on.
  public var freshUntil: WallTime
  /// Served at once while it is revalidated, before then.
  public var servedStaleUntil: WallTime
  /// Served when the origin fails, before then.
  public var keptForErrorsUntil: WallTime

  public init(vouched: WallTime, freshUntil: WallTime, servedStaleUntil: WallTime, keptForErrorsUntil: WallTime) {
    self.vouched = vouched
    self.freshUntil = freshUntil
    self.servedStaleUntil = servedStaleUntil
    self.keptForErrorsUntil = keptForErrorsUntil
  }

  /// Of an answer that arrived at `now` with these fields, all of which may be missing; `rule` applies where they say nothing.
  ///
  /// The lifetime is `s-maxage`, else `max-age`, else `expires` less `date`, else the rule's (RFC 9111 section 4.2.1: one
  /// cache serves many front-ends, so it is a shared one). `no-cache` leaves no lifetime, `must-revalidate` and
  /// `proxy-revalidate` forbid any stale use (section 5.2.2).
  ///
  /// `nil` when the answer must not be stored: `no-store` or `private` (section 3).
  public init?(_ fields: Fields, arrived now: WallTime, rule: Lifetime) {
    let control = CacheControl(fields["cache-control"])
    guard !control.contains("no-store"), !control.contains("private") else { return nil }
    let age = CacheControl("age=\(fields["age"] ?? "0")").seconds("age") ?? 0
    var lifetime = rule.fresh
    if let seconds = control.seconds("s-maxage") ?? control.seconds("max-age") {
      lifetime = .seconds(seconds)
    } else if let expires = fields["expires"] {
      // An invalid date, above all "0", means "already expired" (section 5.3).
      let sent = fields["date"].flatMap { HTTPDate($0)?.time } ?? now
      lifetime = HTTPDate(expires).map { .milliseconds(max(0, $0.time.milliseconds - sent.milliseconds)) } ?? .zero
    }
    if control.contains("no-cache") { lifetime = .zero }
    let mustRevalidate = control.contains("no-cache") || control.contains("must-revalidate") || control.contains("proxy-revalidate")
    vouched = now - .seconds(age)
    freshUntil = vouched + lifetime
    servedStaleUntil = freshUntil
    keptForErrorsUntil = freshUntil
    guard !mustRevalidate else { return }
    servedStaleUntil = freshUntil + (control.seconds("stale-while-revalidate").map { .seconds($0) } ?? rule.staleWhileRevalidate)
    keptForErrorsUntil = freshUntil + (control.seconds("stale-if-error").map { .seconds($0) } ?? rule.staleIfError)
  }

  public func isFresh(at now: WallTime) -> Bool { now < freshUntil }

  /// Whole seconds, rounded down, never negative: the `age` field (RFC 9111 section 5.1).
  public func age(at now: WallTime) -> Int64 { max(0, (now.milliseconds - vouched.milliseconds) / 1_000) }

  /// Whole seconds of lifetime left, negative when stale: `ttl` of `cache-status` (RFC 9211 section 2.4).
  public func timeToLive(at now: WallTime) -> Int64 {
    WallTime(milliseconds: freshUntil.milliseconds.subtractingReportingOverflow(now.milliseconds).partialValue).seconds
  }

  /// The freshness of what is made from several answers: each bound is the earliest one.
  public func combined(with other: Freshness) -> Freshness {
    Freshness(
      vouched: min(vouched, other.vouched), freshUntil: min(freshUntil, other.freshUntil),
      servedStaleUntil: min(servedStaleUntil, other.servedStaleUntil),
      keptForErrorsUntil: min(keptForErrorsUntil, other.keptForErrorsUntil))
  }
}
