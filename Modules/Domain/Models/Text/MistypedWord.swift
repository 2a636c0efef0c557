/// A possibly misspelled word. Finds the names that may be meant.
struct MistypedWord {
  private let letters: [Unicode.Scalar]
  /// The largest distance of a name that is close.
  private let bound: Int

  /// `nil` for a text without letters and digits.
  init?(_ word: String) {
    letters = Array(FoldedText(word).compact.unicodeScalars)
    guard !letters.isEmpty else { return nil }
    bound = min(3, max(1, letters.count / 3))
  }

  /// Returns the elements whose names are close to the word, closest first, and equally close ones in their order. Takes time proportional
  /// to the lengths of all names.
  func closest<Element>(of elements: some Sequence<Element>, limit: Int, words: (Element) -> FoldedWords) -> [Element] {
    var close: [(element: Element, distance: Int)] = []
    for element in elements {
      if let distance = distance(to: words(element)) { close.append((element, distance)) }
    }
    let ranked = close.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    return ranked.prefix(max(0, limit)).map(\.element.element)
  }

  /// Returns the smallest number of edits that turn the word into the name, into one of its words of three letters and more, or, for one
  /// edit more, into the beginning of the name. `nil` if that is more than a third of the word's letters (at least 1, at most 3).
  private func distance(to name: FoldedWords) -> Int? {
    let distances = EditDistance.distances(letters, Array(name.compact.unicodeScalars), limit: bound)
    var distance = letters.count > 1 ? min(distances.whole, distances.prefix + 1) : distances.whole
    // The word may stand for one word of a longer name: `skywaker` for Luke Skywalker.
    if name.all.count > 1 {
      for word in name.all {
        let count = word.unicodeScalars.count
        guard count > 2, abs(count - letters.count) <= bound else { continue }
        distance = min(distance, EditDistance.distances(letters, Array(word.unicodeScalars), limit: bound).whole)
      }
    }
    return distance <= bound ? distance : nil
  }
}
