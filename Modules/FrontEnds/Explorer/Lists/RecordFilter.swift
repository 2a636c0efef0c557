import Localization
import Models
import Presentation
import TerminalText

/// Filters a list by all of its columns, in the language of the search. A word matches the letters of a name or the start of a word in another
/// column; a condition compares one field. A record must match every term.
///
///     filter = { [ "!" | "-" ] ( word | '"' text '"' | field ( ":" | "=" | ">" | ">=" | "<" | "<=" ) value ) }
struct RecordFilter: Sendable {
  private enum Content: Sendable {
    case words(NameFilter, FuzzyPattern, [String])
    case condition(FieldDescription, Comparison, Operand)
  }

  private enum Comparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case greaterThan = ">"
    case lessThan = "<"
    case equals = "="
    case contains = ":"
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

  /// Maximum number of terms; further ones are ignored.
  static let maxTerms = 16
  /// Words with fewer letters match only letters that follow each other.
  private static let minFuzzyLetters = 3

  private var terms: [Term] = []
  private let fields: [FieldDescription]
  private let wording: Wording
  /// Whether words match names in which their letters have others in between.
  var isFuzzy = false

  /// Creates a filter from the typed text. A condition without a value is ignored. A condition on a field that the kind does not have is
  /// read as words.
  init(_ text: String, of kind: KindDescription?, sortedBy sortKey: String?, _ wording: Wording) {
    self.wording = wording
    let all = kind?.fields ?? []
    let visible = kind.map { ListTable.fields(of: $0) } ?? []
    fields = (visible + all.filter { field in field.key == sortKey && !visible.contains(field) }).filter { $0.key != all.first?.key }
    for word in Self.split(text).prefix(Self.maxTerms) { add(word, kind) }
  }

  private mutating func add(_ word: String, _ kind: KindDescription?) {
    let isNegated = word.count > 1 && (word.hasPrefix("!") || word.hasPrefix("-"))
    let text = isNegated ? String(word.dropFirst()) : word
    if let (field, comparison, value) = Self.condition(in: text, kind, wording) {
      // The value has yet to be typed.
      guard !value.isEmpty else { return }
      let operand = Operand(text: value, words: Self.words(value), number: kind?.number(value, in: field))
      return terms.append(Term(content: .condition(field, comparison, operand), isNegated: isNegated))
    }
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
  var readsNames: Bool { !terms.isEmpty && fields.contains { $0.shape == .reference } }

  func matches(_ record: Record, _ name: FuzzyText, _ cache: RecordCache) -> Bool {
    terms.allSatisfy { $0.isNegated != matches($0, record, name, cache) }
  }

  private func matches(_ term: Term, _ record: Record, _ name: FuzzyText, _ cache: RecordCache) -> Bool {
    switch term.content {
    case .words(let nameFilter, let pattern, let words):
      if nameFilter.matches(name.text) { return true }
      if isFuzzy, !term.isNegated, Self.isLong(words), pattern.match(name) != nil { return true }
      return fields.contains { field in
        text(of: record.display(field.key), cache).map { Self.starts(words, in: $0) } ?? false
      }
    case .condition(let field, let comparison, let operand): return satisfies(record, field, comparison, operand, cache)
    }
  }

  private func satisfies(
    _ record: Record, _ field: FieldDescription, _ comparison: Comparison, _ operand: Operand, _ cache: RecordCache
  ) -> Bool {
    let sign: Int?
    switch field.shape {
    case .date:
      guard case .text(let date) = record.originValue(field.key) else { return false }
      // ISO 8601 text sorts by date; a year alone is compared with the year.
      let part = date.prefix(operand.text.count)
      sign = part < operand.text ? -1 : part > operand.text ? 1 : 0
    default:
      if let wanted = operand.number, case .number(let own)? = record.rank(field.key) {
        sign = own < wanted ? -1 : own > wanted ? 1 : 0
      } else {
        sign = nil
      }
    }
    switch comparison {
    case .atLeast: return sign.map { $0 >= 0 } ?? false
    case .atMost: return sign.map { $0 <= 0 } ?? false
    case .greaterThan: return sign.map { $0 > 0 } ?? false
    case .lessThan: return sign.map { $0 < 0 } ?? false
    case .equals, .contains:
      if let sign { return sign == 0 }
      let texts = record.display(field.key)?.references.compactMap { name(of: $0, cache) } ?? []
      return (texts.isEmpty ? [text(of: record.display(field.key), cache) ?? ""] : texts).contains { Self.starts(operand.words, in: $0) }
    }
  }

  /// Returns the text of a column; `nil` if it has none or is only a count.
  private func text(of value: DisplayValue?, _ cache: RecordCache) -> String? {
    switch value {
    case .reference(let reference)?: name(of: reference, cache)
    case .references?, nil: nil
    case let value?: wording.text(of: value)
    }
  }

  private func name(of reference: Reference, _ cache: RecordCache) -> String? {
    if case .known(let record) = cache.label(of: reference) { record.name } else { nil }
  }

  // MARK: Highlighting

  /// Returns the characters of a name that match.
  func ranges(inName name: String) -> [Range<Int>] {
    let found = terms.flatMap { term -> [Range<Int>] in
      guard !term.isNegated, case .words(let nameFilter, let pattern, let words) = term.content else { return [] }
      if let ranges = nameFilter.matchRanges(in: name) { return ranges }
      return isFuzzy && Self.isLong(words) ? pattern.match(FuzzyText(name))?.marks ?? [] : []
    }
    return Self.merged(found)
  }

  /// Returns the characters of another column that match.
  func ranges(inColumn text: String) -> [Range<Int>] {
    let wanted = terms.flatMap { term -> [String] in
      guard !term.isNegated, case .words(_, _, let words) = term.content else { return [] }
      return words
    }
    let found = FoldedText(text).words.flatMap { word -> [Range<Int>] in
      guard let match = wanted.filter({ word.text.hasPrefix($0) }).max(by: { $0.count < $1.count }) else { return [] }
      return word.places.characters.prefix(match.unicodeScalars.count).map { $0..<$0 + 1 }
    }
    return Self.merged(found)
  }

  /// Returns the text of a column with the matching characters highlighted.
  func highlighted(_ cell: StyledText) -> StyledText {
    guard cell.spans.count == 1, case let ranges = ranges(inColumn: cell.text), !ranges.isEmpty else { return cell }
    return .marked(cell.text, cell.spans[0].role, at: ranges)
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  // MARK: Parsing

  /// Returns what could be typed next at the end of an unfinished condition: `200` after `height>`; `nil` if there is nothing to say.
  static func example(after text: String, _ kind: KindDescription?, _ wording: Wording) -> String? {
    guard let last = split(text).last, let (field, _, value) = condition(in: last.trimmingNegation, kind, wording), value.isEmpty else {
      return nil
    }
    return kind?.exampleOperand(of: field)
  }

  /// Splits at spaces outside quotation marks, which are removed.
  private static func split(_ text: String) -> [String] {
    var (words, word, isQuoted) = ([String](), "", false)
    for character in text {
      if ["\"", "“", "”", "„", "«", "»"].contains(character) {
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func condition(
    in text: String, _ kind: KindDescription?, _ wording: Wording
  ) -> (field: FieldDescription, comparison: Comparison, value: String)? {
    guard let kind, let start = text.firstIndex(where: { ":=<>".contains($0) }), start != text.startIndex else { return nil }
    let rest = text[start...]
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
    let name = FoldedText(String(text[..<start])).compact
    let field = kind.fields.first { field in
      [field.key, field.label, wording.label(of: field, in: kind.name)].contains { FoldedText($0).compact == name }
    }
    return field.map { ($0, comparison, String(rest.dropFirst(comparison.rawValue.count))) }
  }

  private static func words(_ text: String) -> [String] { FoldedText(text).words.prefix(maxTerms).map(\.text) }

  private static func isLong(_ words: [String]) -> Bool { words.reduce(0) { $0 + $1.count } >= minFuzzyLetters }

  /// Whether each of `wanted` is the start of a word of the text.
  private static func starts(_ wanted: [String], in text: String) -> Bool {
    let words = FoldedText(text).words.map(\.text)
    return !wanted.isEmpty && wanted.allSatisfy { prefix in words.contains { $0.hasPrefix(prefix) } }
  }
}

extension String {
  /// The text without a sign that excludes records.
  fileprivate var trimmingNegation: String { count > 1 && (hasPrefix("!") || hasPrefix("-")) ? String(dropFirst()) : self }
}
