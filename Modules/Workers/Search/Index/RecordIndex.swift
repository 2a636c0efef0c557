import Contracts
import Logging
import Models
import OrderedJSON
import Synchronization

/// The published state of the index.
struct Snapshot: Sendable {
  let corpus: SearchCorpus
  /// The kinds that the origin offers, in its order.
  let kinds: [KindName]
  /// Number of records in each of the origin's lists, where known.
  var counts: [KindName: Int] = [:]
  /// The origin of the records; `nil` until one is named.
  var origin: String?
  /// Problem with the index, as text for people.
  var warning: String?

  /// Returns whether all records of the origin's list of a kind are indexed.
  func isComplete(_ kind: KindName) -> Bool { counts[kind].map { $0 <= corpus.positions(of: kind).count } ?? false }

  var coverage: Coverage {
    let known = kinds.compactMap { counts[$0] }
    return Coverage(
      records: corpus.count, of: known.count == kinds.count ? known.reduce(0, +) : nil,
      isComplete: kinds.allSatisfy(isComplete), origin: origin, warning: warning)
  }
}

/// The indexed records of the current origin, in memory.
///
/// Changes are collected, since each commit takes time linear in the number of records. ``flush()`` commits them at once; otherwise they are
/// committed after a pause of ten times the duration of the last commit, so that filling a large index takes linear time.
///
/// The records have at most `maxBytes` in memory. The last sixteenth is for changes of known records; a record that outgrows it is removed.
actor RecordIndex {
  /// Where a record was read from.
  enum Provenance: Sendable {
    /// A page of a list, which may be older than the record's own cache entry.
    case page
    /// The record's own cache entry, or a search of the origin.
    case individual
  }

  private let schema: CorpusSchema
  private let metrics: SearchMetrics
  private let maxBytes: Int
  private let logger: Logger
  private let published: Mutex<Snapshot>
  private var corpus: SearchCorpus
  private var origin: String?
  private var offeredKinds: [KindName]
  /// Number of records in each of the origin's lists, where known.
  private var counts: [KindName: Int] = [:]
  /// Changes that are not committed yet.
  private var changed: [Reference: TokenizedRecord] = [:]
  private var removed: Set<Reference> = []
  private var hasChanges = false
  private var scheduledCommit: Task<Void, Never>?
  private var lastCommitDuration = Duration.zero
  /// The records that were read from their own cache entries.
  private var individual: Set<Reference> = []
  /// The sum of ``IndexEntry/size`` of the records.
  private(set) var bytes = 0
  /// Whether a record did not fit since the last removal.
  private var isFull = false
  private var wasFullLogged = false

  init(kinds: Kinds, metrics: SearchMetrics, maxBytes: Int = SearchSettings().maxIndexBytes, logger: Logger) {
    self.metrics = metrics
    self.maxBytes = maxBytes
    self.logger = logger
    let corpus = SearchCorpus(kinds: kinds)
    schema = corpus.schema
    self.corpus = corpus
    offeredKinds = kinds.all.map(\.name)
    published = Mutex(Snapshot(corpus: corpus, kinds: offeredKinds))
  }

  nonisolated var snapshot: Snapshot { published.withLock { $0 } }

  /// Switches to another origin; records of the previous one are no longer found. Returns whether the origin changed.
  func switchOrigin(to newOrigin: String) -> Bool {
    guard newOrigin != origin else { return false }
    logger.info("switching the index to another origin", metadata: ["origin": "\(newOrigin)", "before": "\(origin ?? "none")"])
    corpus = SearchCorpus(kinds: schema.kinds)
    (changed, removed, individual, counts, bytes, isFull) = ([:], [], [], [:], 0, false)
    origin = newOrigin
    hasChanges = true
    flush()
    return true
  }

  /// Adds or updates canonical records as far as ``RecordLimits`` and the memory allow; ignores invalid ones, and those of an origin other
  /// than the current one. Returns conflicts, which are not applied: records that differ between a list page and their own cache entry. The
  /// page may be older.
  ///
  /// Records are tokenized in the caller's task, outside the actor.
  ///
  /// - Parameter named: the origin of the records, if known.
  @discardableResult
  nonisolated func ingest(_ items: [JSON], from provenance: Provenance, of named: String? = nil) async -> [Reference] {
    let tokenized = items.compactMap { item in
      (try? Record(canonical: RecordLimits.applied(to: item), kinds: schema.kinds)).map { TokenizedRecord($0, schema) }
    }
    return await add(tokenized, provenance, of: named)
  }

  private func add(_ records: [TokenizedRecord], _ provenance: Provenance, of named: String?) -> [Reference] {
    guard named == nil || named == origin else { return [] }
    var conflicts: [Reference] = []
    for new in records {
      let reference = new.reference
      let known = known(reference)
      if known?.record != new.record {
        guard provenance == .individual || !individual.contains(reference) else {
          conflicts.append(reference)
          continue
        }
        let size = bytes - (known?.size ?? 0) + new.size
        guard size <= (known == nil ? maxBytes - maxBytes / 16 : maxBytes) else {
          // Found by its old contents, it would be a wrong answer.
          if known != nil { remove([reference]) }
          setFull()
          continue
        }
        bytes = size
        changed[reference] = new
        removed.remove(reference)
        scheduleCommit()
      }
      if provenance == .individual { individual.insert(reference) }
    }
    return conflicts
  }

  private func known(_ reference: Reference) -> (record: Record, size: Int)? {
    if let new = changed[reference] { return (new.record, new.size) }
    return removed.contains(reference) ? nil : corpus[reference].map { ($0.record, $0.size) }
  }

  private func setFull() {
    if !isFull { scheduleCommit() }
    isFull = true
    guard !wasFullLogged else { return }
    wasFullLogged = true
    logger.warning("index full; further records are not indexed", metadata: ["limit": "\(maxBytes)", "records": "\(corpus.count)"])
  }

  /// Sets the kinds that the origin offers.
  func setOfferedKinds(_ kinds: [KindName]) {
    guard kinds != offeredKinds else { return }
    offeredKinds = kinds
    scheduleCommit()
  }

  /// Sets the number of records in a list of the origin. If `members` is given, removes all other records of the kind.
  func setListCount(_ count: Int, of kind: KindName, members: Set<Reference>? = nil) {
    if counts[kind] != count { scheduleCommit() }
    counts[kind] = count
    if let members { remove { $0.kind == kind && !members.contains($0) } }
  }

  /// Removes the records and the list counts that match.
  func remove(_ isRemoved: (Reference) -> Bool, counts isCountRemoved: (KindName) -> Bool = { _ in false }) {
    if counts.keys.contains(where: isCountRemoved) { scheduleCommit() }
    counts = counts.filter { !isCountRemoved($0.key) }
    remove(Set(corpus.entries.lazy.map(\.reference).filter(isRemoved)).union(changed.keys.filter(isRemoved)))
  }

  private func remove(_ references: Set<Reference>) {
    let gone = references.subtracting(removed)
    guard !gone.isEmpty else { return }
    for reference in gone {
      bytes -= known(reference)?.size ?? 0
      changed[reference] = nil
    }
    removed.formUnion(gone)
    individual.subtract(gone)
    isFull = false
    scheduleCommit()
  }

  // MARK: Commits

  /// Publishes all changes accepted so far.
  func flush() {
    guard hasChanges else { return }
    let start = ContinuousClock.now
    corpus.update(Array(changed.values), removing: removed)
    (changed, removed, hasChanges) = ([:], [], false)
    let warning = isFull ? Coverage.fullIndexWarning : nil
    let snapshot = Snapshot(corpus: corpus, kinds: offeredKinds, counts: counts, origin: origin, warning: warning)
    metrics.record(snapshot.coverage)
    published.withLock { $0 = snapshot }
    lastCommitDuration = start.duration(to: .now)
  }

  private func scheduleCommit() {
    hasChanges = true
    guard scheduledCommit == nil else { return }
    scheduledCommit = Task {
      try? await Task.sleep(for: lastCommitDuration * 10)
      scheduledCommit = nil
      flush()
    }
  }
}
