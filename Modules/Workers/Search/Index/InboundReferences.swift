import Models

/// How well connected a record is, which ranks equally good matches: by number of films first, then by number of records.
///
/// References count in both directions, each connected record once: a planet that only its residents refer to counts as if it referred to
/// them.
struct InboundReferences: Sendable, Hashable, Comparable {
  var films = 0
  var records = 0

  static func < (left: InboundReferences, right: InboundReferences) -> Bool { (left.films, left.records) < (right.films, right.records) }

  /// Adds (1) or subtracts (-1) a connected record.
  mutating func count(_ other: Reference, _ change: Int) {
    records += change
    if other.kind == Film.kind { films += change }
  }
}
