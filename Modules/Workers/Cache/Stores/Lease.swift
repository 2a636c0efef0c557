public import MessageBus
import OrderedJSON
import Platform

/// An attempt to fetch an entry: the entry stored when the attempt started, and the start time.
public struct FetchAttempt: Sendable, Hashable {
  /// The stored entry, which was not sufficient; `nil` if there was none.
  public var storedEntry: CacheEntry?
  public var startedAt: WallTime

  /// Returns whether `entry` was fetched since the attempt started. A page with changed records but the same freshness was not.
  func isAnswered(by entry: CacheEntry) -> Bool {
    guard let storedEntry else { return true }
    return entry.page != nil && storedEntry.page != nil ? entry.freshness != storedEntry.freshness : entry != storedEntry
  }
}

/// The decision on a lease request, by which workers that share a store agree which of them asks the origin. Pure.
///
/// | stored since the attempt started | lease | decision |
/// |---|---|---|
/// | a new entry | – | stored |
/// | – | none, or expired | granted |
/// | – | the worker's own, left over from an earlier fetch | granted |
/// | – | another worker's, active | taken |
/// | – | another worker's, whose process is gone | granted |
/// | – | another worker's, dated in the future because the clock was set back | granted |
/// | – | another worker's, failed after the attempt started | failed |
/// | – | failed before the attempt started, or the worker's own (it fetches a key once at a time) | granted |
public enum LeaseDecision: Sendable, Hashable {
  /// The caller must fetch and commit.
  case granted
  /// Another worker has stored a new entry in the meantime.
  case stored(CacheEntry)
  /// Another worker is fetching. The caller polls.
  case taken
  /// Another worker's fetch failed. The attempt shares the failure, so that there is one fetch even if it fails.
  case failed(Problem)

  /// - Parameter hasEnded: whether the process of a holder is gone. Called at most once, with the holder of `lease`.
  init(
    of attempt: FetchAttempt, by holder: String, stored entry: CacheEntry?, lease: Lease?, now: WallTime, hasEnded: (String) -> Bool
  ) {
    if let entry, attempt.isAnswered(by: entry) {
      self = .stored(entry)
    } else if let lease, let failure = lease.failure {
      let concerns = lease.holder != holder && failure.at >= attempt.startedAt && failure.at <= now + Lease.clockTolerance
      self = concerns ? .failed(failure.problem) : .granted
    } else if let lease, lease.holder != holder, lease.isActive(at: now), !hasEnded(lease.holder) {
      self = .taken
    } else {
      self = .granted
    }
  }
}

/// A stored lease: the exclusive right of a worker to fetch an entry.
public struct Lease: Sendable, Hashable {
  /// A failed fetch: the problem and the time of the failure.
  public struct Failure: Sendable, Hashable {
    public var problem: Problem
    public var at: WallTime

    init(problem: Problem, at: WallTime) {
      self.problem = problem
      self.at = at
    }

    /// The failure as a store keeps it.
    var text: String {
      var json: JSON.Object = ["at": .number(at.milliseconds), "problem": problem.json]
      json["retry-after"] = problem.retryAfter.map { .number($0) }
      return JSON.object(json).text()
    }

    init?(text: String) {
      guard let json = try? JSON(parsing: text), let at = json["at"]?.int, var problem = json["problem"].flatMap({ Problem($0) }) else {
        return nil
      }
      problem.retryAfter = json["retry-after"]?.int
      self.init(problem: problem, at: WallTime(milliseconds: Int64(at)))
    }
  }

  /// Time that an expired lease is kept, so that waiting workers can read its failure.
  public static let retention: Duration = .seconds(60)
  /// Allowed difference, because processes may read the clock in another order than they act.
  static let clockTolerance: Duration = .seconds(1)

  public var holder: String
  /// When the lease was granted or last renewed.
  public var since: WallTime
  public var until: WallTime
  public var failure: Failure?

  /// Returns whether the lease has not expired. A lease from the future was granted before the clock was set back, and counts as expired.
  func isActive(at now: WallTime) -> Bool { now < until && since <= now + Self.clockTolerance }

  /// Returns whether the lease can be deleted: it ended longer than ``retention`` ago or is dated further in the future.
  func isExpired(at now: WallTime) -> Bool { until + Self.retention < now || since > now + Self.retention }
}

/// The process behind the name of a lease holder, `1234-3f2a9c1e4026531836-k3j9`, so that a lease ends when the process that held it is gone.
enum HolderProcess {
  /// Returns a unique name for a worker of this process.
  static func newName() -> String { "\(OwnProcess.id)-\(ProcessScope.own)-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

  /// Returns whether the process that created `name` is gone: it has ended, and its parent has waited for it. `false` if that is unknown: for
  /// names of another form, and for processes whose IDs belong to another boot or namespace.
  static func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    let scope = ProcessScope.own
    guard parts.count == 3, let process = Int32(parts[0]), scope.isKnown, parts[1] == scope.description else { return false }
    return scope.hasEnded(process)
  }
}
