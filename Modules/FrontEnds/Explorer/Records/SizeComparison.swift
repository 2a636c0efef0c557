import Models
import Presentation

/// A record and those of its kind that are next to it in length, each as a bar of the same scale.
struct SizeComparison: Sendable {
  struct Item: Sendable, Hashable {
    let reference: Reference
    let length: Double
  }

  /// Number of records on either side.
  static let neighbours = 2
  /// The field that has a length to draw.
  static let field = "length"

  /// Shortest first.
  let items: [Item]

  /// Finds the neighbours of `record` among `others`; `nil` if the record has no length, or if there is nothing to compare.
  init?(of record: Record, among others: some Sequence<Record>) {
    guard let own = record.display(Self.field)?.magnitude, own > 0 else { return nil }
    let lengths = others.compactMap { other -> Item? in
      guard other.reference != record.reference, let length = other.display(Self.field)?.magnitude, length > 0 else { return nil }
      return Item(reference: other.reference, length: length)
    }.sorted { ($0.length, $0.reference) < ($1.length, $1.reference) }
    let shorter = lengths.filter { $0.length <= own }.suffix(Self.neighbours)
    let longer = lengths.filter { $0.length > own }.prefix(Self.neighbours)
    guard !shorter.isEmpty || !longer.isEmpty else { return nil }
    items = shorter + [Item(reference: record.reference, length: own)] + longer
  }
}
