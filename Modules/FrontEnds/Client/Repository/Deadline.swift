import Synchronization

/// The deadline of a whole command, shared by all of its requests. Each request gets the remaining time.
public final class Deadline: Sendable {
  private let end: Mutex<ContinuousClock.Instant>

  /// Creates a deadline `limit` from now.
  public init(after limit: Duration) { end = Mutex(.now + limit) }

  /// The time until the deadline; zero once it has passed, never negative.
  public var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end.withLock(\.self))) }

  /// Extends the deadline by the time `body` takes. The time a person takes to answer a prompt does not count against the bus.
  public func pause<Value>(_ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { end.withLock { $0 += start.duration(to: .now) } }
    return try body()
  }
}

/// The time a front-end waits for replies.
public enum TimeLimit: Sendable {
  /// A timeout for each request.
  case perRequest(Duration)
  /// One deadline for all requests.
  case until(Deadline)
  /// One deadline for all requests, and a timeout for each of them.
  case capped(Duration, until: Deadline)

  /// Returns the time left for a request that has taken `spent` so far.
  func remaining(after spent: Duration) -> Duration {
    switch self {
    case .perRequest(let limit): limit - spent
    case .until(let deadline): deadline.remaining
    case .capped(let limit, let deadline): min(limit - spent, deadline.remaining)
    }
  }
}
