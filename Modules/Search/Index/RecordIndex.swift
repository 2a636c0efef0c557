import Contracts
import Logging
import Models
import OrderedJSON
import Synchronization

/// All that is indexed: in memory for those who ask, in the store for the next start.
///
/// Changes are taken at once and shown in rounds, each stored before it is shown: what an answer tells is still known after the worker was
/// killed. What is learnt during a round goes into the next, however much that is. ``settled()`` waits for it.
actor RecordIndex {
  /// Where a record was seen.
  enum Sighting: Sendable {
    /// In a page of a list, which may be older than the record's own entry.
    case page
    /// Asked for by itself, or found by a search of the origin.
    case single
  }

  /// What is to be stored and shown.
  private struct Change {
    var records: [Reference: Record] = [:]
    var gone: Set<Reference> = []
  }

  let store: IndexStore
  let logger: Logger
  private let kinds: Kinds
  private let counters: SearchCounters
  private let published: Mutex<Snapshot>
  private var loading: Task<Void, Never>?
  private var isLoaded = false
  private var offered: [KindName]
  private var records: [Reference: Record] = [:]
  private var counts: [KindName: Int] = [:]
  private var seenSingly: Set<Reference> = []
  private var library: Library
  private var change = Change()
  /// The last round that was begun or waits for its turn.
  private var round: Task<Void, Never>?
  private var isRoundWaiting = false

  init(_ store: IndexStore, kinds: Kinds, counters: SearchCounters, logger: Logger) {
    self.store = store
    self.kinds = kinds
    self.logger = logger
    self.counters = counters
    offered = kinds.all.map(\.name)
    library = .empty(kinds)
    published = Mutex(Snapshot(library, isLoaded: false, kinds: offered, counts: [:]))
  }

  nonisolated var snapshot: Snapshot { published.withLock { $0 } }

  /// Returns when what the store holds is taken up, which happens once.
  func load() async {
    if loading == nil { loading = Task { await takeUp() } }
    await loading?.value
  }

  /// What a store holds that is no record is passed over.
  private func takeUp() async {
    do throws(SearchError) {
      let contents = try await store.contents()
      let stored = contents.bodies.compactMap { body in (try? JSON(parsing: body)).flatMap { try? Record(canonical: $0, kinds: kinds) } }
      records.merge(stored.map { ($0.reference, $0) }) { current, _ in current }
      counts.merge(contents.counts) { current, _ in current }
    } catch {
      logger.warning("The index could not be read; it is filled anew", metadata: ["reason": "\(error.message)"])
    }
    isLoaded = true
    library = Library(records.values, kinds: kinds)
    show(latest)
  }

  // MARK: Changes

  /// Takes canonical records. Returns those that a page shows in another form than they were seen in singly: the page may be the older one.
  @discardableResult
  func learn(_ items: [JSON], _ sighting: Sighting) -> [Reference] {
    var disputed: [Reference] = []
    for item in items {
      guard let record = try? Record(canonical: item, kinds: kinds) else { continue }
      let reference = record.reference
      if sighting == .single { seenSingly.insert(reference) }
      guard records[reference] != record else { continue }
      if sighting == .page, records[reference] != nil, seenSingly.contains(reference) {
        disputed.append(reference)
      } else {
        records[reference] = record
        change.records[reference] = record
        change.gone.remove(reference)
      }
    }
    if !change.records.isEmpty { beginRound() }
    return disputed
  }

  /// The origin has these kinds.
  func offer(_ kinds: [KindName]) {
    guard kinds != offered else { return }
    offered = kinds
    beginRound()
  }

  /// A list of the origin has so many records, and where `members` are given, these and no others.
  func note(_ count: Int, of kind: KindName, members: Set<Reference>? = nil) {
    let gone = members.map { members in records.keys.filter { $0.kind == kind && !members.contains($0) } } ?? []
    guard counts[kind] != count || !gone.isEmpty else { return }
    counts[kind] = count
    remove(gone)
  }

  func forget(_ isForgotten: (Reference) -> Bool, counts isForgottenCount: (KindName) -> Bool) {
    counts = counts.filter { !isForgottenCount($0.key) }
    let gone = records.keys.filter(isForgotten)
    seenSingly.subtract(gone)
    remove(gone)
  }

  private func remove(_ gone: [Reference]) {
    for reference in gone {
      records[reference] = nil
      change.records[reference] = nil
      change.gone.insert(reference)
    }
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
    let change = change
    self.change = Change()
    if !change.records.isEmpty || !change.gone.isEmpty { library = library.updated(change.records.values, removing: change.gone) }
    let snapshot = latest
    do throws(SearchError) {
      try await store.apply(change.records.values.map(IndexRow.init), removing: Array(change.gone), counts: snapshot.counts)
    } catch {
      logger.warning("The index could not be stored; it is filled anew at the next start", metadata: ["reason": "\(error.message)"])
    }
    show(snapshot)
  }

  private var latest: Snapshot { Snapshot(library, isLoaded: isLoaded, kinds: offered, counts: counts) }

  private func show(_ snapshot: Snapshot) {
    counters.record(snapshot.coverage)
    published.withLock { $0 = snapshot }
  }
}
