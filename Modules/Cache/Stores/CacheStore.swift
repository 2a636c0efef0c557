public import Contracts
public import Logging
public import MessageBus

/// Where entries outlive requests, and where workers that share them agree who fetches.
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

  func entry(for key: CacheKey) async throws(CacheError) -> CacheEntry?

  /// Asks to be the one who fetches `key`, until `until` unless renewed. See ``Claim`` for the answers.
  func claim(_ key: CacheKey, by holder: String, for attempt: Attempt, now: WallTime, until: WallTime) async throws(CacheError) -> Claim

  /// Prolongs every claim that `holder` has.
  func renew(claimsOf holder: String, until: WallTime) async throws(CacheError)

  /// Ends a claim: stores what was learnt, or leaves word of the failure for those who wait. All or nothing.
  func settle(_ key: CacheKey, by holder: String, with outcome: Settlement, now: WallTime) async throws(CacheError) -> Settled

  /// Notes that these keys were used at `now`. What was not used for the longest time is evicted first.
  func touch(_ keys: [CacheKey], now: WallTime) async throws(CacheError)

  /// Forgets entries. Returns how many.
  func purge(_ scope: PurgeRequest.Scope) async throws(CacheError) -> Int

  func usage() async throws(CacheError) -> StoreUsage

  /// Frees files and connections. Nothing may be asked afterwards.
  func close() async
}

/// How a fetch ended.
public enum Settlement: Sendable, Hashable {
  /// The first deposit is the answer; more of them come along with a list page.
  case learnt([Deposit])
  case failed(Problem)
}

/// What settling changed.
public struct Settled: Sendable, Hashable {
  /// What the store holds now under the key of a deposit.
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

  /// One for each deposit, in their order.
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
