import Models

/// What a mistyped word may have meant, likeliest first; empty when nothing is close.
///
/// Close is a candidate that begins like the word, or that a third of the word's letters (one at least, three at most) separate from it.
public func suggestions(for word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
  let wanted = FoldedText(word).compact
  guard !wanted.isEmpty, limit > 0 else { return [] }
  let letters = Array(wanted.unicodeScalars)
  let bound = min(3, max(1, wanted.count / 3))
  var close: [(candidate: String, distance: Int)] = []
  for candidate in candidates where candidate != word {
    let words = FoldedText(candidate).words.map(\.text)
    // A word of a longer name may be what was meant: `skywaker` for Luke Skywalker.
    let forms = Set(words.filter { $0.count > 2 } + [words.joined()])
    let distances = forms.map { EditDistance.distances(letters, Array($0.unicodeScalars), limit: bound).whole }
    guard var distance = distances.min() else { continue }
    if wanted.count > 1, words.joined().hasPrefix(wanted) { distance = min(distance, 1) }
    if distance <= bound { close.append((candidate, distance)) }
  }
  let ranked = close.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
  return ranked.prefix(limit).map(\.element.candidate)
}
