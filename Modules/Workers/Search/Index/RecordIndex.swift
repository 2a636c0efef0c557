import Logging
import Models
import OrderedJSON
import Synchronization

/// All that is indexed of the current origin: in memory for those who ask, in the store for the next start.
///
/// Changes are taken at once and shown in rounds, each stored before it is shown: what an answer tells is still known after the worker was
/// killed. What is learnt during a round goes into the next, however much that is. ``settled()`` waits for it. While the store cannot be
/// written, changes are shown all the same, the snapshot says so, and the store is tried again with each round and from time to time.
actor RecordIndex {
  let store: IndexStore
  let logger: Logger
  private let kinds: Kinds
  private let counters: SearchCounters
  private let retryInterval: Duration
  private let published: Mutex<Snapshot>
  private var loading: Task<Void, Never>?
  private var isLoaded = false
  /// The origin whose records these are; `nil` while none has been named.
  private(set) var origin: String?
  private var holdings: Holdings
  private var library: Library
  /// The last round that was begun or waits for its turn.
  private var round: Task<Void, Never>?
  private var isRoundWaiting = false
  private var lag = StoreLag()
  /// Why the store lags.
  private var failure: SearchError?
  private var retry: Task<Void, Never>?

  init(
    _ store: IndexStore, kinds: Kinds, counters: SearchCounters, retryInterval: Duration = SearchSettings().storeRetryInterval,
    logger: Logger
  ) {
    self.store = store
    self.kinds = kinds
    self.logger = logger
    self.counters = counters
    self.retryInterval = retryInterval
    let holdings = Holdings(kinds: kinds)
    let library = Library.empty(kinds)
    (self.holdings, self.library) = (holdings, library)
    published = Mutex(Snapshot(library, isLoaded: false, kinds: holdings.offered, counts: [:]))
  }

  nonisolated var snapshot: Snapshot { published.withLock { $0 } }

  /// Returns when what the store holds of the origin used last is taken up, which happens once.
  func load() async {
    if loading == nil { loading = Task { await takeUp() } }
    await loading?.value
  }

  private func takeUp() async {
    await takeUp(nil)
    isLoaded = true
    show(latest)
  }

  /// Adds what is stored of `origin`; of the origin used last where it is `nil`.
  private func takeUp(_ wanted: String?) async {
    do throws(SearchError) {
      let contents = try await store.contents(of: wanted)
      let drafts = await Self.drafts(contents.bodies, kinds)
      // The index may have turned to yet another origin meanwhile.
      guard wanted == origin else { return }
      if wanted == nil { origin = contents.origin }
      let isUntouched = holdings.records.isEmpty
      holdings.takeUp(drafts.map(\.record), counts: contents.counts)
      // What was learnt before this is newer.
      library = isUntouched ? library.updated(drafts) : library.updated(holdings.records.values)
      if contents.damaged > 0 {
        logger.warning("Damaged records were dropped from the index", metadata: ["records": "\(contents.damaged)"])
      }
    } catch {
      failure = error
      lag.addAll()
      logger.warning("The index could not be read; it is filled anew", metadata: ["reason": "\(error.message)"])
    }
  }

  /// Makes `origin` the one whose records are found, with what the store holds of it; those of the origin before are found no more. Returns
  /// whether that is a change. Nothing is asked of the origin.
  func turn(to wanted: String) async -> Bool {
    await load()
    await settled()
    guard wanted != origin else { return false }
    logger.info("The index turns to another origin", metadata: ["origin": "\(wanted)", "before": "\(origin ?? "none")"])
    origin = wanted
    holdings = Holdings(kinds: kinds)
    library = .empty(kinds)
    lag = StoreLag()
    show(latest)
    await takeUp(wanted)
    // Makes it the one used last, too.
    beginRound()
    await settled()
    return true
  }

  /// On all processors: nothing can be found before. Bodies that are no record are passed over.
  private static func drafts(_ bodies: [[UInt8]], _ kinds: Kinds) async -> [Draft] {
    let share = 32
    return await withTaskGroup(of: [Draft].self) { group in
      for start in stride(from: 0, to: bodies.count, by: share) {
        group.addTask {
          bodies[start...].prefix(share).compactMap { body in
            (try? JSON(parsing: body)).flatMap { try? Record(canonical: $0, kinds: kinds) }.map(Draft.init)
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  // MARK: Changes

  /// See ``Holdings/learn(_:_:)``. What another origin than the current one said is not taken.
  ///
  /// - Parameter named: the origin that said it, where that is known.
  @discardableResult
  func learn(_ items: [JSON], _ sighting: Holdings.Sighting, from named: String? = nil) -> [Reference] {
    guard named == nil || named == origin else { return [] }
    defer { if holdings.isChanged { beginRound() } }
    return holdings.learn(items, sighting)
  }

  /// See ``Holdings/offer(_:)``.
  func offer(_ kinds: [KindName]) { if holdings.offer(kinds) { beginRound() } }

  /// See ``Holdings/note(_:of:members:)``.
  func note(_ count: Int, of kind: KindName, members: Set<Reference>? = nil) {
    if holdings.note(count, of: kind, members: members) { beginRound() }
  }

  /// See ``Holdings/forget(_:counts:)``.
  func forget(_ isForgotten: (Reference) -> Bool, counts isForgottenCount: (KindName) -> Bool) {
    holdings.forget(isForgotten, counts: isForgottenCount)
    beginRound()
  }

  // MARK: Rounds

  /// Returns when all that was learnt so far is shown, and stored where it can be.
  func settled() async { await round?.value }

  func close() async {
    await settled()
    retry?.cancel()
    await store.close()
  }

  private func beginRound() {
    guard !isRoundWaiting else { return }
    isRoundWaiting = true
    let before = round
    round = Task {
      await before?.value
      await load()
      await storeAndShow()
    }
  }

  private func storeAndShow() async {
    // What comes from here on belongs to the next round.
    isRoundWaiting = false
    let change = holdings.takeChange()
    if !change.isEmpty { library = library.updated(change.records.values, removing: change.gone) }
    lag.add(change)
    var snapshot = latest
    let (writing, written) = (lag, origin)
    // A store that failed the last time may take long to fail again.
    if failure != nil { show(snapshot) }
    let openings = store.openings
    do throws(SearchError) {
      try await store.apply(
        writing.rows(of: holdings.records), removing: Array(writing.gone), counts: snapshot.counts, of: written)
      if failure != nil { logger.notice("The index is stored again") }
      failure = nil
      if origin == written { lag = StoreLag() }
      // The file was replaced, and holds nothing but this change.
      if store.openings != openings, !writing.isTotal {
        lag.addAll()
        beginRound()
      }
    } catch {
      if failure == nil {
        logger.warning("The index cannot be stored and is kept in memory", metadata: ["reason": "\(error.message)"])
      }
      failure = error
      retryLater()
    }
    snapshot.warning = warning
    if origin == written { show(snapshot) }
  }

  private func retryLater() {
    guard retry == nil else { return }
    retry = Task {
      guard (try? await Task.sleep(for: retryInterval)) != nil else { return }
      retry = nil
      beginRound()
    }
  }

  private var latest: Snapshot {
    Snapshot(
      library, isLoaded: isLoaded, kinds: holdings.offered, counts: holdings.counts, origin: origin, warning: warning)
  }

  private var warning: String? { failure.map { "the index is kept in memory only: \($0.message)" } }

  private func show(_ snapshot: Snapshot) {
    counters.record(snapshot.coverage)
    published.withLock { $0 = snapshot }
  }
}
