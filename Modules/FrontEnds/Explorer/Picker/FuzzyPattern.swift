/// Letters to be found in a text, in their order and with others in between: `lsky` fits Luke Skywalker. Case, accents and punctuation do
/// not count.
struct FuzzyPattern: Sendable {
  struct Fit: Sendable, Hashable {
    /// Higher is better. Comparable among texts for one pattern.
    let score: Int
    /// The characters that fit: ascending ranges within the text.
    let marks: [Range<Int>]
  }

  private let letters: [Unicode.Scalar]

  init(_ text: String) { letters = FuzzyText(text).letters.map(\.scalar) }

  /// Without letters everything fits.
  var isEmpty: Bool { letters.isEmpty }

  // What counts: a letter that begins a word says most, letters in a row say more than scattered ones, and gaps take off.
  private static let firstBonus = 12
  private static let wordBonus = 8
  private static let rowBonus = 5
  private static let gapStart = 2
  private static let gapLetter = 1
  private static let never = Int.min / 2

  /// The best way in which the letters fit; `nil` when they do not, or only so scattered that nobody meant it. Costs the product of the
  /// lengths.
  func fit(_ text: FuzzyText) -> Fit? {
    guard !isEmpty else { return Fit(score: 0, marks: []) }
    let (rows, columns) = (letters.count, text.letters.count)
    guard rows <= columns else { return nil }
    // The best score with letter `row` standing at `column`, and where the letter before it stands then.
    var scores = [Int](repeating: Self.never, count: rows * columns)
    var origins = [Int](repeating: -1, count: rows * columns)
    for row in 0..<rows {
      var (reach, reachFrom) = (Self.never, -1)
      for column in row..<columns {
        if row > 0, column > 1 {
          let candidate = scores[(row - 1) * columns + column - 2] - Self.gapStart - Self.gapLetter
          reach -= Self.gapLetter
          if candidate > reach { (reach, reachFrom) = (candidate, column - 2) }
        }
        guard text.letters[column].scalar == letters[row] else { continue }
        let worth = worth(of: text.letters[column], at: column)
        let index = row * columns + column
        guard row > 0 else {
          scores[index] = worth
          continue
        }
        let inRow = scores[(row - 1) * columns + column - 1]
        let following = inRow > Self.never / 2 ? inRow + max(Self.rowBonus, worth) : Self.never
        let jumping = reach > Self.never / 2 ? reach + worth : Self.never
        guard max(following, jumping) > Self.never / 2 else { continue }
        (scores[index], origins[index]) = following >= jumping ? (following, column - 1) : (jumping, reachFrom)
      }
    }
    let last = (rows - 1) * columns
    guard let end = (0..<columns).max(by: { scores[last + $0] < scores[last + $1] }), scores[last + end] > Self.never / 2 else {
      return nil
    }
    let score = scores[last + end]
    guard rows < 3 || score >= 2 * rows else { return nil }
    return Fit(score: score, marks: marks(endingAt: end, origins, text))
  }

  private func worth(of letter: FuzzyText.Letter, at column: Int) -> Int {
    column == 0 ? Self.firstBonus : letter.beginsWord ? Self.wordBonus : 1
  }

  private func marks(endingAt end: Int, _ origins: [Int], _ text: FuzzyText) -> [Range<Int>] {
    var places: [Int] = []
    var column = end
    for row in stride(from: letters.count - 1, through: 0, by: -1) {
      places.append(text.letters[column].place)
      column = origins[row * text.letters.count + column]
    }
    var marks: [Range<Int>] = []
    for place in places.reversed() {
      if let last = marks.last, place <= last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, place + 1)
      } else {
        marks.append(place..<place + 1)
      }
    }
    return marks
  }
}
