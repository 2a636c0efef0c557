import Models

/// Matches names that contain every typed word, in any order. Case, accents and punctuation are ignored: `sky lu` and `luke` match Luke
/// Skywalker, `r2d2` matches R2-D2. Only the first ``FuzzyText/maxLetters`` letters of the filter and of a name count: matching takes time in
/// proportion to their product.
struct NameFilter: Sendable, Hashable {
  private let words: [[Unicode.Scalar]]

  init(_ text: String) {
    var words: [[Unicode.Scalar]] = []
    var remaining = FuzzyText.maxLetters
    for word in FoldedText(text).words where remaining > 0 {
      words.append(Array(word.text.unicodeScalars.prefix(remaining)))
      remaining -= words[words.count - 1].count
    }
    self.words = words
  }

  /// Whether the filter matches every name.
  var isEmpty: Bool { words.isEmpty }

  func matches(_ name: String) -> Bool { isEmpty || matchRanges(in: name) != nil }

  /// Returns the matching characters of the name as ascending ranges; `nil` if the name does not match.
  func matchRanges(in name: String) -> [Range<Int>]? {
    let folded = FoldedText(name)
    let letters = Array(folded.words.flatMap(\.text.unicodeScalars).prefix(FuzzyText.maxLetters))
    let characters = folded.words.flatMap(\.places.characters)
    let starts = Set(folded.words.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.places.characters.count) })
    var marked: Set<Int> = []
    for word in words {
      guard let start = Self.start(of: word, in: letters, preferring: starts) else { return nil }
      marked.formUnion(characters[start..<start + word.count])
    }
    return Self.ranges(marked.sorted())
  }

  /// Returns where `word` begins, at the start of a word if possible.
  private static func start(of word: [Unicode.Scalar], in letters: [Unicode.Scalar], preferring starts: Set<Int>) -> Int? {
    guard !word.isEmpty, word.count <= letters.count else { return nil }
    let found = (0...letters.count - word.count).filter { letters[$0..<$0 + word.count].elementsEqual(word) }
    return found.first(where: starts.contains) ?? found.first
  }

  private static func ranges(_ indices: [Int]) -> [Range<Int>] {
    indices.reduce(into: []) { ranges, index in
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
  }
}
