import Contracts
import MessageBus
import Models
import OrderedJSON

/// The records loaded so far, whether by a list, a detail page or a search. All pages share this cache, so each record is requested once
/// and looks the same everywhere.
///
/// The records take at most ``limit`` bytes, apart from those that pages on the screen and loaded lists need; ``Explorer`` evicts the others,
/// least recently used first. The size of a record is that of its canonical form and of the letters of its name, so memory is a few times as
/// large.
struct RecordCache: Sendable {
  /// Maximum total size of records that no page needs, in bytes. Lists load no further pages beyond twice this size.
  static let limit = 16 << 20
  /// Maximum total size of the failures, in bytes.
  private static let failureLimit = 1 << 20

  struct Entry: Sendable {
    var record: Record
    /// The record's name. Matching folds it only once.
    var name: FuzzyText
    var provenance: Provenance
    var storedAt: Moment
    /// The request that returned this record.
    var request: RequestID
    /// The last request sent before this record arrived.
    var lastIssued: RequestID

    /// Returns the seconds since the origin last validated the record.
    func age(at now: Moment) -> Int { provenance.age + Int((now - storedAt).components.seconds) }
  }

  enum State: Sendable {
    case unknown, loading
    case loaded(Entry)
    case failed(Problem)
  }

  /// The requests for one record.
  private struct Load: Sendable {
    let request: RequestID
    let revalidates: Bool
    /// A request from before the user reloaded the record. Its result does not satisfy the reload.
    var outdated: RequestID?
  }

  private var entries: LRUCache<Entry> {
    didSet {
      revision += 1
      recordRevision += 1
    }
  }
  private var pending: [Reference: Load] = [:] { didSet { revision += 1 } }
  /// The references in ``pending`` by request.
  private var requested: [RequestID: Reference] = [:]
  private var failures = LRUCache<Problem>(limit: Self.failureLimit) { didSet { revision += 1 } }
  private var labels = LabelCache() { didSet { revision += 1 } }
  /// Changes whenever ``subscript(_:)`` or ``label(of:)`` may return a different state.
  private(set) var revision = 0
  /// Changes whenever ``entry(for:)`` may return another record: unlike ``revision``, not with each request and each name.
  private(set) var recordRevision = 0
  /// For each changed record, the last request sent before the change was announced.
  private var invalidations: [Reference: RequestID] = [:]
  /// The last request sent before the whole cache was invalidated.
  private var fullInvalidation: RequestID?

  /// Creates an empty cache. Tests choose a smaller limit.
  init(limit: Int = RecordCache.limit) { entries = LRUCache(limit: limit) }

  /// The state of a record. A loaded record stays loaded while it is reloaded and if the reload fails.
  subscript(reference: Reference) -> State {
    if let entry = entries[reference] { return .loaded(entry) }
    if pending[reference] != nil { return .loading }
    return failures[reference].map { .failed($0) } ?? .unknown
  }

  /// The state of a record's label, for a reference to the record. A label stays known while it is requested again.
  enum LabelState: Sendable {
    case unknown, loading
    /// The record, with its name and its default sort field at least.
    case known(Record)
    case failed(Problem)
  }

  func label(of reference: Reference) -> LabelState {
    if let record = entries[reference]?.record ?? labels[reference] { return .known(record) }
    if pending[reference] != nil || labels.isLoading(reference) { return .loading }
    return (failures[reference] ?? labels.failure(of: reference)).map { .failed($0) } ?? .unknown
  }

  func entry(for reference: Reference) -> Entry? { entries[reference] }
  func isLoading(_ reference: Reference) -> Bool { pending[reference] != nil }
  /// Returns why the last attempt to load the record failed, even if an older version is cached.
  func failure(of reference: Reference) -> Problem? { failures[reference] }

  /// Stores a record that was requested individually. `id` is its request, `lastIssued` the last request sent so far.
  mutating func store(_ record: Record, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment) {
    store(record, size: record.canonical.bytes().count, provenance, from: id, lastIssued: lastIssued, at: now)
  }

  private mutating func store(
    _ record: Record, size: Int, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment
  ) {
    failures.remove(record.reference)
    labels.remove(record.reference)
    let name = FuzzyText(record.name)
    let entry = Entry(record: record, name: name, provenance: provenance, storedAt: now, request: id, lastIssued: lastIssued)
    entries.store(entry, size: size + name.size, for: record.reference)
    endInvalidation(of: record.reference, before: id)
  }

  private mutating func endInvalidation(of reference: Reference, before id: RequestID) {
    if let invalidation = invalidations[reference], invalidation < id { invalidations[reference] = nil }
  }

  /// Stores the records of a page, except those older than the cached version. Returns the records whose list version and cached version
  /// cannot be ordered; they must be requested individually.
  mutating func store(_ page: RecordPage, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment)
    -> [Reference]
  {
    var unordered: [Reference] = []
    // The average is exact enough to bound the total, and writing each record just to measure it would cost as much as reading it.
    let size = page.size / max(1, page.records.count)
    for record in page.records {
      if let cached = entries[record.reference] {
        // Both ages are rounded to seconds.
        if cached.age(at: now) + 1 < provenance.age { continue }
        // The list was already in flight when the record arrived, so its version may be older.
        if id <= cached.lastIssued {
          if cached.record != record { unordered.append(record.reference) }
          continue
        }
      }
      store(record, size: size, provenance, from: id, lastIssued: lastIssued, at: now)
    }
    return unordered
  }

  /// Marks a record, or the whole cache, as possibly changed since the request `id` was sent.
  mutating func invalidate(_ reference: Reference? = nil, asOf id: RequestID) {
    if let reference {
      invalidations[reference] = id
    } else {
      fullInvalidation = id
      // Every earlier invalidation is part of this one.
      invalidations = [:]
      failures.removeAll { [entries] reference in entries[reference] != nil }
      labels.removeFailures()
    }
  }

  /// Whether the cached record may be outdated.
  func isInvalidated(_ reference: Reference) -> Bool { isInvalidated(reference, from: entries[reference]?.request) }

  /// Whether a list has to request the name: it is neither known nor loading, or it may be outdated. `false` if requesting it has failed, so
  /// that a list does not repeat the request with every key press.
  func needsName(_ reference: Reference) -> Bool {
    guard !isLoading(reference), failure(of: reference) == nil, labels.failure(of: reference) == nil else { return false }
    return entries[reference] == nil ? needsLabel(reference) : isInvalidated(reference)
  }

  /// Whether the label has to be requested: it is neither known nor loading, or it may be outdated.
  func needsLabel(_ reference: Reference) -> Bool {
    guard entries[reference] == nil, pending[reference] == nil, !labels.isLoading(reference) else { return false }
    return labels[reference] == nil || isInvalidated(reference, from: labels.request(of: reference))
  }

  private func isInvalidated(_ reference: Reference, from request: RequestID?) -> Bool {
    guard let request else { return false }
    return [invalidations[reference], fullInvalidation].contains { invalidation in invalidation.map { request <= $0 } ?? false }
  }

  /// Marks the cached record as validated by the origin at `now`.
  mutating func markValidated(_ reference: Reference, at now: Moment) {
    let before = recordRevision
    defer { recordRevision = before }
    entries.update(reference) { entry in
      entry.provenance.age = 0
      entry.provenance.isStale = false
      entry.storedAt = now
    }
  }

  /// Whether requesting the record is of use: a request in flight may return what the cache has, but not what a revalidation would.
  func needsRequest(_ reference: Reference, revalidate: Bool) -> Bool {
    pending[reference].map { revalidate && !$0.revalidates } ?? true
  }

  mutating func beginLoading(_ reference: Reference, with id: RequestID, revalidate: Bool) {
    pending[reference] = Load(request: id, revalidates: revalidate, outdated: pending[reference]?.request)
    requested[id] = reference
    failures.remove(reference)
  }

  /// Ends the request `id` for a record, and says whether a newer request for the record is in flight. `nil` if the request was for
  /// something else, or if a newer one for the record has ended.
  mutating func finishLoading(_ id: RequestID) -> (reference: Reference, isOutdated: Bool)? {
    guard let reference = requested.removeValue(forKey: id), let load = pending[reference] else { return nil }
    guard load.request == id else {
      pending[reference]?.outdated = nil
      return (reference, isOutdated: true)
    }
    pending[reference] = nil
    if let outdated = load.outdated { requested[outdated] = nil }
    return (reference, isOutdated: false)
  }

  mutating func beginLoadingLabels(_ references: [Reference], with id: RequestID) { labels.beginLoading(references, with: id) }

  /// Stores labels that the request `id` returned. A record that has been loaded meanwhile keeps its own.
  mutating func store(_ arrived: [ReferenceLabel], from id: RequestID) {
    for label in arrived {
      labels.store(label, from: id)
      if entries[label.reference] != nil {
        labels.remove(label.reference)
      } else if case .known = label {
        endInvalidation(of: label.reference, before: id)
      }
    }
    evictLabels()
  }

  /// Ends the request `id`, which may be for labels: those that have not arrived failed with `problem`.
  mutating func endLoadingLabels(_ id: RequestID, _ problem: Problem?) {
    guard labels.awaits(id) else { return }
    labels.endLoading(id, problem ?? .malformedReply("the reply names too few records"))
    evictLabels()
  }

  mutating func setFailure(_ problem: Problem, of reference: Reference) {
    failures.store(problem, size: problem.json.bytes().count, for: reference)
    if failures.needsEviction { _ = failures.evict() }
  }

  /// The names of all records whose names are known, in no particular order.
  var names: [(reference: Reference, name: FuzzyText)] {
    var names = labels.names
    for entry in entries.values { names.append((entry.record.reference, entry.name)) }
    return names
  }
  var namedRecordCount: Int { entries.count + labels.recordCount }
}

/// Eviction.
extension RecordCache {
  /// Whether ``evict(keeping:)`` is due.
  var needsEviction: Bool { entries.needsEviction }
  /// Whether the records take more than ``limit``.
  var isAboveLimit: Bool { entries.size > entries.limit }
  /// Whether lists have to stop loading pages.
  var isFull: Bool { entries.size / 2 > entries.limit }

  /// Counts as a use of the records and labels, so that they are evicted later than others.
  mutating func touch(_ references: [Reference]) {
    // A use changes no state that pages show.
    let before = (revision, recordRevision)
    for reference in references {
      entries.touch(reference)
      labels.touch(reference)
    }
    (revision, recordRevision) = before
  }

  /// Evicts the least recently used records other than `needed`.
  mutating func evict(keeping needed: Set<Reference>) {
    for reference in entries.evict(keeping: needed.contains) { removeInvalidation(of: reference) }
  }

  private mutating func evictLabels() {
    for reference in labels.evict() { removeInvalidation(of: reference) }
  }

  /// Removes the invalidation of a record without name, unless a request may still return an outdated version.
  private mutating func removeInvalidation(of reference: Reference) {
    switch label(of: reference) {
    case .unknown, .failed: invalidations[reference] = nil
    case .known, .loading: break
    }
  }
}
