import Localization
import Models
import Presentation
import Text

/// Filters a list by all of its columns, in the language of the search. A word matches the letters of a name or the start of a word in another
/// column; a condition compares one field. A record must match every term.
///
/// The terms are those of ``QueryTerm``; `!` excludes records as `-` does.
struct RecordFilter: Sendable {
  private enum Content: Sendable {
    case words(NameFilter, FuzzyPattern, [String])
    case condition(FieldDescription, FieldComparison, Operand)
  }

  /// The value of a condition.
  private struct Operand: Sendable {
    let text: String
    let words: [String]
    /// The value as a number of the field, with or without its unit.
    let number: Double?
  }

  private struct Term: Sendable {
    let content: Content
    let isNegated: Bool
  }

  /// The signs that exclude records.
  static let negations: Set<Character> = ["-", "!"]
  /// Maximum number of terms; further ones are ignored.
  static let maxTerms = 16
  /// Words with fewer letters match only letters that follow each other.
  private static let minFuzzyLetters = 3

  private var terms: [Term] = []
  private let fields: [FieldDescription]
  private let wording: Wording
  /// The mistake of the first invalid condition that is not negated: the kind does not have the field, its values have no order, or the
  /// value is not a number. `nil` if there is none.
  private(set) var mistake: Phrase?
  /// Whether words match names in which their letters have others in between.
  var isFuzzy = false

  /// Creates a filter from the typed text. A condition without a value is ignored. A condition on a field that the kind does not have is
  /// read as words.
  init(_ text: String, of kind: KindDescription?, sortedBy sortKey: String?, _ wording: Wording) {
    self.wording = wording
    let all = kind?.fields ?? []
    let visible = kind.map { ListColumns.fields(of: $0) } ?? []
    fields = (visible + all.filter { field in field.key == sortKey && !visible.contains(field) }).filter { $0.key != all.first?.key }
    for term in QueryTerm.parse(text, negations: Self.negations).prefix(Self.maxTerms) { add(term, kind) }
  }

  private mutating func add(_ term: QueryTerm, _ kind: KindDescription?) {
    switch term.content {
    case .filter(let name, let comparison, let value):
      let condition = name + comparison.rawValue
      guard let field = Self.field(name, kind, wording) else {
        if let kind, !term.isNegated { mistake = mistake ?? .unknownField(name.printable, kind.fields.map(\.key)) }
        return addWords(condition + value, isNegated: term.isNegated)
      }
      let isDate = field.shape == .date && value.first?.isNumber == true
      if comparison.isOrdering, !term.isNegated {
        if !field.shape.hasOrder {
          let correction = name + ":" + QueryTerm.typed(value)
          mistake = mistake ?? .fieldWithoutOrder(name.printable, example: correction.printable)
        } else if !isDate, kind?.number(value, in: field) == nil, let example = kind?.exampleOperand(of: field) {
          mistake = mistake ?? .incompleteFilter(condition.printable, example: condition.printable + example)
        }
      }
      let operand = Operand(text: value, words: Self.words(value), number: kind?.number(value, in: field))
      terms.append(Term(content: .condition(field, comparison, operand), isNegated: term.isNegated))
    // The value has yet to be typed.
    case .word(let text) where Self.unfinishedField(text, kind, wording) != nil: return
    case .word(let text), .phrase(let text): addWords(text, isNegated: term.isNegated)
    }
  }

  private mutating func addWords(_ text: String, isNegated: Bool) {
    let words = Self.words(text)
    guard !words.isEmpty else { return }
    terms.append(Term(content: .words(NameFilter(text), FuzzyPattern(text), words), isNegated: isNegated))
  }

  /// Whether the filter matches every record.
  var isEmpty: Bool { terms.isEmpty }
  /// Whether fuzzy matching could find more names.
  var mayBeFuzzy: Bool {
    terms.contains { if case .words(_, _, let words) = $0.content { Self.isLong(words) && !$0.isNegated } else { false } }
  }
  /// Whether a term could match the name of a referenced record.
  var readsNames: Bool { !terms.isEmpty && fields.contains(where: \.shape.isReference) }

  func matches(_ record: Record, _ records: RecordStore) -> Bool {
    terms.allSatisfy { $0.isNegated != matches($0, record, records) }
  }

  private func matches(_ term: Term, _ record: Record, _ records: RecordStore) -> Bool {
    switch term.content {
    case .words(let nameFilter, let pattern, let words):
      if nameFilter.matches(record.name) { return true }
      if isFuzzy, !term.isNegated, Self.isLong(words), pattern.match(record.name) != nil { return true }
      return fields.contains { field in
        text(of: record.display(field.key), records).map { Self.starts(words, in: $0) } ?? false
      }
    case .condition(let field, let comparison, let operand): return satisfies(record, field, comparison, operand, records)
    }
  }

  private func satisfies(
    _ record: Record, _ field: FieldDescription, _ comparison: FieldComparison, _ operand: Operand, _ records: RecordStore
  ) -> Bool {
    if field.shape == .date, case .text(let date) = record.originValue(field.key), comparison.isSatisfied(byDate: date, operand.text) {
      return true
    }
    // Of references, `:` compares the names, and the others compare their number.
    if comparison.isOrdering || field.shape == .quantity, let wanted = operand.number, case .number(let own)? = record.rank(field.key) {
      return comparison.isSatisfied(by: own < wanted ? -1 : own > wanted ? 1 : 0)
    }
    guard !comparison.isOrdering else { return false }
    let texts = record.display(field.key)?.references.compactMap { records.name(of: $0) } ?? []
    return (texts.isEmpty ? [text(of: record.display(field.key), records) ?? ""] : texts).contains {
      Self.matches(operand.words, comparison, $0)
    }
  }

  /// Returns the text of a column; `nil` if it has none.
  private func text(of value: DisplayValue?, _ records: RecordStore) -> String? {
    switch value {
    case .reference(let reference)?: records.name(of: reference)
    case .references(let references)?: references.compactMap { records.name(of: $0) }.joined(separator: " ")
    case nil: nil
    case let value?: wording.text(of: value)
    }
  }

  // MARK: Highlighting

  /// Returns the characters of a name that match.
  func ranges(inName name: String) -> [Range<Int>] {
    let found = terms.flatMap { term -> [Range<Int>] in
      guard !term.isNegated, case .words(let nameFilter, let pattern, let words) = term.content else { return [] }
      if let ranges = nameFilter.matchRanges(in: name) { return ranges }
      return isFuzzy && Self.isLong(words) ? pattern.match(name)?.marks ?? [] : []
    }
    return [Range<Int>](covering: found.joined())
  }

  /// Returns the characters of another column that match.
  func ranges(inColumn text: String) -> [Range<Int>] {
    let wanted = terms.flatMap { term -> [String] in
      guard !term.isNegated, case .words(_, _, let words) = term.content else { return [] }
      return words
    }
    let found = FoldedText(text).words.flatMap { word -> ArraySlice<Int> in
      guard let match = wanted.filter({ word.text.hasPrefix($0) }).max(by: { $0.count < $1.count }) else { return [] }
      return word.places.characters.prefix(match.unicodeScalars.count)
    }
    return [Range<Int>](covering: found)
  }

  /// Returns the text of a column with the matching characters highlighted.
  func highlighted(_ cell: StyledText) -> StyledText {
    guard cell.spans.count == 1, case let ranges = ranges(inColumn: cell.text), !ranges.isEmpty else { return cell }
    return .marked(cell.text, cell.spans[0].role, at: ranges)
  }

  // MARK: Parsing

  /// Returns what could be typed next at the end of an unfinished condition: `200` after `height>`; `nil` if there is nothing to say.
  static func example(after text: String, _ kind: KindDescription?, _ wording: Wording) -> String? {
    guard case .word(let word)? = QueryTerm.parse(text, negations: negations).last?.content else { return nil }
    return unfinishedField(word, kind, wording).flatMap { kind?.exampleOperand(of: $0) }
  }

  /// Returns the field of a condition without a value: `height>`; `nil` for other words.
  private static func unfinishedField(_ word: String, _ kind: KindDescription?, _ wording: Wording) -> FieldDescription? {
    let name = word.prefix { !FieldComparison.characters.contains($0) }
    guard FieldComparison(rawValue: String(word.dropFirst(name.count))) != nil else { return nil }
    return field(String(name), kind, wording)
  }

  /// Returns the field with this key or label.
  private static func field(_ name: String, _ kind: KindDescription?, _ wording: Wording) -> FieldDescription? {
    kind.flatMap { wording.field(name, of: $0) }
  }

  private static func words(_ text: String) -> [String] { FoldedText(text).words.prefix(maxTerms).map(\.text) }

  private static func isLong(_ words: [String]) -> Bool { words.reduce(0) { $0 + $1.count } >= minFuzzyLetters }

  /// Whether a text has the words of an operand; for `=`, whether it has no others.
  private static func matches(_ wanted: [String], _ comparison: FieldComparison, _ text: String) -> Bool {
    if !wanted.isEmpty, FoldedText(text).words.map(\.text).joined() == wanted.joined() { return true }
    return comparison == .contains && starts(wanted, in: text)
  }

  /// Whether each of `wanted` is the start of a word of the text.
  private static func starts(_ wanted: [String], in text: String) -> Bool {
    let words = FoldedText(text).words.map(\.text)
    return !wanted.isEmpty && wanted.allSatisfy { prefix in words.contains { $0.hasPrefix(prefix) } }
  }
}
