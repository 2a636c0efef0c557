import Logging
import Models
import OrderedJSON
import Synchronization

/// All that is indexed: in memory for those who ask, in the store for the next start.
///
/// Changes are taken at once and shown in rounds, each stored before it is shown: what an answer tells is still known after the worker was
/// killed. What is learnt during a round goes into the next, however much that is. ``settled()`` waits for it.
actor RecordIndex {
  let store: IndexStore
  let logger: Logger
  private let kinds: Kinds
  private let counters: SearchCounters
  private let published: Mutex<Snapshot>
  private var loading: Task<Void, Never>?
  private var isLoaded = false
  private var holdings: Holdings
  private var library: Library
  /// The last round that was begun or waits for its turn.
  private var round: Task<Void, Never>?
  private var isRoundWaiting = false

  init(_ store: IndexStore, kinds: Kinds, counters: SearchCounters, logger: Logger) {
    self.store = store
    self.kinds = kinds
    self.logger = logger
    self.counters = counters
    let holdings = Holdings(kinds: kinds)
    let library = Library.empty(kinds)
    (self.holdings, self.library) = (holdings, library)
    published = Mutex(Snapshot(library, isLoaded: false, kinds: holdings.offered, counts: [:]))
  }

  nonisolated var snapshot: Snapshot { published.withLock { $0 } }

  /// Returns when what the store holds is taken up, which happens once.
  func load() async {
    if loading == nil { loading = Task { await takeUp() } }
    await loading?.value
  }

  private func takeUp() async {
    do throws(SearchError) {
      let contents = try await store.contents()
      let drafts = await Self.drafts(contents.bodies, kinds)
      let isUntouched = holdings.records.isEmpty
      holdings.takeUp(drafts.map(\.record), counts: contents.counts)
      // What was learnt before this is newer.
      library = isUntouched ? library.updated(drafts) : library.updated(holdings.records.values)
    } catch {
      logger.warning("The index could not be read; it is filled anew", metadata: ["reason": "\(error.message)"])
    }
    isLoaded = true
    show(latest)
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

  /// See ``Holdings/learn(_:_:)``.
  @discardableResult
  func learn(_ items: [JSON], _ sighting: Holdings.Sighting) -> [Reference] {
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

  /// Returns when all that was learnt so far is stored and shown.
  func settled() async { await round?.value }

  func close() async {
    await settled()
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
    let snapshot = latest
    let rows = change.records.keys.compactMap { library[$0] }.map { IndexRow($0, library.lexicon) }
    do throws(SearchError) {
      try await store.apply(rows, removing: Array(change.gone), counts: snapshot.counts)
    } catch {
      logger.warning("The index could not be stored; it is filled anew at the next start", metadata: ["reason": "\(error.message)"])
    }
    show(snapshot)
  }

  private var latest: Snapshot { Snapshot(library, isLoaded: isLoaded, kinds: holdings.offered, counts: holdings.counts) }

  private func show(_ snapshot: Snapshot) {
    counters.record(snapshot.coverage)
    published.withLock { $0 = snapshot }
  }
}
