import Models

/// All that is indexed, as a value: what a search and a suggestion look into. Made anew when records change, which takes a few
/// milliseconds for the whole catalogue; asking it takes no lock.
struct Library: Sendable {
  /// How well known a record is: the films that it appears in or that it is connected with, then all it is connected with.
  struct Fame: Sendable, Hashable, Comparable {
    var films = 0
    var records = 0

    static func < (left: Fame, right: Fame) -> Bool { (left.films, left.records) < (right.films, right.records) }
  }

  let kinds: Kinds
  let lexicon: Lexicon
  /// By kind in the order of the registry, then by number.
  let documents: [Document]
  let fame: [Fame]
  private let places: [Reference: Int]

  static func empty(_ kinds: Kinds) -> Library { Library([], kinds: kinds) }

  init(_ records: some Collection<Record>, kinds: Kinds) {
    self.kinds = kinds
    let order = Dictionary(kinds.all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var lexicon = Lexicon()
    let documents = records.map { record in
      Document(
        record, kindOrder: order[record.reference.kind] ?? order.count, kind: kinds[record.reference.kind], lexicon: &lexicon)
    }.sorted { ($0.kindOrder, $0.reference) < ($1.kindOrder, $1.reference) }
    self.lexicon = lexicon
    self.documents = documents
    places = Dictionary(documents.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
    fame = Self.fame(documents)
  }

  subscript(reference: Reference) -> Document? { places[reference].map { documents[$0] } }

  func place(of reference: Reference) -> Int? { places[reference] }

  func name(of reference: Reference) -> String? { self[reference]?.name }

  /// References count in both directions: a planet of which only its residents tell is as well known as if it told of them.
  private static func fame(_ documents: [Document]) -> [Fame] {
    var neighbours: [Reference: Set<Reference>] = [:]
    for document in documents {
      for target in document.record.references {
        neighbours[document.reference, default: []].insert(target)
        neighbours[target, default: []].insert(document.reference)
      }
    }
    return documents.map { document in
      let all = neighbours[document.reference] ?? []
      return Fame(films: all.count { $0.kind == Film.kind }, records: all.count)
    }
  }
}
