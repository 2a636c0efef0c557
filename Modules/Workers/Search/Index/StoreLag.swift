import Models

/// What a store lacks of what is indexed, because it could not be written. Pure.
struct StoreLag: Sendable, Hashable {
  private(set) var changed: Set<Reference> = []
  private(set) var gone: Set<Reference> = []
  /// Nothing that was stored before need be there.
  private(set) var isTotal = false

  var isEmpty: Bool { changed.isEmpty && gone.isEmpty && !isTotal }

  mutating func add(_ change: Holdings.Change) {
    changed.subtract(change.gone)
    gone.subtract(change.records.keys)
    changed.formUnion(change.records.keys)
    gone.formUnion(change.gone)
  }

  mutating func addAll() { isTotal = true }

  /// What must be written for `records` to be stored.
  func rows(of records: [Reference: Record]) -> [IndexRow] {
    (isTotal ? Array(records.values) : changed.compactMap { records[$0] }).map(IndexRow.init)
  }
}
