import Models

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
    let keys = kinds[Film.kind]?.fields.filter { $0.target == Person.kind }.map(\.key) ?? []
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
    guard record.reference.kind != Film.kind else { return [] }
    return Array(record.references.lazy.filter { $0.kind == Film.kind }.prefix(maxFilms))
  }
}
