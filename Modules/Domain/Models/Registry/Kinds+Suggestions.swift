extension Kinds {
  /// Returns the names of the kinds that `word` may stand for: the kind called so, or else kinds with a similar spelling.
  package func names(like word: String) -> [String] {
    if let kind = kind(called: word) { return [kind.name.text] }
    let similar = suggestions(for: word, among: all.flatMap(\.words))
    return all.filter { !$0.words.filter(similar.contains).isEmpty }.map(\.name.text)
  }
}
