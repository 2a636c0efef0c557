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
    let letters = FuzzyText(name).letters
    var marked: [Int] = []
    for word in words {
      guard let start = Self.start(of: word, in: letters) else { return nil }
      marked += letters[start..<start + word.count].map(\.index)
    }
    return [Range<Int>](covering: marked)
  }

  /// Returns where `word` begins, at the start of a word if possible.
  private static func start(of word: [Unicode.Scalar], in letters: [FuzzyText.Letter]) -> Int? {
    guard !word.isEmpty, word.count <= letters.count else { return nil }
    let found = (0...letters.count - word.count).filter { start in
      word.indices.allSatisfy { letters[start + $0].scalar == word[$0] }
    }
    return found.first { letters[$0].beginsWord } ?? found.first
  }
}

extension [Range<Int>] {
  /// The ranges that consist of `characters`, ascending.
  init(covering characters: some Sequence<Int>) {
    self = Set(characters).sorted().reduce(into: []) { ranges, character in
      if let last = ranges.last, last.upperBound == character {
        ranges[ranges.count - 1] = last.lowerBound..<character + 1
      } else {
        ranges.append(character..<character + 1)
      }
    }
  }
}

/// A fuzzy pattern: its letters must occur in a text in the same order, with any letters in between. `lsky` matches Luke Skywalker. Case,
/// accents and punctuation are ignored.
struct FuzzyPattern: Sendable {
  struct Match: Sendable, Hashable {
    /// The score; higher is better. Scores of different texts are comparable for the same pattern.
    let score: Int
    /// The matching characters: ascending ranges within the text.
    let marks: [Range<Int>]
  }

  private let letters: [Unicode.Scalar]

  init(_ text: String) { letters = FuzzyText(text).letters.map(\.scalar) }

  /// Whether the pattern has no letters and matches every text.
  var isEmpty: Bool { letters.isEmpty }

  // Scores: a letter at the start of a word counts most, consecutive letters count more than scattered ones, and gaps cost points.
  private static let textStartBonus = 12
  private static let wordStartBonus = 8
  private static let consecutiveBonus = 5
  private static let gapPenalty = 2
  private static let gapLetterPenalty = 1
  private static let noMatch = Int.min / 2

  /// Returns the best match; `nil` if the letters do not occur in order or are too scattered. The cost is the product of the lengths.
  func match(_ text: FuzzyText) -> Match? {
    guard !isEmpty else { return Match(score: 0, marks: []) }
    let (rows, columns) = (letters.count, text.letters.count)
    guard rows <= columns else { return nil }
    // The best score with letter `row` at `column`, and the column of the letter before it in that match.
    var scores = [Int](repeating: Self.noMatch, count: rows * columns)
    var origins = [Int](repeating: -1, count: rows * columns)
    for row in 0..<rows {
      var (bestGapScore, bestGapOrigin) = (Self.noMatch, -1)
      for column in row..<columns {
        if row > 0, column > 1 {
          let candidate = scores[(row - 1) * columns + column - 2] - Self.gapPenalty - Self.gapLetterPenalty
          bestGapScore -= Self.gapLetterPenalty
          if candidate > bestGapScore { (bestGapScore, bestGapOrigin) = (candidate, column - 2) }
        }
        guard text.letters[column].scalar == letters[row] else { continue }
        let letterScore = letterScore(of: text.letters[column], at: column)
        let index = row * columns + column
        guard row > 0 else {
          scores[index] = letterScore
          continue
        }
        let previous = scores[(row - 1) * columns + column - 1]
        let consecutive = previous > Self.noMatch / 2 ? previous + max(Self.consecutiveBonus, letterScore) : Self.noMatch
        let afterGap = bestGapScore > Self.noMatch / 2 ? bestGapScore + letterScore : Self.noMatch
        guard max(consecutive, afterGap) > Self.noMatch / 2 else { continue }
        (scores[index], origins[index]) = consecutive >= afterGap ? (consecutive, column - 1) : (afterGap, bestGapOrigin)
      }
    }
    let last = (rows - 1) * columns
    guard let end = (0..<columns).max(by: { scores[last + $0] < scores[last + $1] }), scores[last + end] > Self.noMatch / 2 else {
      return nil
    }
    let score = scores[last + end]
    guard rows < 3 || score >= 2 * rows else { return nil }
    return Match(score: score, marks: marks(endingAt: end, origins, text))
  }

  private func letterScore(of letter: FuzzyText.Letter, at column: Int) -> Int {
    column == 0 ? Self.textStartBonus : letter.beginsWord ? Self.wordStartBonus : 1
  }

  private func marks(endingAt end: Int, _ origins: [Int], _ text: FuzzyText) -> [Range<Int>] {
    var indices: [Int] = []
    var column = end
    for row in stride(from: letters.count - 1, through: 0, by: -1) {
      indices.append(text.letters[column].index)
      column = origins[row * text.letters.count + column]
    }
    return [Range<Int>](covering: indices)
  }

  func match(_ text: String) -> Match? { match(FuzzyText(text)) }
}

/// A text prepared for ``FuzzyPattern``: its folded letters and digits, with their positions. Only the first ``maxLetters`` count: matching
/// takes time and memory in proportion to their number, and names come from an origin.
struct FuzzyText: Sendable, Hashable {
  static let maxLetters = 500

  struct Letter: Sendable, Hashable {
    let scalar: Unicode.Scalar
    /// The index of the character in the text; `æ` yields two letters with the same index.
    let index: Int
    let beginsWord: Bool
  }

  let text: String
  let letters: [Letter]

  init(_ text: String) {
    self.text = text
    var letters: [Letter] = []
    letters.reserveCapacity(min(text.utf8.count, Self.maxLetters))
    var beginsWord = true
    for (index, character) in text.enumerated() where letters.count < Self.maxLetters {
      let folded = Self.fold(character)
      for (offset, scalar) in folded.enumerated() {
        letters.append(Letter(scalar: scalar, index: index, beginsWord: beginsWord && offset == 0))
      }
      // An apostrophe does not separate words.
      if character != "'", character != "’" { beginsWord = folded.isEmpty }
    }
    self.letters = letters
  }

  private static func fold(_ character: Character) -> [Unicode.Scalar] {
    guard let ascii = character.asciiValue else { return Array(FoldedText(String(character)).compact.unicodeScalars) }
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return [Unicode.Scalar(ascii)]
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return [Unicode.Scalar(ascii + 0x20)]
    default: return []
    }
  }
}
