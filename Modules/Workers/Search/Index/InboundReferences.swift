/// How well connected a record is, which ranks equally good matches: by number of films first, then by number of records.
///
/// References count in both directions, each connected record once: a planet that only its residents refer to counts as if it referred to
/// them.
struct InboundReferences: Sendable, Hashable, Comparable, BitwiseCopyable {
  private(set) var films: UInt32 = 0
  private(set) var records: UInt32 = 0

  static func < (left: InboundReferences, right: InboundReferences) -> Bool { (left.films, left.records) < (right.films, right.records) }

  /// Adds a connected record.
  mutating func count(isFilm: Bool) {
    records += 1
    if isFilm { films += 1 }
  }
}
