/// A record's name, folded for comparison. Created once and compared often: folding costs more than a comparison.
package struct FoldedName: Sendable, Hashable {
  package let entry: NameIndex.Entry
  let words: FoldedWords

  package init(_ entry: NameIndex.Entry) {
    self.entry = entry
    words = FoldedWords(entry.name)
  }

  /// Estimated memory use in bytes.
  package var size: Int { 192 + 2 * entry.name.utf8.count + 16 * words.all.count }
}

/// The folded words of a name, without their positions.
struct FoldedWords: Sendable, Hashable {
  let all: [String]
  /// The words joined without separators: `r2d2`.
  let compact: String

  init(_ text: String) {
    all = FoldedText(text).words.map(\.text)
    compact = all.joined()
  }
}
