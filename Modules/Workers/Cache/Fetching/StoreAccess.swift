import Contracts
import Logging
import Synchronization

/// The store with an end to every wait: a store that is locked, or on a disk that hangs, never costs an answer its deadline.
///
/// An operation that takes longer than ``limit`` while no other of its kind ends goes on alone and counts as failed. As long as it has not ended,
/// others of that kind fail at once; the cache then answers from memory and from the origin. An operation that waits four times as long while
/// others end counts as failed too, and keeps no other from being tried.
final class StoreAccess: Sendable {
  let store: any CacheStore
  private let limit: Duration
  private let logger: Logger
  private let reading = Lane()
  private let writing = Lane()
  /// When a failure was logged last.
  private let complained = Mutex<ContinuousClock.Instant?>(nil)
  private static let complaintInterval: Duration = .seconds(10)

  init(_ store: any CacheStore, limit: Duration, logger: Logger) {
    self.store = store
    self.limit = limit
    self.logger = logger
  }

  /// Logs that an operation failed, and that answers go on without it: once in a while, because every request of a busy time may fail.
  func complain(_ error: CacheError, about key: CacheKey) {
    // When the service stops, what is in flight is cut off; that is no failure of the store.
    guard !Task.isCancelled else { return }
    let isDue = complained.withLock { last in
      let now = ContinuousClock.now
      guard last.map({ $0 + Self.complaintInterval <= now }) ?? true else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    logger.error("The cache store failed; answers go on without it", metadata: ["key": "\(key)", "reason": "\(error.message)"])
  }

  func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(CacheError) -> CacheEntry? {
    try await bounded(reading) { [store] () async throws(CacheError) in try await store.entry(for: key, of: origin) }
  }

  func lease(
    _ key: StoreKey, by holder: String, for attempt: Attempt, now: WallTime, until: WallTime, isRepeated: Bool
  ) async throws(CacheError) -> LeaseDecision {
    try await bounded(writing) { [store] () async throws(CacheError) in
      try await store.lease(key, by: holder, for: attempt, now: now, until: until, isRepeated: isRepeated)
    }
  }

  func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(CacheError) {
    try await bounded(writing) { [store] () async throws(CacheError) in
      try await store.renew(keys, by: holder, now: now, until: until)
    }
  }

  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) async throws(CacheError) -> CommitResult {
    try await bounded(writing) { [store] () async throws(CacheError) in
      try await store.commit(key, by: holder, with: outcome, now: now)
    }
  }

  func purge(_ scope: PurgeRequest.Scope) async throws(CacheError) -> Int {
    try await bounded(writing) { [store] () async throws(CacheError) in try await store.purge(scope) }
  }

  func usage() async throws(CacheError) -> StoreUsage {
    try await bounded(reading) { [store] () async throws(CacheError) in try await store.usage() }
  }

  func rememberedOrigin() async throws(CacheError) -> OriginIdentity? {
    try await bounded(reading) { [store] () async throws(CacheError) in try await store.rememberedOrigin() }
  }

  func remember(_ origin: OriginIdentity) async throws(CacheError) {
    try await bounded(writing) { [store] () async throws(CacheError) in try await store.remember(origin) }
  }

  /// Tells the store what was used, forgets old leases and says what it holds.
  func balance(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(CacheError) -> StoreUsage {
    try await bounded(writing) { [store] () async throws(CacheError) in
      if !keys.isEmpty { try await store.touch(keys, of: origin, now: now) }
      try await store.prune(now: now)
      return try await store.usage()
    }
  }

  private func bounded<Value: Sendable>(
    _ lane: Lane, _ body: @escaping @Sendable () async throws(CacheError) -> Value
  ) async throws(CacheError) -> Value {
    guard !lane.isStuck else { throw .slow(limit) }
    let result: Result<Value, CacheError> = await withCheckedContinuation { continuation in
      let (race, number) = (Race(continuation), lane.begin())
      let timer = Task { [limit] in
        var (look, start) = (lane.look(), ContinuousClock.now)
        while (try? await Task.sleep(for: limit)) != nil {
          // A process that got no processor time did not give the store its time, either.
          let isLate = start.duration(to: .now) > limit * 2
          start = .now
          switch lane.judge(&look, isLate: isLate) {
          case .moving: continue
          case .stopped: return race.finish(.failure(.slow(limit))) { lane.gaveUp(number) }
          case .crowded: return race.finish(.failure(.busy(limit * Lane.rounds))) {}
          }
        }
      }
      Task {
        let result: Result<Value, CacheError>
        do throws(CacheError) { result = .success(try await body()) } catch { result = .failure(error) }
        race.finish(result) {}
        lane.ended(number)
        timer.cancel()
      }
    }
    return try result.get()
  }
}

/// What becomes of the operations of one kind. Whether it stands still is judged by looks that follow one another at equal distances.
final class Lane: Sendable {
  struct Look: Sendable {
    fileprivate var ended: UInt64
    fileprivate var rounds = 0
  }

  enum Judgement: Sendable {
    case moving
    /// Nothing ended since the look before.
    case stopped
    /// Other operations end, but this one has waited for ``Lane/rounds`` looks.
    case crowded
  }

  private struct State {
    /// Operations that were given up while nothing moved, and have not ended.
    var stuck: Set<UInt64> = []
    var begun: UInt64 = 0
    var ended: UInt64 = 0
  }

  /// Looks until an operation in a queue that moves is given up.
  static let rounds = 4
  private let state = Mutex(State())

  var isStuck: Bool { state.withLock { !$0.stuck.isEmpty } }

  /// Returns the number of the operation that begins.
  func begin() -> UInt64 {
    state.withLock { state in
      state.begun += 1
      return state.begun
    }
  }

  /// The operation of that number was given up while nothing moved.
  func gaveUp(_ number: UInt64) { state.withLock { _ = $0.stuck.insert(number) } }

  func ended(_ number: UInt64) {
    state.withLock { state in
      state.ended += 1
      state.stuck.remove(number)
    }
  }

  func look() -> Look { Look(ended: state.withLock { $0.ended }) }

  /// `isLate`: this look comes much later than it should, so that nothing follows from what did not end.
  func judge(_ look: inout Look, isLate: Bool = false) -> Judgement {
    let ended = state.withLock { $0.ended }
    guard ended != look.ended || isLate else { return .stopped }
    look.ended = ended
    look.rounds += 1
    return look.rounds < Self.rounds ? .moving : .crowded
  }
}

/// Two that want to resume one continuation: the first one does.
private final class Race<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value, Never>?>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

  /// Resumes with `value` unless the other one did. `winning` runs before the other one can know.
  func finish(_ value: Value, winning: () -> Void) {
    let first = continuation.withLock { continuation in
      if continuation != nil { winning() }
      return continuation.take()
    }
    first?.resume(returning: value)
  }
}

extension CacheError {
  fileprivate static func busy(_ waited: Duration) -> CacheError {
    CacheError(.slow, "the cache store is busy: an operation waited for \(waited)")
  }

  fileprivate static func slow(_ limit: Duration) -> CacheError {
    CacheError(.slow, "the cache store did nothing for \(limit): another program may hold a lock on it, or its disk is slow")
  }
}
