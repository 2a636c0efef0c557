public import Contracts
public import Logging
public import MessageBus

/// Where entries outlive requests, and where workers that share them agree who fetches.
///
/// Entries belong to an origin: the same key of two origins is two entries. A page is kept as a ``PageOrder`` and given back with the youngest
/// record of each of its references; a page one of whose records is missing is not there.
///
/// Conformers have a folder each in `Stores/` and a place in ``Stores/standard``. Every operation may take the time of a disk;
/// none may run on the bus thread. A store that fails throws ``CacheError``; the cache then answers from the origin.
public protocol CacheStore: Sendable {
  /// What `--store` calls it, and the name of its folder in lower case.
  static var name: String { get }

  /// How `--store` names it, for messages: `memory`, `./FILE`.
  static var usage: String { get }

  /// Whether the argument of `--store` means this kind of store.
  static func accepts(_ argument: String) -> Bool

  /// Opens what `argument` names, creating it where it is missing.
  static func open(_ argument: String, limits: StoreLimits, logger: Logger) throws(CacheError) -> Self

  /// Where it is, for people.
  var location: String { get }

  func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(CacheError) -> CacheEntry?

  /// Asks to be the one who fetches `key`, until `until` unless renewed. See ``LeaseDecision`` for the answers.
  ///
  /// - Parameter isRepeated: whether the caller asked before and waits; such a call writes only when the lease is likely to be granted.
  func lease(
    _ key: StoreKey, by holder: String, for attempt: Attempt, now: WallTime, until: WallTime, isRepeated: Bool
  ) async throws(CacheError) -> LeaseDecision

  /// Prolongs those of `keys` whose lease `holder` has.
  func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(CacheError)

  /// Ends a lease: stores what was learnt, each entry under its own origin, or leaves word of the failure for those who wait. All or nothing.
  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) async throws(CacheError) -> CommitResult

  /// Forgets leases that nobody waits for any more.
  func prune(now: WallTime) async throws(CacheError)

  /// Notes that these keys were used at `now`. What was not used for the longest time is evicted first.
  func touch(_ keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(CacheError)

  /// Forgets entries of every origin. Returns how many.
  func purge(_ scope: PurgeRequest.Scope) async throws(CacheError) -> Int

  /// The origin that was asked last, from ``remember(_:)``: which entries to answer from while no fetcher is attached.
  func rememberedOrigin() async throws(CacheError) -> OriginIdentity?

  func remember(_ origin: OriginIdentity) async throws(CacheError)

  func usage() async throws(CacheError) -> StoreUsage

  /// Frees files and connections. Nothing may be asked afterwards.
  func close() async
}

/// How a fetch ended.
public enum Commit: Sendable, Hashable {
  /// The first write is the answer; more of them come along with a list page.
  case learnt([StoreWrite])
  case failed(Problem)
}

/// What a commit changed.
public struct CommitResult: Sendable, Hashable {
  /// What the store holds now under the key of a write; a page with the youngest record of each of its references.
  public struct Change: Sendable, Hashable {
    public var key: CacheKey
    public var entry: CacheEntry
    /// Whether readers who knew what was stored before have something new to read.
    public var isNews: Bool

    public init(_ key: CacheKey, _ entry: CacheEntry, isNews: Bool) {
      self.key = key
      self.entry = entry
      self.isNews = isNews
    }
  }

  /// One for each write, in their order.
  public var changes: [Change]
  /// Entries that had to make room.
  public var evicted: Int
  public var usage: StoreUsage

  public init(changes: [Change] = [], evicted: Int = 0, usage: StoreUsage) {
    self.changes = changes
    self.evicted = evicted
    self.usage = usage
  }
}
