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

  /// Whether `entry` was learnt since. A page whose records alone have changed was not.
  func isAnswered(by entry: CacheEntry) -> Bool {
    guard let seen else { return true }
    return entry.page != nil && seen.page != nil ? entry.freshness != seen.freshness : entry != seen
  }
}

/// The answer to a wish to fetch. Workers that share a store agree by it that one of them asks the origin.
///
/// | stored since | lease | answer |
/// |---|---|---|
/// | another entry than the attempt saw | – | learnt |
/// | – | none, or one that has run out | granted |
/// | – | the asker's own, left over from an earlier fetch | granted |
/// | – | another's, at work | taken |
/// | – | another's, whose process has ended | granted |
/// | – | another's, dated in the future: the clock was set back | granted |
/// | – | of another's fetch that failed after the attempt began | failed |
/// | – | of a fetch that failed before, or of the asker's own: its fetches of a key follow one another | granted |
public enum LeaseDecision: Sendable, Hashable {
  /// The caller fetches, and commits.
  case granted
  /// Nothing is left to do.
  case learnt(CacheEntry)
  /// Ask again shortly: the holder commits, or its lease ends.
  case taken
  /// The failure is this attempt's too: one fetch however many ask, also when it fails.
  case failed(Problem)

  /// `hasEnded`: whether the process that a holder's name was made by runs no more.
  init(
    of attempt: Attempt, by holder: String, stored entry: CacheEntry?, lease: Lease?, now: WallTime,
    hasEnded: (String) -> Bool = HolderProcess.hasEnded
  ) {
    if let entry, attempt.isAnswered(by: entry) {
      self = .learnt(entry)
    } else if let lease, let failure = lease.failure {
      let concerns = lease.holder != holder && failure.at >= attempt.since && failure.at <= now + Lease.clockTolerance
      self = concerns ? .failed(failure.problem) : .granted
    } else if let lease, lease.holder != holder, lease.holds(at: now), !hasEnded(lease.holder) {
      self = .taken
    } else {
      self = .granted
    }
  }
}

/// The right to fetch one entry, as the store keeps it.
public struct Lease: Sendable, Hashable {
  public struct Failure: Sendable, Hashable {
    public var problem: Problem
    public var at: WallTime

    public init(problem: Problem, at: WallTime) {
      self.problem = problem
      self.at = at
    }
  }

  /// How long after its end a lease is remembered: a failure is left for those who wait already.
  public static let remembered: Duration = .seconds(60)
  /// Processes may read the clock in another order than they act.
  static let clockTolerance: Duration = .seconds(1)

  public var holder: String
  /// When it was granted or renewed last.
  public var since: WallTime
  public var until: WallTime
  public var failure: Failure?

  public init(holder: String, since: WallTime, until: WallTime, failure: Failure? = nil) {
    self.holder = holder
    self.since = since
    self.until = until
    self.failure = failure
  }

  /// A lease from the future was granted before the clock was set back, which must not prolong it.
  func holds(at now: WallTime) -> Bool { now < until && since <= now + Self.clockTolerance }

  /// Whether nobody can want to know of it any more.
  func isOver(at now: WallTime) -> Bool { until + Self.remembered < now || since > now + Self.remembered }
}
