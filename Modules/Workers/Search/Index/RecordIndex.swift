import Contracts
import Logging
import Models
import OrderedJSON
import Synchronization

/// The published state of the index.
struct Snapshot: Sendable {
  let corpus: SearchCorpus
  /// The names of all kinds and fields, including those of kinds that only the origin knows.
  let names: FieldNames
  /// The kinds that the origin offers, in its order.
  let kinds: [KindName]
  /// Number of records in each of the origin's lists, where known.
  var counts: [KindName: Int] = [:]
  /// The origin of the records; `nil` until one is named.
  var origin: String?
  /// Whether further records are not indexed.
  var isFull = false

  /// Returns whether all records of the origin's list of a kind are indexed.
  func isComplete(_ kind: KindName) -> Bool { counts[kind].map { $0 <= corpus.positions(of: kind).count } ?? false }

  var coverage: Coverage {
    let known = kinds.compactMap { counts[$0] }
    return Coverage(
      records: corpus.count, of: known.count == kinds.count ? known.reduce(0, +) : nil,
      isComplete: kinds.allSatisfy(isComplete), origin: origin, isFull: isFull)
  }
}

/// The indexed records of the current origin, in memory.
///
/// Each commit builds the corpus anew, which takes time linear in the number of records. ``flush()`` commits changes at once; while an index is
/// filled, changes are committed at intervals of ten times the duration of a commit, so that filling takes linear time.
///
/// The records have at most `maxBytes` in memory. The last sixteenth is for changes of known records; a record that outgrows it is removed.
actor RecordIndex {
  private let schema: CorpusSchema
  private let metrics: SearchMetrics
  private let maxBytes: Int
  private let logger: Logger
  private let published: Mutex<Snapshot>
  /// The names of the kinds of the program, and of their fields.
  private let names: FieldNames
  private var entries: [Reference: IndexEntry] = [:]
  private var lexicon = Lexicon()
  private var origin: String?
  private var offeredKinds: [KindName]
  /// Number of records in each of the origin's lists, where known.
  private var counts: [KindName: Int] = [:]
  private var hasChanges = false
  private(set) var lastCommitDuration = Duration.zero
  private var lastCommit = ContinuousClock.now
  /// The sum of ``IndexEntry/size`` of the records.
  private(set) var bytes = 0
  /// Whether a record did not fit since the last removal.
  private var isFull = false
  private var wasFullLogged = false

  init(kinds: Kinds, metrics: SearchMetrics, maxBytes: Int = SearchSettings().maxIndexBytes, logger: Logger) {
    self.metrics = metrics
    self.maxBytes = maxBytes
    self.logger = logger
    schema = CorpusSchema(kinds)
    offeredKinds = kinds.all.map(\.name)
    names = FieldNames(kinds: kinds)
    published = Mutex(Snapshot(corpus: SearchCorpus([], lexicon, schema), names: names, kinds: offeredKinds))
  }

  nonisolated var snapshot: Snapshot { published.withLock { $0 } }

  /// Switches to another origin; records of the previous one are no longer found. Returns whether the origin changed.
  func switchOrigin(to newOrigin: String) -> Bool {
    guard newOrigin != origin else { return false }
    logger.info("switching the index to another origin", metadata: ["origin": "\(newOrigin)", "before": "\(origin ?? "none")"])
    (entries, lexicon, counts, bytes, isFull) = ([:], Lexicon(), [:], 0, false)
    origin = newOrigin
    hasChanges = true
    flush()
    return true
  }

  /// Adds or updates canonical records as far as ``RecordLimits`` and the memory allow; ignores invalid ones, and those of an origin other
  /// than the current one. Records are decoded in the caller's task, outside the actor.
  ///
  /// - Parameter named: the origin of the records, if known.
  nonisolated func ingest(_ items: [JSON], of named: String? = nil) async {
    await add(items.compactMap { try? Record(canonical: RecordLimits.applied(to: $0), kinds: schema.kinds) }, of: named)
  }

  private func add(_ records: [Record], of named: String?) {
    guard named == nil || named == origin else { return }
    for record in records {
      let known = entries[record.reference]
      guard known?.record != record else { continue }
      let new = IndexEntry(record, schema, addingTo: &lexicon)
      let size = bytes - (known?.size ?? 0) + new.size
      guard size <= (known == nil ? maxBytes - maxBytes / 16 : maxBytes) else {
        // Found by its old contents, it would be a wrong answer.
        remove([record.reference])
        setFull()
        continue
      }
      bytes = size
      entries[record.reference] = new
      hasChanges = true
    }
    if lastCommit.duration(to: .now) > lastCommitDuration * 10 { flush() }
  }

  private func setFull() {
    // A commit also drops the words of the record.
    (isFull, hasChanges) = (true, true)
    guard !wasFullLogged else { return }
    wasFullLogged = true
    logger.warning("index full; further records are not indexed", metadata: ["limit": "\(maxBytes)", "records": "\(entries.count)"])
  }

  func setOfferedKinds(_ kinds: [KindName]) {
    guard kinds != offeredKinds else { return }
    offeredKinds = kinds
    hasChanges = true
  }

  /// Sets the number of records in a list of the origin. If `members` is given, removes all other records of the kind.
  func setListCount(_ count: Int, of kind: KindName, members: Set<Reference>? = nil) {
    if counts.updateValue(count, forKey: kind) != count { hasChanges = true }
    if let members { remove { $0.kind == kind && !members.contains($0) } }
  }

  /// Removes the records and the list counts that match.
  func remove(_ isRemoved: (Reference) -> Bool, counts isCountRemoved: (KindName) -> Bool = { _ in false }) {
    if counts.keys.contains(where: isCountRemoved) { hasChanges = true }
    counts = counts.filter { !isCountRemoved($0.key) }
    remove(entries.keys.filter(isRemoved))
  }

  private func remove(_ references: [Reference]) {
    for reference in references {
      guard let entry = entries.removeValue(forKey: reference) else { continue }
      bytes -= entry.size
      (isFull, hasChanges) = (false, true)
    }
  }

  // MARK: Commits

  /// Publishes all changes accepted so far.
  func flush() {
    guard hasChanges else { return }
    let start = ContinuousClock.now
    hasChanges = false
    let corpus = SearchCorpus(entries.values, lexicon, schema)
    // Words of removed records take memory. They are dropped once there are more of them than of others.
    if lexicon.terms.count > 2 * corpus.wordCount + 1_000 {
      lexicon = Lexicon()
      entries = entries.mapValues { IndexEntry($0.record, schema, addingTo: &lexicon) }
    }
    let others = offeredKinds.filter { schema.kinds[$0] == nil }.map { kind in
      Kind(unknown: kind, of: corpus.positions(of: kind).map { corpus.entries[$0].record })
    }
    let names = others.isEmpty ? names : FieldNames(kinds: schema.kinds.adding(others))
    let snapshot = Snapshot(
      corpus: corpus, names: names, kinds: offeredKinds, counts: counts, origin: origin, isFull: isFull)
    metrics.record(snapshot.coverage)
    published.withLock { $0 = snapshot }
    lastCommit = .now
    lastCommitDuration = start.duration(to: lastCommit)
  }
}
