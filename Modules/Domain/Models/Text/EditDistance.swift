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
  public static func distances(_ word: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int) -> Distances {
    other.withUnsafeBufferPointer { distances(word, $0, limit: limit) }
  }

  /// Returns the same distances as for an array of the other word's letters, without allocating one.
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
