import Models
import Testing

struct EditDistanceTests {
  private func distances(_ word: String, _ other: String, limit: Int) -> EditDistance.Distances {
    EditDistance.distances(Array(word.unicodeScalars), other, limit: limit)
  }

  /// Distances with a limit of 2; 3 means more than the limit.
  @Test(arguments: [
    ("luke", "luke", 0, 0), ("luke", "lukas", 2, 1), ("tatoine", "tatooine", 1, 1), ("vadar", "vader", 1, 1), ("ab", "ba", 1, 1),
    ("milen", "millennium", 3, 1), ("abc", "xyz", 3, 3), ("", "abc", 3, 3), ("abc", "", 3, 3), ("falcno", "falcon", 1, 1),
    ("a", "", 1, 1), ("kitten", "sitting", 3, 2),
  ])
  func `distances to a word and to its prefixes`(word: String, other: String, whole: Int, prefix: Int) {
    let found = distances(word, other, limit: 2)
    #expect(found.whole == whole)
    #expect(found.prefix == prefix)
  }

  @Test(arguments: [
    ("luke", "luke", 0), ("luke", "lukee", 1), ("leia", "liea", 1), ("yoda", "soda", 1), ("kitten", "sitting", 3), ("abc", "xyz", 3),
    ("ルーク", "ルク", 1), ("chewbacca", "wookiee", 9),
  ])
  func `the distance is symmetric`(left: String, right: String, distance: Int) {
    #expect(distances(left, right, limit: 10).whole == distance)
    #expect(distances(right, left, limit: 10).whole == distance)
  }

  @Test(arguments: 0...8) func `distances beyond the limit are one more than the limit, others do not depend on it`(limit: Int) {
    let words = ["luke", "lukas", "leia", "skywalker", "walker", "tatooine", "a", "anakin", "akni"]
    for word in words {
      for other in words {
        #expect(distances(word, other, limit: limit).whole == min(distances(word, other, limit: 20).whole, limit + 1), "\(word) \(other)")
        #expect(
          distances(word, other, limit: limit).prefix == min(distances(word, other, limit: 20).prefix, limit + 1), "\(word) \(other)")
      }
    }
  }

  @Test(arguments: [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (40, 2)]) func `the tolerance grows with the word`(length: Int, edits: Int) {
    #expect(EditDistance.tolerance(for: length) == edits)
  }
}
