import Localization
import Models
import Presentation
import Text

/// Filters a list by all of its columns, in the language of the search (``QueryTerm``). A word matches the letters of a name or the start of a
/// word in another column; a condition compares one field. A record must match every term.
struct RecordFilter: Sendable {
  private enum Content: Sendable {
    case words(String)
    /// A condition, with its value as a number of the field, with or without its unit.
    case condition(Field, FieldComparison, String, number: Double?)
  }

  private struct Term: Sendable {
    let content: Content
    let isNegated: Bool
    /// The folded words of the text or of the value.
    let words: [String]
  }

  /// Maximum number of terms; further ones are ignored.
  static let maxTerms = 16

  private var terms: [Term] = []
  /// The columns besides the name.
  private let fields: [Field]
  private let wording: Wording
  /// The mistake of the first invalid condition that is not negated: the kind does not have the field, its values have no order, or the
  /// value is not a number. `nil` if there is none.
  private(set) var mistake: Phrase?

  /// Creates a filter from the typed text. A condition without a value is ignored. A condition on a field that the kind does not have is
  /// read as words.
  init(_ text: String, of kind: Kind?, sortedBy sortKey: String?, _ wording: Wording) {
    self.wording = wording
    fields = kind.map { ListColumns.fields(of: $0, sortedBy: sortKey) }?.filter { $0.key != kind?.fields.first?.key } ?? []
    for term in QueryTerm.parse(text).prefix(Self.maxTerms) {
      switch term.content {
      case .filter(let name, let comparison, let value):
        if let field = kind.flatMap({ wording.field(name, of: $0) }) {
          add(.condition(field, comparison, value, number: field.number(value)), value, term)
          if !term.isNegated { mistake = mistake ?? Self.mistake(name, field, comparison, value, kind) }
        } else {
          add(.words(name + comparison.rawValue + value), name + comparison.rawValue + value, term)
          if let kind, !term.isNegated { mistake = mistake ?? .unknownField(name.printable, kind.fields.map(\.key)) }
        }
      // The value has yet to be typed.
      case .word(let text) where Self.unfinishedField(text, kind, wording) != nil: break
      case .word(let text), .phrase(let text): add(.words(text), text, term)
      }
    }
  }

  private mutating func add(_ content: Content, _ text: String, _ term: QueryTerm) {
    let words = FoldedText(text).words.prefix(Self.maxTerms).map(\.text)
    if case .words = content, words.isEmpty { return }
    terms.append(Term(content: content, isNegated: term.isNegated, words: words))
  }

  private static func mistake(
    _ name: String, _ field: Field, _ comparison: FieldComparison, _ value: String, _ kind: Kind?
  ) -> Phrase? {
    guard comparison.isOrdering else { return nil }
    guard field.shape.hasOrder else {
      return .fieldWithoutOrder(name.printable, example: "\(name):\(QueryTerm.typed(value))".printable)
    }
    let isDate = field.shape == .date && value.first?.isNumber == true
    guard !isDate, field.number(value) == nil, let example = field.exampleOperand else { return nil }
    let condition = (name + comparison.rawValue).printable
    return .incompleteFilter(condition, example: condition + example)
  }

  /// Whether the filter matches every record.
  var isEmpty: Bool { terms.isEmpty }
  /// Whether a term could match the name of a referenced record.
  var readsNames: Bool { !terms.isEmpty && fields.contains(where: \.shape.isReference) }

  func matches(_ record: Record, _ records: RecordStore) -> Bool {
    terms.allSatisfy { $0.isNegated != matches($0, record, records) }
  }

  private func matches(_ term: Term, _ record: Record, _ records: RecordStore) -> Bool {
    switch term.content {
    case .words(let text):
      return NameFilter(text).matches(record.name)
        || fields.contains { field in
          texts(of: record.display(field.key), records).contains { Self.starts(term.words, in: $0) }
        }
    case .condition(let field, let comparison, let value, let number):
      if field.shape == .date, case .text(let date) = record.originValue(field.key), comparison.isSatisfied(byDate: date, value) {
        return true
      }
      // Of references, `:` compares the names, and the others compare their number.
      if comparison.isOrdering || field.shape == .quantity, let number, case .number(let own)? = record.rank(field.key) {
        return comparison.isSatisfied(by: own < number ? -1 : own > number ? 1 : 0)
      }
      guard !comparison.isOrdering, !term.words.isEmpty else { return false }
      // `=` allows no other words.
      return texts(of: record.display(field.key), records).contains { text in
        FoldedText(text).compact == term.words.joined() || comparison == .contains && Self.starts(term.words, in: text)
      }
    }
  }

  /// Returns the texts of a column: the value, or the known names of the records that it refers to.
  private func texts(of value: DisplayValue?, _ records: RecordStore) -> [String] {
    guard let value else { return [] }
    return value.references.isEmpty ? [wording.text(of: value)] : value.references.compactMap { records.name(of: $0) }
  }

  /// Whether each of `wanted` is the start of a word of the text.
  private static func starts(_ wanted: [String], in text: String) -> Bool {
    let words = FoldedText(text).words
    return wanted.allSatisfy { prefix in words.contains { $0.text.hasPrefix(prefix) } }
  }

  // MARK: Highlighting

  /// Returns the characters of a name that match.
  func ranges(inName name: String) -> [Range<Int>] {
    let found = terms.flatMap { term -> [Range<Int>] in
      if !term.isNegated, case .words(let text) = term.content { NameFilter(text).matchRanges(in: name) ?? [] } else { [] }
    }
    return [Range<Int>](covering: found.joined())
  }

  /// Returns the text of a column with the matching characters highlighted.
  func highlighted(_ cell: StyledText) -> StyledText {
    let wanted = terms.flatMap { term in if !term.isNegated, case .words = term.content { term.words } else { [String]() } }
    let found = FoldedText(cell.text).words.flatMap { word -> ArraySlice<Int> in
      let match = wanted.filter { word.text.hasPrefix($0) }.max { $0.count < $1.count }
      return word.places.characters.prefix(match?.unicodeScalars.count ?? 0)
    }
    guard cell.spans.count == 1, !found.isEmpty else { return cell }
    return .marked(cell.text, cell.spans[0].role, at: [Range<Int>](covering: found))
  }

  // MARK: Unfinished conditions

  /// Returns what could be typed next at the end of an unfinished condition: `200` after `height>`; `nil` if there is nothing to say.
  static func example(after text: String, _ kind: Kind?, _ wording: Wording) -> String? {
    guard case .word(let word)? = QueryTerm.parse(text).last?.content else { return nil }
    return unfinishedField(word, kind, wording).flatMap(\.exampleOperand)
  }

  /// Returns the field of a condition without a value: `height>`; `nil` for other words.
  private static func unfinishedField(_ word: String, _ kind: Kind?, _ wording: Wording) -> Field? {
    let name = word.prefix { !FieldComparison.characters.contains($0) }
    guard FieldComparison(rawValue: String(word.dropFirst(name.count))) != nil else { return nil }
    return kind.flatMap { wording.field(name, of: $0) }
  }
}
