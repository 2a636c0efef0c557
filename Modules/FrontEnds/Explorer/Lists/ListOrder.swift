public import Models

/// In which order a list stands.
public struct ListOrder: Sendable, Hashable {
  /// The canonical key of the field; `nil` is the order that the kind has by itself.
  public private(set) var key: String?
  public private(set) var isDescending = false

  public init() {}

  /// By that field, ascending; by the field it is sorted by already, the other way round.
  public mutating func choose(_ key: String, of kind: KindDescription?) {
    isDescending = key == field(of: kind) ? !isDescending : false
    self.key = key
  }

  public mutating func reverse() { isDescending.toggle() }

  /// The canonical key of the field that it goes by. Kinds that the program does not know go by name.
  public func field(of kind: KindDescription?) -> String { key ?? kind?.sortKeys.first ?? "name" }

  /// Records without a value come last in either direction, and equal ones keep their order.
  func sorted(_ records: [Record], _ kind: KindDescription?) -> [Record] {
    if let sorted = try? kind?.sorted(records, by: key, descending: isDescending) { return sorted }
    let named = records.enumerated().map { (offset: $0.offset, name: $0.element.name.lowercased(), record: $0.element) }
    return named.sorted { left, right in
      if left.name == right.name { return left.offset < right.offset }
      return isDescending ? left.name > right.name : left.name < right.name
    }.map(\.record)
  }
}
