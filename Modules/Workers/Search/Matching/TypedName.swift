/// The words of a query, or of a part of it, as a name that records may have.
struct TypedName: Sendable {
  let words: [WordMatches]
  /// The words without separators, in UTF-8.
  let compact: [UInt8]
  /// The term of the words without separators; `nil` if it does not occur, so that no record has the name.
  let termID: Lexicon.TermID?
  /// Whether the name has more than one letter.
  let isLong: Bool

  init(_ words: [WordMatches], _ lexicon: Lexicon) {
    self.words = words
    let text = words.map(\.word).joined()
    compact = Array(text.utf8)
    termID = lexicon.termID(of: text)
    isLong = text.unicodeScalars.count > 1
  }
}
