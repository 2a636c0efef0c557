import Models
import OrderedJSON

/// The known records of one origin, and the changes that are not published yet. A pure value: does no I/O.
///
/// The records have at most ``maxBytes`` in memory. The last sixteenth is for changes of known records; a record that outgrows it is removed.
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
    fileprivate(set) var records: [Reference: TokenizedRecord] = [:]
    fileprivate(set) var removed: Set<Reference> = []

    var isEmpty: Bool { records.isEmpty && removed.isEmpty }
  }

  private let kinds: Kinds
  /// Limit of ``bytes``.
  let maxBytes: Int
  private(set) var records: [Reference: Record] = [:]
  /// Number of records in each of the origin's lists, where known.
  private(set) var counts: [KindName: Int] = [:]
  /// The kinds that the origin offers, in its order.
  private(set) var offeredKinds: [KindName]
  /// The sum of ``TokenizedRecord/size`` of the records.
  private(set) var bytes = 0
  /// Whether a record did not fit since the last removal.
  private(set) var isFull = false
  private var sizes: [Reference: Int] = [:]
  private var ingestedIndividually: Set<Reference> = []
  private var pendingChange = Change()

  init(kinds: Kinds, maxBytes: Int = SearchSettings().maxIndexBytes) {
    self.kinds = kinds
    self.maxBytes = maxBytes
    offeredKinds = kinds.all.map(\.name)
  }

  /// Merges records from the store. Records and counts that are already known are newer and stay. Returns the records that were added;
  /// those that do not fit become a pending removal.
  mutating func merge(stored: [TokenizedRecord], counts storedCounts: [KindName: Int]) -> [TokenizedRecord] {
    counts.merge(storedCounts) { current, _ in current }
    return stored.filter { tokenized in
      guard records[tokenized.record.reference] == nil else { return false }
      let isAdded = add(tokenized)
      if !isAdded { pendingChange.removed.insert(tokenized.record.reference) }
      return isAdded
    }
  }

  var hasPendingChange: Bool { !pendingChange.isEmpty }

  mutating func takePendingChange() -> Change {
    defer { pendingChange = Change() }
    return pendingChange
  }

  /// Adds or updates canonical records as far as ``RecordLimits`` and ``maxBytes`` allow. Returns conflicts, which are not applied: records
  /// that differ between a list page and their own cache entry. The page may be older.
  mutating func ingest(_ items: [JSON], from provenance: Provenance) -> [Reference] {
    var conflicts: [Reference] = []
    for item in items {
      guard let record = try? Record(canonical: RecordLimits.applied(to: item), kinds: kinds) else { continue }
      let reference = record.reference
      let known = records[reference]
      if known != record {
        if provenance == .page, known != nil, ingestedIndividually.contains(reference) {
          conflicts.append(reference)
          continue
        }
        let tokenized = TokenizedRecord(record)
        guard add(tokenized) else {
          // Found by its old contents, it would be a wrong answer.
          if known != nil { remove([reference]) }
          isFull = true
          continue
        }
        pendingChange.records[reference] = tokenized
        pendingChange.removed.remove(reference)
      }
      if provenance == .individual { ingestedIndividually.insert(reference) }
    }
    return conflicts
  }

  /// Adds or replaces a record if it fits. Returns whether it does.
  private mutating func add(_ tokenized: TokenizedRecord) -> Bool {
    let reference = tokenized.record.reference
    let limit = sizes[reference] == nil ? maxBytes - maxBytes / 16 : maxBytes
    let newBytes = bytes - (sizes[reference] ?? 0) + tokenized.size
    guard newBytes <= limit else {
      isFull = true
      return false
    }
    bytes = newBytes
    sizes[reference] = tokenized.size
    records[reference] = tokenized.record
    return true
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
    remove(records.keys.filter(isRemoved))
  }

  private mutating func remove(_ removed: [Reference]) {
    if !removed.isEmpty { isFull = false }
    for reference in removed {
      records[reference] = nil
      bytes -= sizes.removeValue(forKey: reference) ?? 0
      ingestedIndividually.remove(reference)
      pendingChange.records[reference] = nil
      pendingChange.removed.insert(reference)
    }
  }
}
