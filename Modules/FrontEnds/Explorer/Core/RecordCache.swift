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
  /// Changes whenever ``subscript(_:)`` may return a different state.
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

  public func entry(for reference: Reference) -> Entry? { entries[reference] }
  public func isLoading(_ reference: Reference) -> Bool { pending[reference] != nil }
  /// Returns why the last attempt to load the record failed, even if an older version is cached.
  public func failure(of reference: Reference) -> Problem? { failures[reference] }

  /// Stores a record that was requested individually. `id` is its request, `lastIssued` the last request sent so far.
  mutating func store(_ record: Record, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment) {
    failures[record.reference] = nil
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

  /// Returns the display name of a match: the record's own name if it is cached, because the index may lag behind. Marks apply only to the
  /// name from the index.
  public func name(of match: Match) -> (text: String, marks: [Range<Int>]) {
    let marks = match.field == nil ? match.marks : []
    guard let cached = entries[match.reference]?.record.name, cached != match.name else { return (match.name, marks) }
    return (cached, [])
  }

  /// Marks a record, or the whole cache, as possibly changed since the request `id` was sent.
  mutating func invalidate(_ reference: Reference? = nil, asOf id: RequestID) {
    if let reference {
      invalidations[reference] = id
    } else {
      fullInvalidation = id
      failures = failures.filter { entries[$0.key] == nil }
    }
  }

  /// Whether the cached record may be outdated.
  func isInvalidated(_ reference: Reference) -> Bool {
    guard let request = entries[reference]?.request else { return false }
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

  mutating func setFailure(_ problem: Problem, of reference: Reference) { failures[reference] = problem }

  /// All cached records, in no particular order.
  public var records: some Collection<Record> { entries.values.lazy.map(\.record) }

  /// Returns a cached record chosen by the time; `nil` if the cache is empty.
  func randomReference(at moment: Moment) -> Reference? {
    guard !entries.isEmpty else { return nil }
    let (seconds, attoseconds) = moment.sinceStart.components
    // A multiplicative hash (golden ratio) of the microseconds, so that consecutive key presses pick different records.
    let mixed = UInt64(bitPattern: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000) &* 0x9E37_79B9_7F4A_7C15
    return entries.keys.sorted()[Int((mixed >> 32) % UInt64(entries.count))]
  }
}
