/// How far two words are apart: letters to be added, removed, changed, or swapped with their neighbour (optimal string alignment).
public enum EditDistance {
  public struct Distances: Sendable, Hashable {
    /// To the whole of the other word.
    public let whole: Int
    /// To the beginning of the other word that is closest.
    public let beginning: Int
  }

  /// The distances from `word` to `other` and to beginnings of it; more than `limit` stands for anything beyond.
  /// Costs the product of the lengths at most, and much less where the two have little in common.
  public static func distances(_ word: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int) -> Distances {
    let beyond = limit + 1
    guard !word.isEmpty, other.count >= word.count - limit else { return Distances(whole: beyond, beginning: beyond) }
    // Columns stand for the letters of `word`; a row for each beginning of `other` that can still be within the limit.
    let width = word.count
    let rows = min(other.count, width + limit)
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * (width + 1)) { cells in
      var beforeLast = 0
      var last = width + 1
      var current = 2 * (width + 1)
      for column in 0...width { cells[last + column] = column }
      var beginning = width
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
        beginning = min(beginning, cells[current + width])
        (beforeLast, last, current) = (last, current, beforeLast)
        // A swap may still come out of the row before, so two rows must be beyond the limit.
        if best > beyond { return Distances(whole: beyond, beginning: min(beginning, beyond)) }
      }
      let whole = rows == other.count ? cells[last + width] : beyond
      return Distances(whole: min(whole, beyond), beginning: min(beginning, beyond))
    }
  }

  /// The edits that are forgiven in a word of so many letters: none in the shortest, two in long ones.
  public static func tolerance(for length: Int) -> Int {
    switch length {
    case ...2: 0
    case 3...5: 1
    default: 2
    }
  }
}
