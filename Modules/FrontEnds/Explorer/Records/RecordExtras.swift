import Models
import Presentation

/// The people who are in the most of a record's films, computed from the films in the cache.
struct Companions: Sendable, Hashable {
  struct Companion: Sendable, Hashable {
    let reference: Reference
    /// Number of films that both are in; 2 or more.
    let films: Int
  }

  /// Maximum number of companions that are shown.
  static let limit = 6
  /// Maximum number of films that are read, and of people of each.
  private static let maxFilms = 16
  private static let maxPeople = 2_000

  /// Most films first; of those with equally many, in the order of the first film.
  let list: [Companion]

  /// Computes the companions of `record`. There are none while its films are loading, so that they do not change places meanwhile, and none
  /// of a film.
  init(of record: Record, _ records: RecordStore, _ kinds: Kinds) {
    let films = Self.films(of: record)
    guard films.count > 1, !films.contains(where: { records[$0] == nil && records.failure(of: $0) == nil }) else {
      list = []
      return
    }
    let keys = kinds[.films]?.fields.filter { $0.target == .people }.map(\.key) ?? []
    var counts: [Reference: (films: Int, first: Int)] = [:]
    var seen = 0
    for film in films.compactMap({ records[$0]?.record }) {
      let people = keys.flatMap { film.display($0)?.references ?? [] }.prefix(Self.maxPeople)
      for person in Set(people) where person != record.reference { counts[person, default: (0, .max)].films += 1 }
      for person in people where counts[person]?.first == .max {
        counts[person]?.first = seen
        seen += 1
      }
    }
    let shared = counts.filter { $0.value.films > 1 }.sorted { left, right in
      (right.value.films, left.value.first) < (left.value.films, right.value.first)
    }
    list = shared.prefix(Self.limit).map { Companion(reference: $0.key, films: $0.value.films) }
  }

  /// Returns the films of a record whose people are counted; empty for a film.
  static func films(of record: Record) -> [Reference] {
    guard record.reference.kind != .films else { return [] }
    return Array(record.references.lazy.filter { $0.kind == .films }.prefix(maxFilms))
  }
}

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
  func rank(of value: Double) -> Int { values.count { $0 > value } + 1 }

  /// Returns the length of a bar for `value`, from 0 to 1: a share of the largest value or, on a logarithmic scale, the share of the way
  /// from the smallest positive value to the largest, where the smallest has a bar, too.
  func share(of value: Double) -> Double {
    guard let most = values.last, most > 0, value > 0 else { return 0 }
    guard isLogarithmic, let least = values.first(where: { $0 > 0 }), least < most else { return min(1, value / most) }
    let smallest = 0.05
    return min(1, max(smallest, smallest + (1 - smallest) * (log2(value / least) / log2(most / least))))
  }

  /// The binary logarithm, which the standard library lacks without Foundation. Between powers of two, a line differs from it by less than a
  /// tenth.
  private func log2(_ value: Double) -> Double { Double(value.exponent) + value.significand - 1 }
}

extension RenderContext {
  /// Returns the records of a kind with which one is compared in every frame; none while its list is not completely loaded, and if there are
  /// more than 2,000.
  func comparedRecords(of kind: KindName) -> [Record] {
    guard let pages = explorer.list(of: kind)?.pages, pages.isComplete, (pages.count ?? 0) <= 2_000 else { return [] }
    return pages.references.compactMap { records[$0]?.record }
  }
}
