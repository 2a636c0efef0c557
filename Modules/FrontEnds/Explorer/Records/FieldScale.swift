import Models
import Presentation

/// The values of one field in all records of a kind: where a value stands among them.
struct FieldScale: Sendable, Hashable {
  /// The values, ascending.
  private let values: [Double]
  /// Whether the largest value is so far from the median that a linear bar would be empty for most records.
  let isLogarithmic: Bool

  /// Minimum number of values to compare with.
  static let minCount = 3
  /// How many times the median the largest value of a linear scale may be.
  private static let linearSpread = 50.0

  var count: Int { values.count }

  /// Creates a scale; `nil` if there are too few values, or if all are equal. Values that are negative or not finite are left out.
  init?(_ values: [Double]) {
    let sorted = values.filter { $0.isFinite && $0 >= 0 }.sorted()
    guard sorted.count >= Self.minCount, let least = sorted.first, let most = sorted.last, least < most else { return nil }
    self.values = sorted
    isLogarithmic = most > Self.linearSpread * max(sorted[sorted.count / 2], .leastNormalMagnitude)
  }

  /// Creates the scale of a field in `records`.
  init?(of field: String, in records: [Record]) { self.init(records.compactMap { $0.display(field)?.magnitude }) }

  /// Returns the position among all values, the largest first, from 1. Equal values share a position.
  func rank(of value: Double) -> Int {
    var (low, high) = (0, values.count)
    // The first index with a larger value.
    while low < high {
      let middle = (low + high) / 2
      if values[middle] > value { high = middle } else { low = middle + 1 }
    }
    return values.count - low + 1
  }

  /// Returns the length of a bar for `value`, from 0 to 1: a share of the largest value or, on a logarithmic scale, the share of the way
  /// from the smallest positive value to the largest, where the smallest has a bar, too.
  func share(of value: Double) -> Double {
    guard let most = values.last, most > 0, value > 0 else { return 0 }
    guard isLogarithmic, let least = values.first(where: { $0 > 0 }), least < most else { return min(1, value / most) }
    let smallest = 0.05
    return min(1, max(smallest, smallest + (1 - smallest) * (log2(value / least) / log2(most / least))))
  }

  /// The binary logarithm by halving: the standard library has none without Foundation, and a bar needs only a few digits.
  private func log2(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    let exponent = Double(value.exponent)
    // Between powers of two, a line differs from the logarithm by less than a tenth.
    return exponent + (value.significand - 1)
  }
}

extension RenderContext {
  /// Returns the records of a kind with which one is compared in every frame; none while its list is not completely loaded, and if there are
  /// more than 2,000.
  func comparedRecords(of kind: KindName) -> [Record] {
    guard let index = explorer.tabIndex(of: .kind(kind)), case .list(let list) = explorer.tabs[index].root, list.pages.isComplete,
      (list.pages.count ?? 0) <= 2_000
    else { return [] }
    return list.pages.references.compactMap { records[$0]?.record }
  }
}

/// A record and those of its kind that are next to it in length, each as a bar of the same scale.
struct SizeComparison: Sendable {
  struct Item: Sendable, Hashable {
    let reference: Reference
    let length: Double
  }

  /// Number of records on either side.
  static let neighbours = 2
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
