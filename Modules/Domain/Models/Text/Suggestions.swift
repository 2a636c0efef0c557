/// Returns the candidates that a mistyped word may stand for, closest first; empty if none is close.
///
/// A candidate is close if it starts with the word, or if its edit distance is at most a third of the word's length (at least 1, at most
/// 3).
package func suggestions(for word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
  let compactWord = FoldedText(word).compact
  guard !compactWord.isEmpty, limit > 0 else { return [] }
  let letters = Array(compactWord.unicodeScalars)
  let bound = min(3, max(1, compactWord.count / 3))
  var close: [(candidate: String, distance: Int)] = []
  for candidate in candidates where candidate != word {
    let words = FoldedText(candidate).words.map(\.text)
    // The word may stand for one word of a longer name: `skywaker` for Luke Skywalker.
    let forms = Set(words.filter { $0.count > 2 } + [words.joined()])
    let distances = forms.map { EditDistance.distances(letters, Array($0.unicodeScalars), limit: bound).whole }
    guard var distance = distances.min() else { continue }
    if compactWord.count > 1, words.joined().hasPrefix(compactWord) { distance = min(distance, 1) }
    if distance <= bound { close.append((candidate, distance)) }
  }
  let ranked = close.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
  return ranked.prefix(limit).map(\.element.candidate)
}
