import Models
import OrderedJSON

/// Which records of one origin are known, and the changes that are not published yet. The records themselves are in the corpus. A pure value:
/// does no I/O.
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

  /// What the index needs to detect a change of a record.
  private struct Known: Sendable, BitwiseCopyable {
    /// Hash value of the packed record, which tells whether a record has changed.
    let hash: Int
    let size: UInt32
    var isIndividual: Bool
  }

  private let kinds: Kinds
  /// Limit of ``bytes``.
  let maxBytes: Int
  private var known: [KindName: [Int: Known]] = [:]
  /// Number of records in each of the origin's lists, where known.
  private(set) var counts: [KindName: Int] = [:]
  /// The kinds that the origin offers, in its order.
  private(set) var offeredKinds: [KindName]
  /// The sum of ``TokenizedRecord/size`` of the records.
  private(set) var bytes = 0
  /// Whether a record did not fit since the last removal.
  private(set) var isFull = false
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
      guard self[tokenized.record.reference] == nil else { return false }
      let isAdded = add(tokenized)
      if !isAdded { pendingChange.removed.insert(tokenized.record.reference) }
      return isAdded
    }
  }

  /// Makes the records of a corpus known, if none are yet and all of them fit. Returns whether they are known.
  mutating func adopt(_ corpus: SearchCorpus, counts storedCounts: [KindName: Int]) -> Bool {
    let columns = corpus.columns
    let size = (0..<columns.count).reduce(0) { $0 + columns.recordSize($1) }
    guard count == 0, size <= maxBytes - maxBytes / 16 else { return false }
    for (kind, positions) in corpus.ranges {
      var records = [Int: Known](minimumCapacity: positions.count)
      for position in positions {
        records[columns.ids[position]] = Known(
          hash: Self.hash(columns.packed[position]), size: UInt32(clamping: columns.recordSize(position)), isIndividual: false)
      }
      known[kind] = records
    }
    bytes = size
    counts.merge(storedCounts) { current, _ in current }
    return true
  }

  private static func hash(_ packed: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    packed.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
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
      let known = self[reference]
      let tokenized = TokenizedRecord(record, kinds: kinds)
      if known?.hash != Self.hash(tokenized.packed[...]) {
        if provenance == .page, known?.isIndividual == true {
          conflicts.append(reference)
          continue
        }
        guard add(tokenized) else {
          // Found by its old contents, it would be a wrong answer.
          if known != nil { remove([reference]) }
          isFull = true
          continue
        }
        pendingChange.records[reference] = tokenized
        pendingChange.removed.remove(reference)
      }
      if provenance == .individual { self[reference]?.isIndividual = true }
    }
    return conflicts
  }

  private subscript(reference: Reference) -> Known? {
    get { known[reference.kind]?[reference.id] }
    set { known[reference.kind, default: [:]][reference.id] = newValue }
  }

  /// Number of known records.
  var count: Int { known.values.reduce(0) { $0 + $1.count } }

  /// Adds or replaces a record if it fits. Returns whether it does.
  private mutating func add(_ tokenized: TokenizedRecord) -> Bool {
    let old = self[tokenized.record.reference]
    let limit = old == nil ? maxBytes - maxBytes / 16 : maxBytes
    let newBytes = bytes - Int(old?.size ?? 0) + tokenized.size
    guard newBytes <= limit else {
      isFull = true
      return false
    }
    bytes = newBytes
    self[tokenized.record.reference] = Known(
      hash: Self.hash(tokenized.packed[...]), size: UInt32(clamping: tokenized.size), isIndividual: old?.isIndividual ?? false)
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
    let removed = members.map { members in references(of: kind).filter { !members.contains($0) } } ?? []
    guard counts[kind] != count || !removed.isEmpty else { return false }
    counts[kind] = count
    remove(removed)
    return true
  }

  /// Removes the records and the list counts that match.
  mutating func remove(_ isRemoved: (Reference) -> Bool, counts isCountRemoved: (KindName) -> Bool) {
    counts = counts.filter { !isCountRemoved($0.key) }
    remove(known.keys.flatMap { references(of: $0).filter(isRemoved) })
  }

  private func references(of kind: KindName) -> [Reference] { (known[kind] ?? [:]).keys.map { Reference(kind, $0) } }

  private mutating func remove(_ removed: [Reference]) {
    if !removed.isEmpty { isFull = false }
    for reference in removed {
      bytes -= Int(self[reference]?.size ?? 0)
      self[reference] = nil
      pendingChange.records[reference] = nil
      pendingChange.removed.insert(reference)
    }
  }
}
