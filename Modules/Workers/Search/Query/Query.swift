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

    var isPhrase: Bool { if case .phrase = self { true } else { false } }
  }

  /// Words that are looked for, left out or compared with fields, together.
  static let most = 32

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
  /// There is a text, but nothing in it that could be looked for: `🙂`.
  private(set) var isVoid = false

  /// Throws a 400 for a field or kind that there is none of, for a comparison that makes no sense, and for more words than ``most``.
  init(_ source: String, kind: KindName? = nil, names: FieldNames) throws(Problem) {
    self.source = source
    let terms = QueryTerm.parse(source)
    guard terms.reduce(0, { $0 + $1.words }) <= Self.most else {
      throw .badRequest("q", "a search has at most \(Self.most) words, those of filters and phrases included")
    }
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
    isVoid = !terms.isEmpty
    for term in terms where try add(term, among: among, names: names) { isVoid = false }
  }

  /// Nothing but words, whatever else the text may look like: for what is still being typed. Words after the first ``most`` are passed over.
  init(words text: String, kind: KindName?) {
    source = text
    if let kind { kinds = [kind] }
    for term in QueryTerm.parse(text).prefix(Self.most) {
      if case .word(let word) = term.content, !term.isExcluded { look(for: Self.words(word).map { .word($0) }, at: term.range) }
    }
  }

  private static func isKind(_ field: String) -> Bool { field.lowercased() == FieldNames.kind }

  /// Returns whether the term says anything.
  private mutating func add(_ term: QueryTerm, among: [KindName], names: FieldNames) throws(Problem) -> Bool {
    switch term.content {
    case .word(let text):
      if names.isUnfinishedFilter(text) { return true }
      // `x-wing` is two words that stand at one place.
      let words = Self.words(text)
      return term.isExcluded ? exclude(words) : look(for: words.map { .word($0) }, at: term.range)
    case .phrase(let text):
      let words = Self.words(text)
      return term.isExcluded ? exclude(words) : look(for: words.isEmpty ? [] : [.phrase(words)], at: term.range)
    case .filter(let field, let comparison, let value):
      guard !Self.isKind(field) else { return true }
      var filter = try FieldFilter(
        try names.fields(field, among: among), named: field, comparison, value, kinds: names.kinds)
      filter.isExcluding = term.isExcluded
      filters.append(filter)
      return true
    }
  }

  private static func words(_ text: String) -> [String] { FoldedText(text).words.prefix(most).map(\.text) }

  @discardableResult
  private mutating func look(for new: [Unit], at place: Range<Int>) -> Bool {
    let new = new.prefix(Self.most - units.count)
    units += new
    places += Array(repeating: place, count: new.count)
    return !new.isEmpty
  }

  private mutating func exclude(_ words: [String]) -> Bool {
    guard !words.isEmpty else { return false }
    excluded.append(words.count > 1 ? .phrase(words) : .word(words[0]))
    return true
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
