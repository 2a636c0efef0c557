import Models

/// How well known a record is: the films that it appears in or that it is connected with, then all it is connected with.
struct Fame: Sendable, Hashable, Comparable {
  var films = 0
  var records = 0

  static func < (left: Fame, right: Fame) -> Bool { (left.films, left.records) < (right.films, right.records) }

  /// In the order of the documents. References count in both directions: a planet of which only its residents tell is as well known as if it
  /// told of them.
  static func all(_ documents: [Document]) -> [Fame] {
    var neighbours: [Reference: Set<Reference>] = [:]
    for document in documents {
      neighbours[document.reference, default: []].formUnion(document.targets)
      for target in document.targets { neighbours[target, default: []].insert(document.reference) }
    }
    return documents.map { document in
      let all = neighbours[document.reference] ?? []
      return Fame(films: all.count { $0.kind == Film.kind }, records: all.count)
    }
  }
}
