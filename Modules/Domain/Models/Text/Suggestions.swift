/// Returns the candidates that a mistyped word may stand for, closest first and each once; empty if none is close.
///
/// A candidate is close if at most a third of the word's letters (at least 1, at most 3) must be changed to get the candidate, one of its
/// words, or its beginning.
package func suggestions(for word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
  guard let mistyped = MistypedWord(word) else { return [] }
  var seen: Set = [word]
  return mistyped.closest(of: candidates.filter { seen.insert($0).inserted }, limit: limit) { FoldedWords($0) }
}

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
    let distances = EditDistance.distances(letters, name.compact, limit: bound)
    var distance = letters.count > 1 ? min(distances.whole, distances.prefix + 1) : distances.whole
    // The word may stand for one word of a longer name: `skywaker` for Luke Skywalker.
    if name.all.count > 1 {
      for word in name.all where word.unicodeScalars.count > 2 {
        distance = min(distance, EditDistance.distances(letters, word, limit: bound).whole)
      }
    }
    return distance <= bound ? distance : nil
  }
}

/// Edit distance between two words: insertions, deletions, substitutions and swaps of adjacent letters (optimal string alignment).
public enum EditDistance {
  /// The distances from one word to another.
  public struct Distances: Sendable, Hashable {
    /// Distance to the whole of the other word.
    public let whole: Int
    /// Distance to the closest prefix of the other word.
    public let prefix: Int
  }

  /// Returns the distances from `word` to `other` and to its prefixes. Distances beyond `limit` are reported as `limit + 1`.
  /// Takes time proportional to the product of the lengths at most, and much less for words that differ widely.
  public static func distances(_ word: [Unicode.Scalar], _ other: String, limit: Int) -> Distances {
    // One letter more than are compared tells a longer word.
    let capacity = word.count + limit + 1
    return withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: capacity) { letters in
      var count = 0
      for letter in other.unicodeScalars {
        guard count < capacity else { break }
        letters[count] = letter
        count += 1
      }
      return distances(word, UnsafeBufferPointer(rebasing: letters[..<count]), limit: limit)
    }
  }

  private static func distances(_ word: [Unicode.Scalar], _ other: UnsafeBufferPointer<Unicode.Scalar>, limit: Int) -> Distances {
    let beyond = limit + 1
    guard !word.isEmpty, other.count >= word.count - limit else { return Distances(whole: beyond, prefix: beyond) }
    // One column for each letter of `word`; one row for each prefix of `other` that can still be within the limit.
    let width = word.count
    let rows = min(other.count, width + limit)
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * (width + 1)) { cells in
      var beforeLast = 0
      var last = width + 1
      var current = 2 * (width + 1)
      for column in 0...width { cells[last + column] = column }
      var prefix = width
      for row in stride(from: 1, through: rows, by: 1) {
        cells[current] = row
        var best = row
        for column in 1...width {
          let change = word[column - 1] == other[row - 1] ? 0 : 1
          var cost = min(cells[last + column] + 1, cells[current + column - 1] + 1, cells[last + column - 1] + change)
          if row > 1, column > 1, word[column - 1] == other[row - 2], word[column - 2] == other[row - 1] {
            cost = min(cost, cells[beforeLast + column - 2] + 1)
          }
          cells[current + column] = cost
          best = min(best, cost)
        }
        prefix = min(prefix, cells[current + width])
        (beforeLast, last, current) = (last, current, beforeLast)
        // A swap may still continue from the previous row, so stop only when the distance exceeds the limit by two.
        if best > beyond { return Distances(whole: beyond, prefix: min(prefix, beyond)) }
      }
      let whole = rows == other.count ? cells[last + width] : beyond
      return Distances(whole: min(whole, beyond), prefix: min(prefix, beyond))
    }
  }

  /// Returns the number of edits tolerated in a word of `length` letters: 0 up to 2 letters, 1 up to 5, else 2.
  public static func tolerance(for length: Int) -> Int {
    switch length {
    case ...2: 0
    case 3...5: 1
    default: 2
    }
  }
}
