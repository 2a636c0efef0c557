/// Decides when an origin whose searches fail may be searched again: a first pause, doubled with each failure in a row. After each pause, one
/// search is allowed at a time. A pure value: time is an argument.
struct OriginSearchPause: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Maximum length of a pause.
  static let maxLength = Duration.seconds(30)

  /// Length of the pause after the first failure.
  let firstLength: Duration
  /// Length of the current pause; `nil` before the first failure.
  private(set) var length: Duration?
  private var failedAt: Instant?
  private var nextSearch: Instant?

  init(firstLength: Duration) { self.firstLength = firstLength }

  /// Returns whether the origin may be searched now. After a pause, `true` allows one search and begins another pause of the same length,
  /// for the time until that search has failed or succeeded.
  mutating func allowsSearch(now: Instant) -> Bool {
    guard let length, let nextSearch else { return true }
    guard nextSearch <= now else { return false }
    self.nextSearch = now + length
    return true
  }

  /// Begins a pause after a failed request. Ignores the failure of a request that was sent before the last failure.
  mutating func recordFailure(sentAt: Instant, now: Instant) {
    if let failedAt, sentAt <= failedAt { return }
    let next = length.map { min($0 * 2, Self.maxLength) } ?? firstLength
    (length, failedAt, nextSearch) = (next, now, now + next)
  }
}
