import Contracts
import MessageBus
import Models

/// What was asked for, with every field known.
struct Query: Sendable {
  /// Something that is looked for in names and fields.
  enum Unit: Sendable, Hashable {
    case word(String)
    /// Words that stand next to one another.
    case phrase([String])

    var words: [String] {
      switch self {
      case .word(let word): [word]
      case .phrase(let words): words
      }
    }
  }

  let source: String
  /// In their order, folded. The characters of ``source`` that each comes from are in ``places``.
  var units: [Unit] = []
  var places: [Range<Int>] = []
  /// Records with one of these are left out.
  var excluded: [Unit] = []
  var filters: [FieldFilter] = []
  /// `nil` is all.
  var kinds: Set<KindName>?
  var excludedKinds: Set<KindName> = []

  /// Throws a 400 for a field or kind that there is none of, and for a comparison that makes no sense.
  init(_ source: String, kind: KindName? = nil, names: FieldNames) throws(Problem) {
    self.source = source
    let terms = QueryTerm.parse(source)
    if let kind { kinds = [kind] }
    // Kinds first, wherever they stand: they decide which fields there are.
    for term in terms {
      guard case .filter(let field, let comparison, let value) = term.content, Self.isKind(field) else { continue }
      guard comparison == .holds || comparison == .equals else { throw .badRequest("q", "a kind has no order: write kind:people") }
      var named: Set<KindName> = []
      for name in value.split(separator: ",") { named.insert(try names.kind(String(name))) }
      if term.isExcluded { excludedKinds.formUnion(named) } else { kinds = kinds.map { $0.intersection(named) } ?? named }
    }
    let among = names.kinds.all.map(\.name).filter { kinds?.contains($0) ?? true }
    for term in terms { try add(term, among: among, names: names) }
  }

  /// Nothing but words, whatever else the text may look like: for what is still being typed.
  init(words text: String, kind: KindName?) {
    source = text
    if let kind { kinds = [kind] }
    for term in QueryTerm.parse(text) {
      guard case .word(let word) = term.content, !term.isExcluded else { continue }
      let words = FoldedText(word).words.map { Unit.word($0.text) }
      units += words
      places += Array(repeating: term.range, count: words.count)
    }
  }

  private static func isKind(_ field: String) -> Bool { field.lowercased() == "kind" }

  private mutating func add(_ term: QueryTerm, among: [KindName], names: FieldNames) throws(Problem) {
    switch term.content {
    case .word(let text):
      // `x-wing` is two words that stand at one place.
      let words = FoldedText(text).words.map { Unit.word($0.text) }
      if term.isExcluded {
        excluded += words.count > 1 ? [.phrase(words.flatMap(\.words))] : words
      } else {
        units += words
        places += Array(repeating: term.range, count: words.count)
      }
    case .phrase(let text):
      let words = FoldedText(text).words.map(\.text)
      guard !words.isEmpty else { return }
      if term.isExcluded {
        excluded.append(.phrase(words))
      } else {
        units.append(.phrase(words))
        places.append(term.range)
      }
    case .filter(let field, let comparison, let value):
      guard !Self.isKind(field) else { return }
      var filter = try FieldFilter(
        try names.fields(field, among: among), named: field, comparison, value, kinds: names.kinds)
      filter.isExcluding = term.isExcluded
      filters.append(filter)
    }
  }

  /// Whether records of a kind are looked for.
  func covers(_ kind: KindName) -> Bool {
    guard !excludedKinds.contains(kind) else { return false }
    return kinds.map { $0.contains(kind) } ?? true
  }

  /// The words as they were typed, without filters: for an origin's own search, which may know accents and hyphens.
  var typedWords: String {
    let characters = Array(source)
    var words: [String] = []
    var last: Range<Int>?
    for place in places where place != last {
      words.append(String(characters[place].filter { $0 != "\"" }))
      last = place
    }
    return words.joined(separator: " ")
  }
}
