public import Contracts
public import MessageBus
public import Models

/// The records loaded so far, whether by a list, a detail page or a search. All pages share this cache, so each record is requested once
/// and looks the same everywhere.
public struct RecordCache: Sendable {
  public struct Entry: Sendable {
    public var record: Record
    public var provenance: Provenance
    public var storedAt: Moment
    /// The request that returned this record.
    var request: RequestID
    /// The last request sent before this record arrived.
    var lastIssued: RequestID

    /// Returns the seconds since the origin last validated the record.
    public func age(at now: Moment) -> Int { provenance.age + Int((now - storedAt).components.seconds) }
  }

  public enum State: Sendable {
    case unknown, loading
    case loaded(Entry)
    case failed(Problem)
  }

  private var entries: [Reference: Entry] = [:] { didSet { revision += 1 } }
  private var pending: [Reference: RequestID] = [:] { didSet { revision += 1 } }
  private var failures: [Reference: Problem] = [:] { didSet { revision += 1 } }
  private var labels = LabelCache() { didSet { revision += 1 } }
  /// Changes whenever ``subscript(_:)`` or ``label(of:)`` may return a different state.
  public private(set) var revision = 0
  /// For each changed record, the last request sent before the change was announced.
  private var invalidations: [Reference: RequestID] = [:]
  /// The last request sent before the whole cache was invalidated.
  private var fullInvalidation: RequestID?

  public init() {}

  /// The state of a record. A loaded record stays loaded while it is reloaded and if the reload fails.
  public subscript(reference: Reference) -> State {
    if let entry = entries[reference] { return .loaded(entry) }
    if pending[reference] != nil { return .loading }
    return failures[reference].map { .failed($0) } ?? .unknown
  }

  /// The state of a record's label, for a reference to the record. A label stays known while it is requested again.
  public enum LabelState: Sendable {
    case unknown, loading
    /// The record, with its name and its default sort field at least.
    case known(Record)
    case failed(Problem)
  }

  public func label(of reference: Reference) -> LabelState {
    if let record = entries[reference]?.record ?? labels[reference] { return .known(record) }
    if pending[reference] != nil || labels.isLoading(reference) { return .loading }
    return (failures[reference] ?? labels.failure(of: reference)).map { .failed($0) } ?? .unknown
  }

  public func entry(for reference: Reference) -> Entry? { entries[reference] }
  public func isLoading(_ reference: Reference) -> Bool { pending[reference] != nil }
  /// Returns why the last attempt to load the record failed, even if an older version is cached.
  public func failure(of reference: Reference) -> Problem? { failures[reference] }

  /// Stores a record that was requested individually. `id` is its request, `lastIssued` the last request sent so far.
  mutating func store(_ record: Record, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment) {
    failures[record.reference] = nil
    labels.remove(record.reference)
    entries[record.reference] = Entry(record: record, provenance: provenance, storedAt: now, request: id, lastIssued: lastIssued)
    if let invalidation = invalidations[record.reference], invalidation < id { invalidations[record.reference] = nil }
  }

  /// Stores the records of a list, except those older than the cached version. Returns the records whose list version and cached version
  /// cannot be ordered; they must be requested individually.
  mutating func store(listed records: [Record], _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment)
    -> [Reference]
  {
    var unordered: [Reference] = []
    for record in records {
      if let cached = entries[record.reference] {
        // Both ages are rounded to seconds.
        if cached.age(at: now) + 1 < provenance.age { continue }
        // The list was already in flight when the record arrived, so its version may be older.
        if id <= cached.lastIssued {
          if cached.record != record { unordered.append(record.reference) }
          continue
        }
      }
      store(record, provenance, from: id, lastIssued: lastIssued, at: now)
    }
    return unordered
  }

  /// Returns the display name of a match: the record's own name if it is known, because the index may lag behind. Marks apply only to the
  /// name from the index.
  public func name(of match: Match) -> (text: String, marks: [Range<Int>]) {
    let marks = match.field == nil ? match.marks : []
    guard case .known(let record) = label(of: match.reference), case let cached = record.name, cached != match.name else {
      return (match.name, marks)
    }
    return (cached, [])
  }

  /// Marks a record, or the whole cache, as possibly changed since the request `id` was sent.
  mutating func invalidate(_ reference: Reference? = nil, asOf id: RequestID) {
    if let reference {
      invalidations[reference] = id
    } else {
      fullInvalidation = id
      failures = failures.filter { entries[$0.key] == nil }
      labels.forgetFailures()
    }
  }

  /// Whether the cached record may be outdated.
  func isInvalidated(_ reference: Reference) -> Bool { isInvalidated(reference, from: entries[reference]?.request) }

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
    guard var entry = entries[reference] else { return }
    entry.provenance.age = 0
    entry.provenance.isStale = false
    entry.storedAt = now
    entries[reference] = entry
  }

  mutating func beginLoading(_ reference: Reference, with id: RequestID) {
    pending[reference] = id
    failures[reference] = nil
  }

  /// Ends the pending load of the request `id` and returns the record it was for.
  mutating func finishLoading(_ id: RequestID) -> Reference? {
    guard let reference = pending.first(where: { $0.value == id })?.key else { return nil }
    pending[reference] = nil
    return reference
  }

  mutating func beginLoadingLabels(_ references: [Reference], with id: RequestID) { labels.beginLoading(references, with: id) }

  /// Stores labels that the request `id` returned. A record that has been loaded meanwhile keeps its own.
  mutating func store(_ arrived: [ReferenceLabel], from id: RequestID) {
    for label in arrived {
      labels.store(label, from: id)
      if entries[label.reference] != nil { labels.remove(label.reference) }
    }
  }

  /// Ends the request `id`, which may be for labels: those that have not arrived failed with `problem`.
  mutating func endLoadingLabels(_ id: RequestID, _ problem: Problem?) {
    guard labels.awaits(id) else { return }
    labels.endLoading(id, problem ?? Problem(502, "malformed reply from a worker", type: ProblemType.malformed))
  }

  mutating func setFailure(_ problem: Problem, of reference: Reference) { failures[reference] = problem }

  /// All records whose names are known, in no particular order. Those that are not loaded have no other fields than those of a label.
  var namedRecords: [Record] { entries.values.map(\.record) + Array(labels.records) }
  var namedRecordCount: Int { entries.count + labels.count }

  /// Returns a record whose name is known, chosen by the time; `nil` if there is none.
  func randomReference(at moment: Moment) -> Reference? {
    let references = (Array(entries.keys) + Array(labels.references)).sorted()
    guard !references.isEmpty else { return nil }
    let (seconds, attoseconds) = moment.sinceStart.components
    // A multiplicative hash (golden ratio) of the microseconds, so that consecutive key presses pick different records.
    let mixed = UInt64(bitPattern: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000) &* 0x9E37_79B9_7F4A_7C15
    return references[Int((mixed >> 32) % UInt64(references.count))]
  }
}
