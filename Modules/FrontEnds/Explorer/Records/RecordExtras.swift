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
    let people = films.compactMap { records[$0]?.record }.flatMap { film in
      keys.flatMap { film.display($0)?.references ?? [] }.prefix(Self.maxPeople)
    }
    for (place, person) in people.enumerated() where person != record.reference { counts[person, default: (0, place)].films += 1 }
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

/// Where a value stands among those of the same field in all records of a kind.
struct FieldRank: Sendable, Hashable {
  /// The position, the largest value first, from 1. Equal values share a position.
  let rank: Int
  let count: Int
  /// The share of the values that are not larger, for a bar.
  let share: Double

  /// Ranks `number` among `values`; `nil` if there are fewer than three, or if all are equal. Values that are not finite are left out.
  init?(of number: Double, among values: [Double]) {
    let values = values.filter(\.isFinite)
    guard values.count >= 3, Set(values).count > 1 else { return nil }
    (rank, count) = (values.count { $0 > number } + 1, values.count)
    share = Double(values.count { $0 <= number }) / Double(count)
  }
}

extension RenderContext {
  /// Returns the records of a kind with which one is compared in every frame; none while its list is not completely loaded, and if there are
  /// more than 2,000.
  func comparedRecords(of kind: KindName) -> [Record] {
    guard let pages = explorer.list(of: kind)?.pages, pages.isComplete, (pages.count ?? 0) <= 2_000 else { return [] }
    return pages.references.compactMap { records[$0]?.record }
  }
}
