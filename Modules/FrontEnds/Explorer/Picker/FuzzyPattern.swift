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
    var marks: [Range<Int>] = []
    for index in indices.reversed() {
      if let last = marks.last, index <= last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, index + 1)
      } else {
        marks.append(index..<index + 1)
      }
    }
    return marks
  }
}
