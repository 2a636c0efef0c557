/// Permits for concurrent requests, shared by clients so that none of them can take all.
///
/// The last quarter of the permits (at least one, unless there is only one) is for clients that have none yet: however many requests a
/// client sends, and however long the origin keeps them, the next client finds a permit. Every operation takes constant time.
struct PermitShares {
  /// Number of free permits; negative while more are taken than there are since ``resize(_:)``.
  private(set) var free: Int
  /// Number of permits, free and taken.
  private(set) var count: Int
  private var taken: [String: Int] = [:]

  init(_ count: Int) {
    self.count = max(1, count)
    free = self.count
  }

  /// Changes the number of permits. Permits beyond a smaller number disappear when they are given back.
  mutating func resize(_ newCount: Int) {
    free += max(1, newCount) - count
    count = max(1, newCount)
  }

  /// Returns whether `client` may take a permit now.
  func isAvailable(to client: String) -> Bool { free > (count + 3) / 4 || (free > 0 && taken[client] == nil) }

  /// Takes a permit for `client`. Returns `false` if none is available to it.
  mutating func take(for client: String) -> Bool {
    guard isAvailable(to: client) else { return false }
    free -= 1
    taken[client, default: 0] += 1
    return true
  }

  /// Gives back a permit that was taken for `client`.
  mutating func giveBack(_ client: String) {
    guard let count = taken[client] else { return }
    free += 1
    taken[client] = count > 1 ? count - 1 : nil
  }
}

/// Adapts the number of concurrent requests to what an origin takes. Pure.
///
/// A response that shows that the origin has too much to do (no answer in time, 429, 503, a lost connection) lowers the limit by a fifth; those
/// of requests in flight at the same time count once. Each window of other responses (four times the limit, from 8 to 128) raises it by one. The
/// limit stays between 1 and the ceiling, at which it starts.
struct AdaptiveLimit: Sendable {
  let ceiling: Int
  /// The number of requests that may be sent at once.
  private(set) var limit: Int
  /// Number of responses in this window, and the most requests in flight.
  private var (count, mostInFlight) = (0, 0)
  /// Number of responses until overload counts again.
  private var pardoned = 0

  /// - Parameter ceiling: the largest limit, at least 1.
  init(ceiling: Int) {
    self.ceiling = max(1, ceiling)
    limit = self.ceiling
  }

  /// Records a response.
  ///
  /// - Parameter inFlight: the number of requests at the origin when it was sent, this one included. The limit does not rise unless half of
  ///   it was used in the window: the responses do not show that the origin takes more.
  mutating func record(isOverloaded: Bool, inFlight: Int) {
    pardoned = max(0, pardoned - 1)
    if isOverloaded {
      if pardoned == 0 { (pardoned, limit) = (limit, max(1, limit * 4 / 5)) }
      return
    }
    (count, mostInFlight) = (count + 1, max(mostInFlight, inFlight))
    guard count >= min(128, max(8, 4 * limit)) else { return }
    if mostInFlight * 2 >= limit { limit = min(ceiling, limit + 1) }
    (count, mostInFlight) = (0, 0)
  }
}

/// A maximum rate of requests: a token bucket. Pure: time is an argument.
///
/// Tokens arrive at the rate of requests. A tenth of a second's tokens, at least one, may be saved up for a burst.
struct RequestRate: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The time between two tokens; `nil` without a limit.
  private let interval: Duration?
  private let burst: Double
  /// The instant when the bucket was or will be empty.
  private var emptyAt: Instant?

  /// - Parameter perSecond: requests a second; `nil` for no limit.
  init(_ perSecond: Double?) {
    interval = perSecond.flatMap { $0 > 0 ? .seconds(1) / $0 : nil }
    burst = max(1, (perSecond ?? 0) / 10)
  }

  /// Returns the delay after which a request may be sent.
  func delay(now: Instant) -> Duration {
    interval.map { max(.zero, now.duration(to: start($0, now) + $0)) } ?? .zero
  }

  /// Takes the token of a request that is sent.
  mutating func take(now: Instant) {
    if let interval { emptyAt = start(interval, now) + interval }
  }

  private func start(_ interval: Duration, _ now: Instant) -> Instant {
    let earliest = now - interval * burst
    return max(emptyAt ?? earliest, earliest)
  }
}

/// The duration of the fastest of an origin's recent responses: tells whether a request that has waited for its turn can still be answered
/// before its deadline. Pure.
///
/// A request that is sent too late takes the place of one that could be answered.
struct FastestResponse: Sendable {
  /// Zero before the first response.
  private(set) var duration: Duration = .zero

  /// Records a response. A slower one raises the duration by a twentieth at most, so one fast response is forgotten after a while.
  mutating func record(_ duration: Duration) {
    self.duration = self.duration == .zero ? duration : min(duration, self.duration + self.duration / 20)
  }

  /// Returns whether a response may arrive within `timeLeft`. Each refusal lowers the duration by a hundredth, so that an origin that has
  /// become faster is asked again.
  mutating func mayArrive(within timeLeft: Duration) -> Bool {
    if timeLeft >= duration { return true }
    duration -= duration / 100
    return false
  }
}
