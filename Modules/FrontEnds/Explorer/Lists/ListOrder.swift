import Models

/// The sort order of a list.
struct ListOrder: Sendable, Hashable {
  /// The canonical key of the field; `nil` for the kind's default order.
  private(set) var key: String?
  private(set) var isDescending = false

  init() {}

  /// Sorts by a field in ascending order, or reverses the direction if it is already the sort field.
  mutating func sort(by key: String, of kind: KindDescription?) {
    isDescending = key == sortKey(of: kind) ? !isDescending : false
    self.key = key
  }

  mutating func reverse() { isDescending.toggle() }

  /// Returns the canonical key of the sort field. Unknown kinds are sorted by name.
  func sortKey(of kind: KindDescription?) -> String { key ?? kind?.sortKeys.first ?? "name" }

  /// Returns the records in order. Records without a value for the sort key come last in either direction; equal records keep their order.
  func sorted(_ records: [Record], _ kind: KindDescription?) -> [Record] {
    if let sorted = try? kind?.sorted(records, by: key, descending: isDescending) { return sorted }
    let named = records.enumerated().map { (offset: $0.offset, name: $0.element.name.lowercased(), record: $0.element) }
    return named.sorted { left, right in
      if left.name == right.name { return left.offset < right.offset }
      return isDescending ? left.name > right.name : left.name < right.name
    }.map(\.record)
  }
}
