import Models
import OrderedJSON

/// The known records of one origin, and the changes that are not published yet. A pure value: does no I/O.
struct IndexedRecords: Sendable {
  /// Where a record was read from.
  enum Provenance: Sendable {
    /// A page of a list, which may be older than the record's own cache entry.
    case page
    /// The record's own cache entry, or a search of the origin.
    case individual
  }

  /// Records updated and removed since the last change was taken.
  struct Change: Sendable {
    fileprivate(set) var records: [Reference: Record] = [:]
    fileprivate(set) var removed: Set<Reference> = []

    var isEmpty: Bool { records.isEmpty && removed.isEmpty }
  }

  private let kinds: Kinds
  private(set) var records: [Reference: Record] = [:]
  /// Number of records in each of the origin's lists, where known.
  private(set) var counts: [KindName: Int] = [:]
  /// The kinds that the origin offers, in its order.
  private(set) var offeredKinds: [KindName]
  private var ingestedIndividually: Set<Reference> = []
  private var pendingChange = Change()

  init(kinds: Kinds) {
    self.kinds = kinds
    offeredKinds = kinds.all.map(\.name)
  }

  /// Merges records from the store. Records and counts that are already known are newer and stay.
  mutating func merge(stored: [Record], counts storedCounts: [KindName: Int]) {
    records.merge(stored.map { ($0.reference, $0) }) { current, _ in current }
    counts.merge(storedCounts) { current, _ in current }
  }

  var hasPendingChange: Bool { !pendingChange.isEmpty }

  mutating func takePendingChange() -> Change {
    defer { pendingChange = Change() }
    return pendingChange
  }

  /// Adds or updates canonical records. Returns conflicts, which are not applied: records that differ between a list page and their own
  /// cache entry. The page may be older.
  mutating func ingest(_ items: [JSON], from provenance: Provenance) -> [Reference] {
    var conflicts: [Reference] = []
    for item in items {
      guard let record = try? Record(canonical: item, kinds: kinds) else { continue }
      let reference = record.reference
      if provenance == .individual { ingestedIndividually.insert(reference) }
      guard records[reference] != record else { continue }
      if provenance == .page, records[reference] != nil, ingestedIndividually.contains(reference) {
        conflicts.append(reference)
      } else {
        records[reference] = record
        pendingChange.records[reference] = record
        pendingChange.removed.remove(reference)
      }
    }
    return conflicts
  }

  /// Sets the kinds that the origin offers. Returns whether they changed.
  mutating func setOfferedKinds(_ kinds: [KindName]) -> Bool {
    defer { offeredKinds = kinds }
    return kinds != offeredKinds
  }

  /// Sets the number of records in a list of the origin. If `members` is given, removes all other records of the kind. Returns whether
  /// anything changed.
  mutating func setListCount(_ count: Int, of kind: KindName, members: Set<Reference>?) -> Bool {
    let removed = members.map { members in records.keys.filter { $0.kind == kind && !members.contains($0) } } ?? []
    guard counts[kind] != count || !removed.isEmpty else { return false }
    counts[kind] = count
    remove(removed)
    return true
  }

  /// Removes the records and the list counts that match.
  mutating func remove(_ isRemoved: (Reference) -> Bool, counts isCountRemoved: (KindName) -> Bool) {
    counts = counts.filter { !isCountRemoved($0.key) }
    let removed = records.keys.filter(isRemoved)
    ingestedIndividually.subtract(removed)
    remove(removed)
  }

  private mutating func remove(_ removed: [Reference]) {
    for reference in removed {
      records[reference] = nil
      pendingChange.records[reference] = nil
      pendingChange.removed.insert(reference)
    }
  }
}
