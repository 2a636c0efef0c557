import Contracts
import Logging
import Models
import OrderedJSON
import Synchronization

/// All that is indexed: in memory for those who ask, in the store for the next start. Changes are made one after the other.
actor RecordIndex {
  /// Where a record was seen.
  enum Sighting: Sendable {
    /// In a page of a list, which may be older than the record's own entry.
    case page
    /// Asked for by itself, or found by a search of the origin.
    case single
  }

  private let store: IndexStore
  private let kinds: Kinds
  private let logger: Logger
  private let counters: SearchCounters
  private let published: Mutex<Snapshot>
  private var loading: Task<Void, Never>?
  private var isLoaded = false
  private var offered: [KindName]
  private var records: [Reference: Record] = [:]
  private var counts: [KindName: Int] = [:]
  private var seenSingly: Set<Reference> = []

  init(_ store: IndexStore, kinds: Kinds, counters: SearchCounters, logger: Logger) {
    self.store = store
    self.kinds = kinds
    self.logger = logger
    self.counters = counters
    offered = kinds.all.map(\.name)
    published = Mutex(Snapshot(.empty(kinds), isLoaded: false, kinds: offered, counts: [:]))
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
      for body in contents.bodies {
        guard let json = try? JSON(parsing: body), let record = try? Record(canonical: json, kinds: kinds) else { continue }
        records[record.reference] = records[record.reference] ?? record
      }
      counts.merge(contents.counts) { current, _ in current }
    } catch {
      logger.warning("The index could not be read; it is filled anew", metadata: ["reason": "\(error.message)"])
    }
    isLoaded = true
    publish()
  }

  /// Indexes canonical records. Returns those that a page shows in another form than they were seen in singly: the page may be the older one.
  @discardableResult
  func learn(_ items: [JSON], _ sighting: Sighting) async -> [Reference] {
    var changed: [Record] = []
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
        changed.append(record)
      }
    }
    if !changed.isEmpty { await commit(changed) }
    return disputed
  }

  /// The origin has these kinds.
  func offer(_ kinds: [KindName]) {
    guard kinds != offered else { return }
    offered = kinds
    publish()
  }

  /// A list of the origin has so many records, and where `members` are given, these and no others.
  func note(_ count: Int, of kind: KindName, members: Set<Reference>? = nil) async {
    let gone = members.map { members in records.keys.filter { $0.kind == kind && !members.contains($0) } } ?? []
    guard counts[kind] != count || !gone.isEmpty else { return }
    counts[kind] = count
    for reference in gone { records[reference] = nil }
    await commit([], removing: gone)
  }

  func forget(_ isForgotten: @Sendable (Reference) -> Bool, counts isForgottenCount: @Sendable (KindName) -> Bool) async {
    let gone = records.keys.filter(isForgotten)
    counts = counts.filter { !isForgottenCount($0.key) }
    for reference in gone {
      records[reference] = nil
      seenSingly.remove(reference)
    }
    await commit([], removing: gone)
  }

  func close() async { await store.close() }

  private func commit(_ changed: [Record], removing gone: [Reference] = []) async {
    publish()
    do throws(SearchError) {
      try await store.apply(changed.map(IndexRow.init), removing: gone, counts: counts)
    } catch {
      logger.warning("The index could not be stored; it is filled anew at the next start", metadata: ["reason": "\(error.message)"])
    }
  }

  private func publish() {
    let snapshot = Snapshot(Library(records.values, kinds: kinds), isLoaded: isLoaded, kinds: offered, counts: counts)
    counters.record(snapshot.coverage)
    published.withLock { $0 = snapshot }
  }

  /// The places in `library` of the records in which something fits; `nil` for all, also when the store fails.
  nonisolated func candidates(for probes: [Probe], in library: Library) async -> [Int]? {
    guard let expression = TextExpression(probes, library).text else { return nil }
    guard !expression.isEmpty else { return [] }
    do throws(SearchError) {
      return try await store.records(matching: expression).compactMap { library.place(of: $0) }.sorted()
    } catch {
      logger.warning("The full-text index failed; all records are compared instead", metadata: ["reason": "\(error.message)"])
      return nil
    }
  }
}
