import Contracts
import MessageBus
import Models
import Synchronization

/// The names of the lists that are fully cached, kept until one of their pages changes: a lookup neither reads nor parses them.
///
/// A change of a record or a list costs one reading of the list's pages, of which only the changed ones are parsed. Names of a list that is
/// not fully cached any more are removed. Bounded in bytes: the names of the list used longest ago are evicted.
final class NameCache: Sendable {
  /// Enough for the names of 200,000 records.
  static let defaultLimits = StoreLimits(entries: 256, bytes: 64 << 20)
  /// Number of times a request waits for names that other requests began to read.
  private static let attemptLimit = 2

  private struct Item: Sendable {
    let names: ListNames
    /// The version of the kind before its pages were read.
    let version: KindVersions.Version
    /// When the pages must be read again.
    let expiresAt: WallTime
  }

  private let lists: ListReader
  private let items: Mutex<LRUTable<KindName, Item>>
  private let readings = SingleFlight<KindName, Item?>()

  init(lists: ListReader, limits: StoreLimits = NameCache.defaultLimits) {
    self.lists = lists
    items = Mutex(LRUTable(limits: limits))
  }

  private var tier: MemoryTier { lists.lookup.fetcher.tier }

  /// Contents of the cache.
  var usage: StoreUsage { items.withLock { StoreUsage(entries: $0.count, bytes: $0.bytes) } }

  /// Number of requests that wait for names to be read.
  var waitingCount: Int { readings.waiterCount }

  /// Returns the names of the kind's list, none if the origin does not offer the kind; `nil` if the list is not fully cached. Never fetches.
  func names(of kind: KindName, _ caller: Caller) async -> ListNames? {
    if let item = items.withLock({ $0.use(kind) { $0 } }), isCurrent(item, kind) { return item.names }
    for attempt in 1...Self.attemptLimit {
      let result = await readings.join(kind, within: caller.remaining, for: caller.client) { [self] in await read(kind, caller) }
      guard case .finished(let item, let isJoiner) = result else { return nil }
      // Pages that another request began to read may have been read before this request arrived; the next reading begins after that.
      if !isJoiner || attempt == Self.attemptLimit || item.map({ isCurrent($0, kind) }) ?? false { return item?.names }
    }
    return nil
  }

  /// Cancels readings in progress and waits until they have ended.
  func close() async { await readings.close() }

  private func isCurrent(_ item: Item, _ kind: KindName) -> Bool {
    item.version == tier.version(of: kind) && lists.clock() < item.expiresAt
  }

  /// Reads the pages of the list and keeps their names.
  private func read(_ kind: KindName, _ caller: Caller) async -> Item? {
    let (version, now) = (tier.version(of: kind), lists.clock())
    let old = items.withLock { $0.peek(kind)?.names }
    var names = ListNames()
    var isComplete = true
    await lists.originPages(ListPage(kind), Validation(onlyIfCached: true), caller) { result in
      guard isComplete else { return }
      switch result {
      // The origin does not offer the kind.
      case .entry(let entry, _) where entry.status != 200: break
      case .entry(let entry, _):
        do throws(Problem) { try names.add(entry, of: kind, lists.kinds, unchangedFrom: old) } catch { isComplete = false }
      case .problem: isComplete = false
      }
    }
    guard isComplete, !Task.isCancelled else {
      items.withLock { _ = $0.remove(kind) }
      return nil
    }
    names.finish()
    let recheckAt = now + tier.recheckInterval
    let item = Item(names: names, version: version, expiresAt: names.freshness.map { min($0.staleIfErrorUntil, recheckAt) } ?? recheckAt)
    items.withLock { _ = $0.insert(item, for: kind, size: names.size) }
    return item
  }
}
