import Localization
import Models
import Presentation
import Text

/// Filters a list by all of its columns, in the language of the search (``QueryTerm``). A word matches the letters of a name or the start of a
/// word in another column; a condition compares one field. A record must match every term.
struct RecordFilter: Sendable {
  private struct Term: Sendable {
    /// The typed text, or the value of the condition.
    let text: String
    let isNegated: Bool
    /// The folded words of the text.
    let words: [String]
    /// `nil` if the text is looked for in all columns.
    let condition: (field: Field, comparison: FieldComparison, number: Double?)?
  }

  /// Maximum number of terms, and of words in each; further ones are ignored.
  private static let maxTerms = 16

  private var terms: [Term] = []
  /// The columns besides the name.
  private let fields: [Field]
  private let wording: Wording
  /// The mistake of the first condition that no record can satisfy.
  private(set) var mistake: Phrase?

  /// Creates a filter from the typed text. Ignores a condition without a value, and reads one on an unknown field as words.
  init(_ text: String, of kind: Kind?, sortedBy sortKey: String?, _ wording: Wording) {
    self.wording = wording
    fields = kind.map { ListColumns.fields(of: $0, sortedBy: sortKey) }?.filter { $0.key != kind?.fields.first?.key } ?? []
    for term in QueryTerm.parse(text).prefix(Self.maxTerms) {
      switch term.content {
      case .filter(let name, let comparison, let value):
        if let field = kind.flatMap({ wording.field(name, of: $0) }) {
          add(value, (field, comparison, field.number(value)), term)
          if !term.isNegated { mistake = mistake ?? Self.mistake(name, field, comparison, value, kind) }
        } else {
          add(name + comparison.rawValue + value, nil, term)
          if let kind, !term.isNegated {
            mistake = mistake ?? Phrase("unknown field '{word}' (available: {words})", .text(name.printable), .list(kind.fields.map(\.key)))
          }
        }
      // The value has yet to be typed.
      case .word(let text) where Self.unfinishedField(text, kind, wording) != nil: break
      case .word(let text), .phrase(let text): add(text, nil, term)
      }
    }
  }

  private mutating func add(_ text: String, _ condition: (Field, FieldComparison, Double?)?, _ term: QueryTerm) {
    let words = FoldedText(text).words.prefix(Self.maxTerms).map(\.text)
    if condition == nil, words.isEmpty { return }
    terms.append(Term(text: text, isNegated: term.isNegated, words: words, condition: condition))
  }

  private static func mistake(
    _ name: String, _ field: Field, _ comparison: FieldComparison, _ value: String, _ kind: Kind?
  ) -> Phrase? {
    guard comparison.isOrdering else { return nil }
    guard field.shape.hasOrder else {
      return Phrase(
        "{name} cannot be compared with < or >; write {example}", .text(name.printable),
        .text("\(name):\(QueryTerm.typed(value))".printable))
    }
    let isDate = field.shape == .date && value.first?.isNumber == true
    guard !isDate, field.number(value) == nil, let example = field.exampleOperand else { return nil }
    let condition = (name + comparison.rawValue).printable
    return Phrase("'{word}' needs a value, such as {example}", .text(condition), .text(condition + example))
  }

  var isEmpty: Bool { terms.isEmpty }
  /// Whether a term could match the name of another record.
  var readsNames: Bool { !terms.isEmpty && fields.contains(where: \.shape.isReference) }

  func matches(_ record: Record, _ records: RecordStore) -> Bool {
    terms.allSatisfy { $0.isNegated != matches($0, record, records) }
  }

  private func matches(_ term: Term, _ record: Record, _ records: RecordStore) -> Bool {
    guard case let (field, comparison, number)? = term.condition else {
      return NamePattern(term.text).match(record.name) != nil
        || fields.contains { texts(of: record.display($0.key), records).contains { Self.starts(term.words, in: $0) } }
    }
    if field.shape == .date, case .text(let date) = record.originValue(field.key), comparison.isSatisfied(byDate: date, term.text) {
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

  private var wanted: [Term] { terms.filter { !$0.isNegated && $0.condition == nil } }

  /// Returns the characters of a name that match.
  func ranges(inName name: String) -> [Range<Int>] {
    [Range<Int>](covering: wanted.flatMap { NamePattern($0.text).match(name)?.marks ?? [] }.joined())
  }

  /// Returns the text of a column with the matching characters highlighted.
  func highlighted(_ cell: StyledText) -> StyledText {
    let words = wanted.flatMap(\.words)
    let found = FoldedText(cell.text).words.flatMap { word -> ArraySlice<Int> in
      let match = words.filter { word.text.hasPrefix($0) }.max { $0.count < $1.count }
      return word.places.prefix(match?.unicodeScalars.count ?? 0)
    }
    guard cell.spans.count == 1, !found.isEmpty else { return cell }
    return .marked(cell.text, cell.spans[0].role, at: [Range<Int>](covering: found))
  }

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
