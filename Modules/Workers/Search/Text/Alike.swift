import Models

/// What a mistyped name of a field or kind may have meant, likeliest first; at most three.
enum Alike {
  static func names(like word: String, among names: some Sequence<String>) -> [String] {
    let wanted = Array(FoldedText(word).compact.unicodeScalars)
    guard !wanted.isEmpty else { return [] }
    let bound = min(3, max(1, wanted.count / 3))
    var found: [(name: String, distance: Int)] = []
    for name in names where !found.contains(where: { $0.name == name }) {
      let distances = EditDistance.distances(wanted, Array(FoldedText(name).compact.unicodeScalars), limit: bound)
      let distance = min(distances.whole, wanted.count > 2 ? distances.beginning + 1 : distances.whole)
      if distance <= bound { found.append((name, distance)) }
    }
    return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.prefix(3).map(\.element.name)
  }
}
