import Contracts
import MessageBus
import Models
import OrderedJSON

/// A parsed query whose fields and kinds are resolved.
struct Query: Sendable {
  /// A word or phrase to find in names and fields.
  struct Clause: Sendable, Hashable {
    /// One, unless this is a phrase.
    let words: [String]
    var isPhrase = false
  }

  /// Maximum number of words, including those in filters, phrases and exclusions.
  static let maxWords = 32

  let source: String
  var clauses: [Clause] = []
  /// Range of each clause in ``source``, in characters.
  var clauseRanges: [Range<Int>] = []
  /// Clauses whose matching records are excluded.
  var excludedClauses: [Clause] = []
  var filters: [FieldFilter] = []
  /// The kinds to search; `nil` means all.
  var kinds: Set<KindName>?
  var excludedKinds: Set<KindName> = []
  /// Whether the text has no searchable part: `🙂`.
  private(set) var isUnsearchable = false

  /// Throws a 400 problem for an unknown field or kind, an unsupported comparison, a filter with spaces, or more words than ``maxWords``.
  init(_ source: String, kind: KindName? = nil, names: FieldNames) throws(Problem) {
    self.source = source
    let terms = QueryTerm.parse(source)
    guard terms.reduce(0, { $0 + $1.wordCount }) <= Self.maxWords else {
      throw .query(
        .tooManyWords, "too many words: use at most \(Self.maxWords), including words in filters and phrases",
        ["maximum": .number(Self.maxWords)])
    }
    try Self.checkSpacing(of: terms, names: names)
    if let kind { kinds = [kind] }
    // Kinds first, because they determine the available fields.
    for term in terms {
      guard case .filter(let field, let comparison, let value) = term.content, Self.isKind(field) else { continue }
      guard comparison == .contains || comparison == .equals else {
        throw .withoutOrder(field, example: "kind:people")
      }
      var named: Set<KindName> = []
      for name in value.split(separator: ",") { named.insert(try names.kind(String(name))) }
      if term.isNegated { excludedKinds.formUnion(named) } else { kinds = kinds.map { $0.intersection(named) } ?? named }
    }
    let among = names.kinds.all.map(\.name).filter { kinds?.contains($0) ?? true }
    isUnsearchable = !terms.isEmpty
    for term in terms where try add(term, among: among, names: names) { isUnsearchable = false }
  }

  /// Creates a query of words only, for text that is still being typed. Ignores phrases, filters, exclusions and words beyond
  /// ``maxWords``.
  init(words text: String, kind: KindName?) {
    source = text
    if let kind { kinds = [kind] }
    for term in QueryTerm.parse(text).prefix(Self.maxWords) {
      if case .word(let word) = term.content, !term.isNegated { append(Self.words(word).map { Clause(words: [$0]) }, at: term.range) }
    }
  }

  /// Throws a 400 problem if a filter has spaces around its comparison: `mass > 1000`.
  private static func checkSpacing(of terms: [QueryTerm], names: FieldNames) throws(Problem) {
    for (term, (comparison, value)) in zip(terms, zip(terms.dropFirst(), terms.dropFirst(2))) {
      guard case .word(let field) = term.content, case .word(let comparison) = comparison.content, case .word(let value) = value.content,
        FieldComparison(rawValue: comparison) != nil, names.isUnfinishedFilter(field + comparison)
      else { continue }
      let filter = field + comparison + value
      throw .query(.spacedFilter, "write \(filter) without spaces", ["instead": .string(filter)])
    }
  }

  private static func isKind(_ field: String) -> Bool { field.lowercased() == FieldNames.kind }

  /// Adds a term. Returns whether the term has a searchable part.
  private mutating func add(_ term: QueryTerm, among: [KindName], names: FieldNames) throws(Problem) -> Bool {
    switch term.content {
    case .word(let text):
      if names.isUnfinishedFilter(text) { return true }
      // `x-wing` is two words with the same range.
      let words = Self.words(text)
      return term.isNegated ? exclude(words) : append(words.map { Clause(words: [$0]) }, at: term.range)
    case .phrase(let text):
      let words = Self.words(text)
      return term.isNegated ? exclude(words) : append(words.isEmpty ? [] : [Clause(words: words, isPhrase: true)], at: term.range)
    case .filter(let field, let comparison, let value):
      guard !Self.isKind(field) else { return true }
      var filter = try FieldFilter(
        try names.fields(field, among: among), named: field, comparison, value, kinds: names.kinds)
      filter.isNegated = term.isNegated
      filters.append(filter)
      return true
    }
  }

  private static func words(_ text: String) -> [String] { FoldedText(text).words.prefix(maxWords).map(\.text) }

  @discardableResult
  private mutating func append(_ new: [Clause], at range: Range<Int>) -> Bool {
    let new = new.prefix(Self.maxWords - clauses.count)
    clauses += new
    clauseRanges += Array(repeating: range, count: new.count)
    return !new.isEmpty
  }

  private mutating func exclude(_ words: [String]) -> Bool {
    guard !words.isEmpty else { return false }
    excludedClauses.append(Clause(words: words, isPhrase: words.count > 1))
    return true
  }

  func covers(_ kind: KindName) -> Bool {
    guard !excludedKinds.contains(kind) else { return false }
    return kinds.map { $0.contains(kind) } ?? true
  }

  /// The words as typed, without filters, for the origin's search, where accents and hyphens may matter.
  var typedWords: String {
    let characters = Array(source)
    var words: [String] = []
    var last: Range<Int>?
    for range in clauseRanges where range != last {
      words.append(String(characters[range].filter { $0 != "\"" }))
      last = range
    }
    return words.joined(separator: " ")
  }
}
