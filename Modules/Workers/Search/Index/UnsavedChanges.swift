import Models

/// Changes to the index that the store does not hold yet, because it could not be written.
struct UnsavedChanges: Sendable, Hashable {
  private(set) var changed: Set<Reference> = []
  private(set) var removed: Set<Reference> = []
  /// Whether all records must be written: earlier contents of the store may be lost.
  private(set) var includesAll = false

  /// Number of changed and removed records, as far as they are known one by one.
  var count: Int { changed.count + removed.count }
  var isEmpty: Bool { count == 0 && !includesAll }

  mutating func add(_ change: IndexedRecords.Change) {
    changed.subtract(change.removed)
    removed.subtract(change.records.keys)
    changed.formUnion(change.records.keys)
    removed.formUnion(change.removed)
  }

  mutating func addAll() { includesAll = true }

  /// Returns the rows to write so that the store holds the records of a corpus.
  func rows(of corpus: SearchCorpus) -> [IndexRow] {
    let positions = includesAll ? Array(0..<corpus.count) : changed.compactMap { corpus.position(of: $0) }
    return positions.map { IndexRow(corpus.record(at: $0)) }
  }
}
