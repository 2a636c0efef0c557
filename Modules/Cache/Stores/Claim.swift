public import MessageBus

/// One wish to fetch: what was stored when it arose, and when that was.
public struct Attempt: Sendable, Hashable {
  /// The stored entry that was not good enough; `nil` when there was none.
  public var seen: CacheEntry?
  public var since: WallTime

  public init(seen: CacheEntry?, since: WallTime) {
    self.seen = seen
    self.since = since
  }
}

/// The answer to a wish to fetch. Workers that share a store agree by it that one of them asks the origin.
///
/// | stored since | held by another | answer |
/// |---|---|---|
/// | another entry than the attempt saw | – | learnt |
/// | – | nobody, or a holder whose time has run out | granted |
/// | – | a holder at work | taken |
/// | – | a holder that failed after the attempt began | failed |
/// | – | a holder that failed before | granted |
public enum Claim: Sendable, Hashable {
  /// The caller fetches, and settles.
  case granted
  /// Nothing is left to do.
  case learnt(CacheEntry)
  /// Ask again shortly: the claim of a worker that was killed lapses.
  case taken
  /// The failure is this attempt's too: one fetch however many ask, also when it fails.
  case failed(Problem)

  public init(of attempt: Attempt, stored entry: CacheEntry?, holding: Holding?, now: WallTime) {
    if let entry, entry != attempt.seen {
      self = .learnt(entry)
    } else if let failure = holding?.failure {
      self = failure.at >= attempt.since ? .failed(failure.problem) : .granted
    } else if let holding, now < holding.until {
      self = .taken
    } else {
      self = .granted
    }
  }
}

/// A claim as the store keeps it.
public struct Holding: Sendable, Hashable {
  public struct Failure: Sendable, Hashable {
    public var problem: Problem
    public var at: WallTime

    public init(problem: Problem, at: WallTime) {
      self.problem = problem
      self.at = at
    }
  }

  /// How long after its end a claim is remembered: a failure is left for those who wait already.
  public static let remembered: Duration = .seconds(60)

  public var holder: String
  public var until: WallTime
  public var failure: Failure?

  public init(holder: String, until: WallTime, failure: Failure? = nil) {
    self.holder = holder
    self.until = until
    self.failure = failure
  }
}
