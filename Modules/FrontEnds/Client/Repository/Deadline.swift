import Synchronization

/// The moment until which a whole command may ask. It is made once, when the command starts, and every question takes what is left.
public final class Deadline: Sendable {
  private let end: Mutex<ContinuousClock.Instant>

  /// `limit` from now on.
  public init(after limit: Duration) { end = Mutex(.now + limit) }

  /// Zero when it has passed; never negative.
  public var left: Duration { max(.zero, ContinuousClock.now.duration(to: end.withLock(\.self))) }

  public var hasPassed: Bool { left == .zero }

  /// Moves it by as long as `body` takes: while a person thinks about a question, nobody waits for the bus.
  public func pause<Value>(_ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { end.withLock { $0 += start.duration(to: .now) } }
    return try body()
  }
}

/// How long a front-end waits for answers.
public enum TimeLimit: Sendable {
  /// So long for each of them.
  case each(Duration)
  /// For all of them together.
  case until(Deadline)
  /// For all of them together, and no longer than that for one.
  case most(Duration, until: Deadline)

  /// What the next question may take.
  public var left: Duration {
    switch self {
    case .each(let limit): limit
    case .until(let deadline): deadline.left
    case .most(let limit, let deadline): min(limit, deadline.left)
    }
  }
}
