/// One part of a query, parsed without knowledge of the fields. The search and the filters of lists have the same terms.
///
///     query  = { [ "-" ] ( phrase | filter | word ) }
///     phrase = '"' text '"'
///     filter = field ( ":" | "=" | ">" | ">=" | "<" | "<=" ) ( phrase | text without spaces )
///     field  = a letter, then letters, digits, "_" and "-"
public struct QueryTerm: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    case word(String)
    case phrase(String)
    case filter(field: String, FieldComparison, value: String)
  }

  public var content: Content
  /// Whether matching records are excluded.
  public var isNegated = false
  /// Range of the term in the query, in characters, without the leading `-`.
  public var range: Range<Int>

  /// Number of words, at least 1.
  public var wordCount: Int {
    switch content {
    case .word(let text), .phrase(let text), .filter(_, _, let text): max(1, FoldedText(text).words.count)
    }
  }

  /// Returns the value of a filter as it is typed: in quotation marks if it has white space.
  package static func typed(_ value: String) -> String { value.contains(where: \.isWhitespace) ? "\"\(value)\"" : value }

  /// Parses a query. Every text is valid: an unclosed quotation mark extends to the end, and a field without a value is a word.
  public static func parse(_ text: String) -> [QueryTerm] {
    var scanner = Scanner(characters: Array(text))
    var terms: [QueryTerm] = []
    while let term = scanner.next() { terms.append(term) }
    return terms
  }
}

private struct Scanner {
  let characters: [Character]
  var position = 0

  private var current: Character? { position < characters.count ? characters[position] : nil }

  mutating func next() -> QueryTerm? {
    while let character = current, character.isWhitespace { position += 1 }
    guard let first = current else { return nil }
    // A minus sign may also belong to a number.
    let next = position + 1 < characters.count ? characters[position + 1] : " "
    let isNegated = first == "-" && (next.isLetter || next.isQuotationMark)
    if isNegated { position += 1 }
    let start = position
    let content: QueryTerm.Content = quoted().map { .phrase($0) } ?? filter() ?? .word(word())
    return QueryTerm(content: content, isNegated: isNegated, range: start..<position)
  }

  private mutating func quoted() -> String? {
    guard let first = current, first.isQuotationMark else { return nil }
    position += 1
    let start = position
    while let character = current, !character.isQuotationMark { position += 1 }
    defer { position = min(position + 1, characters.count) }
    return String(characters[start..<position])
  }

  private mutating func word() -> String {
    let start = position
    while let character = current, !character.isWhitespace { position += 1 }
    return String(characters[start..<position])
  }

  /// Returns the filter at the current position, or `nil` without advancing if there is none.
  private mutating func filter() -> QueryTerm.Content? {
    let start = position
    guard let first = current, first.isLetter else { return nil }
    while let character = current, character.isLetter || character.isNumber || character == "_" || character == "-" { position += 1 }
    let field = String(characters[start..<position])
    guard let comparison = comparison() else {
      position = start
      return nil
    }
    let value = quoted() ?? word()
    guard !value.isEmpty else {
      position = start
      return nil
    }
    return .filter(field: field, comparison, value: value)
  }

  private mutating func comparison() -> FieldComparison? {
    guard let found = FieldComparison.prefix(of: characters[position...]) else { return nil }
    position += found.rawValue.count
    return found
  }
}

extension Character {
  /// Straight and typographic quotation marks; phones and word processors insert the latter.
  fileprivate var isQuotationMark: Bool { ["\"", "“", "”", "„", "«", "»"].contains(self) }
}

/// How a condition compares a field with its operand: `mass>100`. The raw value is what stands between them.
public enum FieldComparison: String, Sendable, Hashable, CaseIterable {
  /// The field contains the words, or is the number.
  case contains = ":"
  case equals = "="
  case greaterThan = ">"
  case atLeast = ">="
  case lessThan = "<"
  case atMost = "<="

  /// The characters that comparisons consist of.
  public static let characters = Set(allCases.flatMap(\.rawValue))

  private static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }

  /// Returns the longest comparison with which `text` begins; `nil` if there is none.
  public static func prefix(of text: some Collection<Character>) -> FieldComparison? {
    longestFirst.first { text.starts(with: $0.rawValue) }
  }

  /// Whether the comparison is one of size or time.
  public var isOrdering: Bool { self != .contains && self != .equals }

  /// Returns whether the comparison is true for a value that is less than (-1), equal to (0) or greater than (1) the operand.
  public func isSatisfied(by order: Int) -> Bool {
    switch self {
    case .contains, .equals: order == 0
    case .greaterThan: order > 0
    case .atLeast: order >= 0
    case .lessThan: order < 0
    case .atMost: order <= 0
    }
  }

  /// Returns whether the comparison is true for a date. Dates are ISO 8601 text, which sorts by date; a year alone is compared with the year.
  public func isSatisfied(byDate date: String, _ operand: String) -> Bool {
    let part = date.prefix(operand.count)
    return isSatisfied(by: part < operand ? -1 : part > operand ? 1 : 0)
  }
}
