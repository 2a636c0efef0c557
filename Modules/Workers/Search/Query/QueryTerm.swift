import Models

/// One part of a query, parsed without knowledge of the fields.
///
///     query  = { [ "-" ] ( phrase | filter | word ) }
///     phrase = '"' text '"'
///     filter = field ( ":" | "=" | ">" | ">=" | "<" | "<=" ) ( phrase | text without spaces )
///     field  = a letter, then letters, digits, "_" and "-"
struct QueryTerm: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case word(String)
    case phrase(String)
    case filter(field: String, Comparison, value: String)
  }

  enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// The field contains the words.
    case contains = ":"
    case equals = "="
    case greaterThan = ">"
    case atLeast = ">="
    case lessThan = "<"
    case atMost = "<="
  }

  var content: Content
  /// Whether matching records are excluded.
  var isNegated = false
  /// Range of the term in the query, in characters, without the leading `-`.
  var range: Range<Int>

  /// Number of words, at least 1.
  var wordCount: Int {
    switch content {
    case .word(let text), .phrase(let text), .filter(_, _, let text): max(1, FoldedText(text).words.count)
    }
  }

  /// Parses a query. Every text is valid: an unclosed quotation mark extends to the end, and a field without a value is a word.
  static func parse(_ text: String) -> [QueryTerm] {
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
    var isNegated = false
    if first == "-", position + 1 < characters.count, characters[position + 1].isLetter || characters[position + 1].isQuotationMark {
      isNegated = true
      position += 1
    }
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

  private mutating func comparison() -> QueryTerm.Comparison? {
    guard let found = Self.longestFirst.first(where: { characters[position...].starts(with: $0.rawValue) }) else { return nil }
    position += found.rawValue.count
    return found
  }

  private static let longestFirst = QueryTerm.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
}

extension Character {
  /// Straight and typographic quotation marks; phones and word processors insert the latter.
  fileprivate var isQuotationMark: Bool { ["\"", "“", "”", "„", "«", "»"].contains(self) }
}
