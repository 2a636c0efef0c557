import Models

/// One part of what was typed, before it is known which fields there are.
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
    /// The field holds the words.
    case holds = ":"
    case equals = "="
    case more = ">"
    case atLeast = ">="
    case less = "<"
    case atMost = "<="
  }

  var content: Content
  /// What fits is left out.
  var isExcluded = false
  /// The characters of the query it was read from, the sign of exclusion aside.
  var range: Range<Int>

  /// How many words it has, one at least.
  var words: Int {
    switch content {
    case .word(let text), .phrase(let text), .filter(_, _, let text): max(1, FoldedText(text).words.count)
    }
  }

  /// Reads a query. Every text is one: a quotation mark that is never closed reaches to the end, a field without a value is a word.
  static func parse(_ text: String) -> [QueryTerm] {
    var scanner = Scanner(characters: Array(text))
    var terms: [QueryTerm] = []
    while let term = scanner.next() { terms.append(term) }
    return terms
  }
}

private struct Scanner {
  let characters: [Character]
  var place = 0

  private var current: Character? { place < characters.count ? characters[place] : nil }

  mutating func next() -> QueryTerm? {
    while let character = current, character.isWhitespace { place += 1 }
    guard let first = current else { return nil }
    var isExcluded = false
    if first == "-", place + 1 < characters.count, characters[place + 1].isLetter || characters[place + 1].isQuotationMark {
      isExcluded = true
      place += 1
    }
    let start = place
    let content: QueryTerm.Content = quoted().map { .phrase($0) } ?? filter() ?? .word(word())
    return QueryTerm(content: content, isExcluded: isExcluded, range: start..<place)
  }

  private mutating func quoted() -> String? {
    guard let first = current, first.isQuotationMark else { return nil }
    place += 1
    let start = place
    while let character = current, !character.isQuotationMark { place += 1 }
    defer { place = min(place + 1, characters.count) }
    return String(characters[start..<place])
  }

  private mutating func word() -> String {
    let start = place
    while let character = current, !character.isWhitespace { place += 1 }
    return String(characters[start..<place])
  }

  /// Stays where it is when there is none.
  private mutating func filter() -> QueryTerm.Content? {
    let start = place
    guard let first = current, first.isLetter else { return nil }
    while let character = current, character.isLetter || character.isNumber || character == "_" || character == "-" { place += 1 }
    let field = String(characters[start..<place])
    guard let comparison = comparison() else {
      place = start
      return nil
    }
    let value = quoted() ?? word()
    guard !value.isEmpty else {
      place = start
      return nil
    }
    return .filter(field: field, comparison, value: value)
  }

  private mutating func comparison() -> QueryTerm.Comparison? {
    let longest = QueryTerm.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let found = longest.first(where: { characters[place...].starts(with: $0.rawValue) }) else { return nil }
    place += found.rawValue.count
    return found
  }
}

extension Character {
  /// Straight ones, and those that phones and word processors put in their place.
  fileprivate var isQuotationMark: Bool { ["\"", "“", "”", "„", "«", "»"].contains(self) }
}
