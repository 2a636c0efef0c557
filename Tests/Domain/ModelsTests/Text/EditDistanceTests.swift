import Models
import Testing

struct EditDistanceTests {
  private func distances(_ word: String, _ other: String, limit: Int) -> EditDistance.Distances {
    EditDistance.distances(Array(word.unicodeScalars), Array(other.unicodeScalars), limit: limit)
  }

  /// The distances within a limit of two, where three stands for more.
  @Test(arguments: [
    ("luke", "luke", 0, 0), ("luke", "lukas", 2, 1), ("tatoine", "tatooine", 1, 1), ("vadar", "vader", 1, 1), ("ab", "ba", 1, 1),
    ("milen", "millennium", 3, 1), ("abc", "xyz", 3, 3), ("", "abc", 3, 3), ("abc", "", 3, 3), ("falcno", "falcon", 1, 1),
    ("a", "", 1, 1), ("kitten", "sitting", 3, 2),
  ])
  func `to a word and to its beginnings`(word: String, other: String, whole: Int, beginning: Int) {
    let found = distances(word, other, limit: 2)
    #expect(found.whole == whole)
    #expect(found.beginning == beginning)
  }

  /// Not bounded, it is the same in both directions.
  @Test(arguments: [
    ("luke", "luke", 0), ("luke", "lukee", 1), ("leia", "liea", 1), ("yoda", "soda", 1), ("kitten", "sitting", 3), ("abc", "xyz", 3),
    ("ルーク", "ルク", 1), ("chewbacca", "wookiee", 9),
  ])
  func `there and back`(left: String, right: String, distance: Int) {
    #expect(distances(left, right, limit: 10).whole == distance)
    #expect(distances(right, left, limit: 10).whole == distance)
  }

  /// Whatever lies beyond a limit is one more than the limit, and what lies within does not depend on it.
  @Test(arguments: 0...8) func `a limit`(limit: Int) {
    let words = ["luke", "lukas", "leia", "skywalker", "walker", "tatooine", "a", "anakin", "akni"]
    for word in words {
      for other in words {
        #expect(distances(word, other, limit: limit).whole == min(distances(word, other, limit: 20).whole, limit + 1), "\(word) \(other)")
        #expect(
          distances(word, other, limit: limit).beginning == min(distances(word, other, limit: 20).beginning, limit + 1), "\(word) \(other)")
      }
    }
  }

  @Test(arguments: [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (40, 2)]) func `what is forgiven grows with the word`(length: Int, edits: Int) {
    #expect(EditDistance.tolerance(for: length) == edits)
  }
}
