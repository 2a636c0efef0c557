import Synchronization

/// Which entries are not to be revalidated for a while, because it failed a moment ago: a stale answer that is asked for a
/// thousand times a second must not ask a broken origin as often.
final class Pauses: Sendable {
  /// More than this many keys at once are a broken origin and a full scan of the catalogue: what is forgotten costs a fetch.
  private static let bound = 1_024

  private let ends = Mutex<[CacheKey: WallTime]>([:])

  func contains(_ key: CacheKey, at now: WallTime) -> Bool {
    ends.withLock { ends in
      guard let end = ends[key] else { return false }
      if now < end { return true }
      ends[key] = nil
      return false
    }
  }

  func insert(_ key: CacheKey, until end: WallTime, now: WallTime) {
    ends.withLock { ends in
      if ends.count >= Self.bound { ends = ends.filter { now < $0.value } }
      if ends.count >= Self.bound { ends.removeAll() }
      ends[key] = end
    }
  }
}
