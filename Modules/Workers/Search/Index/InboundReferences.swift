import Models

/// How well connected a record is, which ranks equally good matches: by number of films first, then by number of records.
struct InboundReferences: Sendable, Hashable, Comparable {
  var films = 0
  var records = 0

  static func < (left: InboundReferences, right: InboundReferences) -> Bool { (left.films, left.records) < (right.films, right.records) }

  /// Returns the connections of each document, in order. References count in both directions, each connected record once: a planet that
  /// only its residents refer to counts as if it referred to them.
  static func of(_ documents: [Document]) -> [InboundReferences] {
    var neighbours: [Reference: Set<Reference>] = [:]
    for document in documents {
      neighbours[document.reference, default: []].formUnion(document.targets)
      for target in document.targets { neighbours[target, default: []].insert(document.reference) }
    }
    return documents.map { document in
      let all = neighbours[document.reference] ?? []
      return InboundReferences(films: all.count { $0.kind == Film.kind }, records: all.count)
    }
  }
}
