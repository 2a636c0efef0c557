import Models

/// Suggests corrections for misspelled names of fields and kinds.
enum SimilarNames {
  /// Returns at most three of `names` that are similar to `word`, most similar first.
  static func find(_ word: String, among names: some Sequence<String>) -> [String] {
    let letters = Array(FoldedText(word).compact.unicodeScalars)
    guard !letters.isEmpty else { return [] }
    let maxDistance = min(3, max(1, letters.count / 3))
    var found: [(name: String, distance: Int)] = []
    for name in names where !found.contains(where: { $0.name == name }) {
      let distances = EditDistance.distances(letters, Array(FoldedText(name).compact.unicodeScalars), limit: maxDistance)
      let distance = min(distances.whole, letters.count > 2 ? distances.prefix + 1 : distances.whole)
      if distance <= maxDistance { found.append((name, distance)) }
    }
    return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.prefix(3).map(\.element.name)
  }
}
