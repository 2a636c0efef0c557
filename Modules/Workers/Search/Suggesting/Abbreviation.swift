import Models

/// Letters of a name in their order, the first one at the beginning of a word: `flcn` stands for Millennium Falcon.
struct Abbreviation: Sendable {
  /// Fewer letters stand for nearly everything.
  static let shortest = 3
  /// Letters that stand further apart than that, for each of them, are an accident.
  private static let spread = 4

  struct Fit: Sendable, Hashable {
    /// The letters of the name from the first to the last that fit: fewer is better.
    let span: Int
    /// The characters that fit, as in ``Match/marks``.
    let marks: [Range<Int>]
  }

  private let letters: [Unicode.Scalar]

  /// `nil` for less than three letters and for more than one word.
  init?(_ text: String) {
    let words = FoldedText(text).words
    guard words.count == 1, let word = words.first else { return nil }
    letters = Array(word.text.unicodeScalars)
    guard letters.count >= Self.shortest else { return nil }
  }

  /// Where in `name` the letters stand closest together. Costs a walk through the name for each of its words.
  func fit(_ name: String) -> Fit? {
    let words = FoldedText(name).words
    let all = words.flatMap { word in zip(word.text.unicodeScalars, word.places.characters) }
    var start = 0
    var best: Fit?
    for word in words {
      if let fit = fit(all[start...]), fit.span < best?.span ?? .max { best = fit }
      start += word.places.characters.count
    }
    return best
  }

  private func fit(_ name: ArraySlice<(Unicode.Scalar, Int)>) -> Fit? {
    guard name.first?.0 == letters[0] else { return nil }
    var marks: [Range<Int>] = []
    var next = 0
    for (index, (letter, place)) in zip(name.indices, name) where letter == letters[next] {
      if let last = marks.last, place <= last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, place + 1)
      } else {
        marks.append(place..<place + 1)
      }
      next += 1
      guard next == letters.count else { continue }
      let span = index - name.startIndex + 1
      return span <= Self.spread * letters.count ? Fit(span: span, marks: marks) : nil
    }
    return nil
  }
}
