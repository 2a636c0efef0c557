import Contracts
import MessageBus
import Models
import OrderedJSON

/// The records and names seen so far, and the requests for them, which all pages share.
struct RecordStore: Sendable {
  /// Maximum size, as canonical JSON, of what neither the screen nor a loaded list needs. Lists load no further pages beyond twice this size.
  static let limit = 16 << 20
  /// Maximum size of a name in bytes; a larger one counts as failed.
  static let maxNameSize = 4 << 10

  struct Entry: Sendable {
    var record: Record
    /// Whether the record has more than its name and its default sort field.
    var isWhole = true
    var provenance = Provenance()
    var storedAt = Moment.zero
    /// The request that returned this record.
    var request: RequestID
    /// The last request sent before this record arrived.
    var lastIssued: RequestID

    func age(at now: Moment) -> Int { provenance.age + Int((now - storedAt).components.seconds) }
  }

  /// What a request asks for; each includes the ones before.
  enum Demand: Int, Sendable { case name, record, revalidatedRecord }

  private struct Slot: Sendable {
    var entry: Entry?
    var entrySize = 0
    /// Why the last request failed.
    var failure: Problem?
    /// The last request, until its result arrives; older ones do not count.
    var load: (id: RequestID, demand: Demand)?
    /// The last request sent before a change of the record was announced.
    var changedAfter: RequestID?

    var size: Int { entrySize + (failure?.json.bytes().count ?? 0) + 256 }
    var isUsed: Bool { entry != nil || failure != nil || load != nil }
  }

  private var slots: [Reference: Slot] = [:]
  private(set) var size = 0
  private let limit: Int
  /// The size from which records are forgotten: more than the limit if that much was needed the last time.
  private var threshold: Int
  /// The last request sent before everything was invalidated.
  private var allChangedAfter: RequestID?

  init(limit: Int = RecordStore.limit) { (self.limit, threshold) = (limit, limit) }

  private mutating func change(_ reference: Reference, _ change: (inout Slot) -> Void) {
    var slot = slots[reference] ?? Slot()
    if slots[reference] != nil { size -= slot.size }
    change(&slot)
    slots[reference] = slot.isUsed ? slot : nil
    if slot.isUsed { size += slot.size }
  }

  /// The whole record, also while it is reloaded and if that fails.
  subscript(reference: Reference) -> Entry? { slots[reference]?.entry.flatMap { $0.isWhole ? $0 : nil } }

  func state(of reference: Reference) -> Loadable<Record> { state(of: reference, self[reference]) }

  /// Returns the record with its name and its default sort field at least.
  func label(of reference: Reference) -> Loadable<Record> { state(of: reference, slots[reference]?.entry) }

  private func state(of reference: Reference, _ entry: Entry?) -> Loadable<Record> {
    if let entry { return .loaded(entry.record) }
    return failure(of: reference).map { .failed($0) } ?? .loading
  }

  func name(of reference: Reference) -> String? { slots[reference]?.entry?.record.name }

  /// Whether the record itself is requested, not just its name.
  func isLoading(_ reference: Reference) -> Bool { slots[reference]?.load.map { $0.demand != .name } ?? false }

  /// Whether this request is to return the record or its name.
  func isLoading(_ reference: Reference, by id: RequestID) -> Bool { slots[reference]?.load?.id == id }

  /// Returns why the last attempt to load the record failed, even if an older version is known.
  func failure(of reference: Reference) -> Problem? { slots[reference].flatMap { $0.load == nil ? $0.failure : nil } }

  func isInvalidated(_ reference: Reference) -> Bool {
    guard let slot = slots[reference], let request = slot.entry?.request else { return false }
    return [slot.changedAfter, allChangedAfter].contains { $0.map { request <= $0 } ?? false }
  }

  /// Whether the name, or a known record, has to be requested: it is unknown or outdated, and no request is in flight or has failed. An unknown
  /// one is requested again after a failure if `retriesFailed`.
  func needsName(_ reference: Reference, retriesFailed: Bool = false) -> Bool {
    guard let slot = slots[reference] else { return true }
    guard slot.load == nil else { return false }
    return slot.entry == nil ? retriesFailed || slot.failure == nil : isInvalidated(reference) && slot.failure == nil
  }

  /// Whether no request in flight returns what this one would.
  func needsRequest(_ reference: Reference, _ demand: Demand) -> Bool {
    slots[reference]?.load.map { $0.demand.rawValue < demand.rawValue } ?? true
  }

  /// The records whose names are known, in no particular order.
  private var named: some Sequence<Record> { slots.values.lazy.compactMap { $0.entry?.record } }
  var namedRecordCount: Int { slots.values.count { $0.entry != nil } }

  /// Returns the name to show for a match: the record's own, since the index may lag behind, without the marks if it differs.
  func name(of match: Match) -> (text: String, marks: [Range<Int>]) {
    guard let name = name(of: match.reference), name != match.name else { return (match.name, match.field == nil ? match.marks : []) }
    return (name, [])
  }

  /// Returns a record whose name is known, chosen by the time; `nil` if there is none.
  func randomReference(at moment: Moment) -> Reference? {
    let references = named.map(\.reference).sorted()
    guard !references.isEmpty else { return nil }
    // A multiplicative hash of the microseconds, so that consecutive key presses pick different records.
    let mixed = UInt64(max(0, moment.sinceStart / .microseconds(1))) &* 0x9E37_79B9_7F4A_7C15
    return references[Int((mixed >> 32) % UInt64(references.count))]
  }

  /// Returns the records whose names are known and match, best first and then by name.
  func matches(_ pattern: NamePattern, limit: Int, where isIncluded: (Reference) -> Bool = { _ in true }) -> [Match] {
    let found = named.filter { isIncluded($0.reference) }.compactMap { record in
      pattern.matchOrInitials(record.name).map { (match: Match(record.reference, record.name, marks: $0.marks), score: $0.score) }
    }
    let sorted = found.sorted { left, right in
      (right.score, left.match.name, left.match.reference) < (left.score, right.match.name, right.match.reference)
    }
    return sorted.prefix(limit).map(\.match)
  }
}

// MARK: Changes

extension RecordStore {
  mutating func begin(_ demand: Demand, of references: [Reference], with id: RequestID) {
    for reference in references { change(reference) { ($0.load, $0.failure) = ((id, demand), nil) } }
  }

  /// Ends a request. Returns the records that neither it has returned nor a newer request is to return.
  mutating func end(_ id: RequestID, of references: [Reference]) -> [Reference] {
    let missing = references.filter { isLoading($0, by: id) }
    for reference in missing { change(reference) { $0.load = nil } }
    return missing
  }

  /// Stores a record that the request `id` returned. `lastIssued` is the last request sent so far.
  mutating func store(_ record: Record, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment) {
    let entry = Entry(record: record, provenance: provenance, storedAt: now, request: id, lastIssued: lastIssued)
    store(entry, size: record.canonicalBytes.count)
  }

  private mutating func store(_ entry: Entry, size: Int) {
    change(entry.record.reference) { ($0.entry, $0.entrySize, $0.failure) = (entry, size, nil) }
  }

  /// Stores the records of a page, except those that may be older than the known version.
  mutating func store(_ page: RecordPage, _ provenance: Provenance, from id: RequestID, lastIssued: RequestID, at now: Moment) {
    // Measuring each record would cost as much as reading it.
    let size = page.size / max(1, page.records.count)
    for record in page.records {
      if let known = self[record.reference] {
        // Ages are rounded to seconds. A list that was in flight when the record arrived may be older.
        if known.age(at: now) + 1 < provenance.age || id <= known.lastIssued { continue }
      }
      store(Entry(record: record, provenance: provenance, storedAt: now, request: id, lastIssued: lastIssued), size: size)
    }
  }

  /// Stores names that the request `id` returned, except those of known records. One that is not cached stays unknown.
  mutating func store(_ labels: [ReferenceLabel], from id: RequestID) {
    for label in labels {
      change(label.reference) { slot in
        if slot.load?.id == id { slot.load = nil }
        guard slot.entry?.isWhole != true else { return }
        switch label {
        case .known(let record):
          let size = record.canonicalBytes.count
          guard size <= Self.maxNameSize else { return slot.failure = .nameTooLong }
          (slot.entry, slot.entrySize) = (Entry(record: record, isWhole: false, request: id, lastIssued: id), size)
          slot.failure = nil
        case .failed(_, let problem): slot.failure = problem.type == ProblemType.notCached ? nil : problem
        }
      }
    }
  }

  mutating func setFailure(_ problem: Problem, of reference: Reference) { change(reference) { $0.failure = problem } }

  /// Marks a record, or all, as possibly changed since the request `id` was sent.
  mutating func invalidate(_ reference: Reference? = nil, asOf id: RequestID) {
    if let reference { return change(reference) { ($0.changedAfter, $0.failure) = (id, nil) } }
    allChangedAfter = id
    for reference in slots.keys where slots[reference]?.failure != nil { change(reference) { $0.failure = nil } }
  }

  mutating func markValidated(_ reference: Reference, at now: Moment) {
    change(reference) { slot in
      slot.entry?.provenance.age = 0
      slot.entry?.provenance.isStale = false
      slot.entry?.storedAt = now
    }
  }

  var isDue: Bool { size > threshold }
  var isAboveLimit: Bool { size > limit }
  var isFull: Bool { size / 2 > limit }

  /// Forgets all records except `needed` and those that are loading. It is due again when a quarter more has been stored.
  mutating func forget(except needed: Set<Reference>) {
    slots = slots.filter { needed.contains($0.key) || $0.value.load != nil }
    size = slots.values.reduce(0) { $0 + $1.size }
    threshold = max(limit, size + size / 4)
  }
}

extension Problem {
  fileprivate static let nameTooLong = Problem(502, "the name is too long", type: ProblemType.malformed)
}
