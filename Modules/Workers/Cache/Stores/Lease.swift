import Platform

/// The decision on a lease request, by which workers that share a store agree which of them asks the origin. Pure.
///
/// | stored since the fetch started | lease | decision |
/// |---|---|---|
/// | an entry with another freshness | – | stored |
/// | – | none, or expired | granted |
/// | – | the worker's own, for another fetch | granted again |
/// | – | another worker's, active | taken |
/// | – | another worker's, whose process is gone | granted |
/// | – | another worker's, dated in the future because the clock was set back | granted |
public enum LeaseDecision: Sendable, Hashable {
  /// The caller must fetch and commit.
  case granted(Lease)
  /// Another worker has stored a new entry in the meantime.
  case stored(CacheEntry)
  /// Another worker is fetching. The caller polls.
  case taken

  /// Decides for a fetch that started when `known` was stored, while `entry` is stored now. `hasEnded` tells whether the process of the lease's
  /// holder is gone.
  init(
    known: CacheEntry?, stored entry: CacheEntry?, by holder: String, lease: Lease?, now: WallTime, term: Duration,
    hasEnded: (String) -> Bool
  ) {
    if let entry, entry.freshness != known?.freshness {
      self = .stored(entry)
    } else if let lease, lease.isActive(at: now), lease.holder == holder {
      self = .granted(lease.renewed(until: now + term))
    } else if let lease, lease.isActive(at: now), !hasEnded(lease.holder) {
      self = .taken
    } else {
      let fence = lease.map { $0.isFromFuture(at: now) ? now : max(now, $0.fence + .milliseconds(1)) } ?? now
      self = .granted(Lease(holder: holder, fence: fence, until: now + term))
    }
  }
}

/// A stored lease: the exclusive right of a worker to fetch an entry.
public struct Lease: Sendable, Hashable {
  public var holder: String
  /// When the lease was granted, and later than every lease of the key before. A commit under another lease than the stored one is refused.
  public var fence: WallTime
  public var until: WallTime

  func renewed(until: WallTime) -> Lease { Lease(holder: holder, fence: fence, until: until) }

  /// Returns whether both are the same grant, whenever it was renewed.
  func isSameGrant(as other: Lease) -> Bool { holder == other.holder && fence == other.fence }

  /// Returns whether the lease has not expired. A lease from the future was granted before the clock was set back, and counts as expired; one
  /// second of difference is allowed, because processes may read the clock in another order than they act.
  func isActive(at now: WallTime) -> Bool { now < until && !isFromFuture(at: now) }

  fileprivate func isFromFuture(at now: WallTime) -> Bool { fence > now + .seconds(1) }
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
