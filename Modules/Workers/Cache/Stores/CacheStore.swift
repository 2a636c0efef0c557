public import Contracts
public import Databases
public import Logging
public import MessageBus

/// A store of entries, and of the leases by which workers that share the store agree which of them fetches. Pure rules decide
/// (``LeaseDecision``, ``CommitResult/Change/init(of:replacing:at:)``); a store reads rows and writes conditionally.
///
/// Entries belong to an origin: the same key of two origins is two entries. A page is stored as a ``PageOrder`` and returned with the
/// newest version of each record; a page with a missing record counts as missing.
///
/// Each conforming type has a file or folder in `Stores/` and is listed in ``Stores/standard``. While operations fail, the cache
/// answers from memory and the origin; one that takes longer than the timeout must fail.
public protocol CacheStore: Sendable {
  /// The name of the store: that of its type without `Store`, in lower case.
  static var name: String { get }
  /// The forms of the `--store` argument, for messages: `'memory' or './FILE'`.
  static var usageHint: String { get }
  /// Returns whether the argument of `--store` selects this type of store.
  static func accepts(_ argument: String) -> Bool
  /// Opens the store that `argument` names, creating it if it is missing.
  static func open(_ argument: String, limits: StoreLimits, timeout: Duration, logger: Logger) throws(StorageError) -> Self

  /// The location of the store, for people.
  var location: String { get }

  /// Returns the entries of those keys that are stored. Callers ask for a few hundred records or a few pages at most.
  func entries(for keys: [CacheKey], of origin: OriginIdentity?) async throws(StorageError) -> [CacheKey: CacheEntry]

  /// Requests the lease to fetch `key`, which expires after `term` unless renewed. `known` is the entry that was stored when the fetch started. A
  /// caller that polls for a taken lease (`isRetry`) writes only if the lease is likely to be granted.
  func lease(
    _ key: StoreKey, by holder: String, known: CacheEntry?, now: WallTime, term: Duration, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision

  /// Renews the leases that have not been granted to another worker since.
  func renew(_ leases: [StoreKey: Lease], now: WallTime, term: Duration) async throws(StorageError)

  /// Releases the lease of `key` and stores what was fetched, each entry under its own origin. The first write is the answer; the records of a list
  /// page follow. Readers see a page only together with its records. Refused if the lease has been granted to another worker since: this
  /// one was suspended. Without a lease, each write counts as validated when it says.
  func commit(_ key: StoreKey, under lease: Lease?, _ writes: [StoreWrite], now: WallTime) async throws(StorageError) -> CommitResult

  /// Marks the keys as used at `now`, and deletes expired leases. The least recently used entries are evicted first.
  func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError)

  /// Removes at most `limit` entries of every origin, so that other operations get a turn while a large store is purged, or all of them. Returns the
  /// number of entries removed; another number than `limit` if no entry is left.
  func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int

  /// Reads and checks some entries of every origin, in an order of the store's own, and removes damaged ones if it `repairs`. `position` is empty,
  /// or ``StoreScan/next`` of the scan before; entries stored meanwhile may be left out. Throws ``StorageErrorCode/invalidPosition`` for
  /// any other.
  func scan(after position: String, repairs: Bool) async throws(StorageError) -> StoreScan

  /// Returns the origin used last, as set with ``setLastOrigin(_:)``. Its entries are served while no fetcher is attached.
  func lastOrigin() async throws(StorageError) -> OriginIdentity?
  func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError)

  func usage() async throws(StorageError) -> StoreUsage

  /// Returns the clock by which entries are dated: `own`, unless the store has one that several hosts share.
  func clock(basedOn own: @escaping WallClock) -> WallClock
  /// A problem for `holocron doctor`; `nil` if there is none.
  var warning: StorageWarning? { get }
  /// Tells the other workers that share the store about an event that was published on `bus`. Returns at once.
  func announce(_ event: Event, on bus: String)
  /// Passes on what workers of other hosts announce, until the task is cancelled. Returns at once if all workers are on this bus.
  func follow(_ handle: @Sendable (StoreNews) -> Void) async throws(StorageError)

  /// Closes files and connections. The store must not be used afterwards.
  func close() async
}

/// What a store passes on from other workers, some of them on other hosts.
public enum StoreNews: Sendable {
  /// An event with the name of its worker, and the bus on which that published it.
  case event(Event, bus: String)
  /// Events may have been missed.
  case missed
}

extension CacheStore {
  public func clock(basedOn own: @escaping WallClock) -> WallClock { own }
  public var warning: StorageWarning? { nil }
  public func announce(_ event: Event, on bus: String) {}
  public func follow(_ handle: @Sendable (StoreNews) -> Void) async throws(StorageError) {}

  func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(StorageError) -> CacheEntry? {
    try await entries(for: [key], of: origin)[key]
  }
}

/// Limits of a store or of the memory tier, which evict the least recently used entries first.
public struct StoreLimits: Sendable, Hashable {
  public var entries: Int
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }

  /// 100,000 entries and 256 MiB, hundreds of times the size of the catalogue.
  public static let disk = StoreLimits(entries: 100_000, bytes: 256 << 20)
  /// 20,000 entries and 64 MiB.
  public static let memory = StoreLimits(entries: 20_000, bytes: 64 << 20)
}

/// The number and size of the entries of a store.
public struct StoreUsage: Sendable, Hashable {
  public var entries: Int
  /// The sum of the sizes of the entries under their keys.
  public var bytes: Int

  func exceeds(_ limits: StoreLimits) -> Bool { entries > limits.entries || bytes > limits.bytes }
}

/// Some entries of a store, read one after the other: for checks and exports.
public struct StoreScan: Sendable, Hashable {
  /// An entry as a store keeps it: a page has no body.
  public struct Row: Sendable, Hashable {
    public var key: CacheKey
    public var entry: CacheEntry
  }

  /// The intact entries.
  public var rows: [Row] = []
  /// Number of rows read.
  public var checked = 0
  /// The damaged rows, each named by its key and origin.
  public var damaged: [String] = []
  public var removed = 0
  /// Number of pages that lack one of their records.
  public var incomplete = 0
  public var total = 0
  /// The position of the rows that follow; `nil` after the last.
  public var next: String?
}

extension StorageErrorCode {
  /// The argument of `--store` is not a store.
  public static let unknownStore = Self("unknown-store")
  /// The position of a scan is none of this store's.
  public static let invalidPosition = Self("invalid-position")
}
