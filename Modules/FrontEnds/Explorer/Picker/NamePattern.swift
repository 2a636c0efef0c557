import Models

/// Matches names that contain every typed word, in any order. Case, accents and punctuation are ignored: `sky lu` and `luke` match Luke
/// Skywalker, `r2d2` matches R2-D2. Only the first ``FuzzyPattern/maxLetters`` letters of the filter and of a name count: matching takes time in
/// proportion to their product.
struct NameFilter: Sendable, Hashable {
  private let words: [[Unicode.Scalar]]

  init(_ text: String) { words = FoldedText(text.prefix(FuzzyPattern.maxLetters)).words.map { Array($0.text.unicodeScalars) } }

  /// Whether the filter matches every name.
  var isEmpty: Bool { words.isEmpty }

  func matches(_ name: String) -> Bool { isEmpty || matchRanges(in: name) != nil }

  /// Returns the matching characters of the name as ascending ranges; `nil` if the name does not match.
  func matchRanges(in name: String) -> [Range<Int>]? {
    let letters = Letter.all(in: name)
    var marked: [Int] = []
    for word in words {
      guard word.count <= letters.count else { return nil }
      let starts = (0...letters.count - word.count).filter { start in
        word.indices.allSatisfy { letters[start + $0].scalar == word[$0] }
      }
      // At the start of a word if possible.
      guard let start = starts.first(where: { letters[$0].beginsWord }) ?? starts.first else { return nil }
      marked += letters[start..<start + word.count].map(\.index)
    }
    return [Range<Int>](covering: marked)
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

  /// Only so many letters count: matching takes time and memory in proportion to their number, and names come from an origin.
  static let maxLetters = 500

  private let letters: [Letter]

  init(_ text: String) { letters = Letter.all(in: text) }

  /// Whether the pattern has no letters and matches every text.
  var isEmpty: Bool { letters.isEmpty }

  // Scores: a letter at the start of a word counts most, consecutive letters count more than scattered ones, and gaps cost points.
  private static let textStartBonus = 12
  private static let wordStartBonus = 8
  private static let consecutiveBonus = 5
  private static let gapPenalty = 2

  /// The best match of the first letters that ends at a letter of the text, and where the letter before it is.
  private typealias Step = (score: Int, origin: Int)

  /// Returns the best match; `nil` if the letters do not occur in order or are too scattered. The cost is the product of the lengths.
  func match(_ text: String) -> Match? {
    guard !isEmpty else { return Match(score: 0, marks: []) }
    let text = Letter.all(in: text)
    guard letters.count <= text.count else { return nil }
    var rows: [[Step?]] = []
    for letter in letters {
      var row = [Step?](repeating: nil, count: text.count)
      // The best match of the letters before that ends at least one letter earlier; each letter in between costs a point.
      var apart: Step?
      for column in text.indices {
        if column > 1, let step = rows.last?[column - 2], step.score - Self.gapPenalty > apart?.score ?? .min {
          apart = (step.score - Self.gapPenalty, column - 2)
        }
        apart?.score -= 1
        guard text[column].scalar == letter.scalar else { continue }
        let bonus = column == 0 ? Self.textStartBonus : text[column].beginsWord ? Self.wordStartBonus : 1
        guard let before = rows.last else {
          row[column] = (bonus, -1)
          continue
        }
        row[column] = apart.map { ($0.score + bonus, $0.origin) }
        if column > 0, let step = before[column - 1], case let score = step.score + max(Self.consecutiveBonus, bonus),
          score >= row[column]?.score ?? .min
        {
          row[column] = (score, column - 1)
        }
      }
      rows.append(row)
    }
    var best: (score: Int, end: Int)?
    for column in text.indices {
      if let step = rows[rows.count - 1][column], step.score > best?.score ?? .min { best = (step.score, column) }
    }
    guard let best, letters.count < 3 || best.score >= 2 * letters.count else { return nil }
    var (column, marks) = (best.end, [Int]())
    for row in rows.reversed() {
      marks.append(text[column].index)
      column = row[column]?.origin ?? 0
    }
    return Match(score: best.score, marks: [Range<Int>](covering: marks))
  }
}

/// A folded letter or digit of a text.
private struct Letter: Sendable {
  let scalar: Unicode.Scalar
  /// The index of its character in the text; `æ` yields two letters with the same index.
  let index: Int
  let beginsWord: Bool

  static func all(in text: String) -> [Letter] {
    let words = FoldedText(text.prefix(FuzzyPattern.maxLetters)).words
    return Array(
      words.lazy.flatMap { word in
        zip(word.text.unicodeScalars, word.places).enumerated().map { offset, letter in
          Letter(scalar: letter.0, index: letter.1, beginsWord: offset == 0)
        }
      }.prefix(FuzzyPattern.maxLetters))
  }
}
