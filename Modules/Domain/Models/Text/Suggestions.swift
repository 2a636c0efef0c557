/// Returns the candidates that a mistyped word may stand for, closest first and each once; empty if none is close.
///
/// A candidate is close if at most a third of the word's letters (at least 1, at most 3) must be changed to get the candidate, one of its
/// words, or its beginning.
package func suggestions(for word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
  guard let mistyped = MistypedWord(word) else { return [] }
  var seen: Set = [word]
  return mistyped.closest(of: candidates.filter { seen.insert($0).inserted }, limit: limit) { FoldedWords($0) }
}
