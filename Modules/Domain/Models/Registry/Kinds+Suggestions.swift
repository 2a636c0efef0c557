extension Kinds {
  /// Returns the names of the kinds that `word` may stand for: the kind with this singular, or else kinds with a similar spelling.
  package func names(like word: String) -> [String] {
    let singular = all.filter { $0.singular == word }.map(\.name.text)
    if !singular.isEmpty { return singular }
    let similar = suggestions(for: word, among: all.flatMap { [$0.name.text, $0.singular] })
    return all.filter { similar.contains($0.name.text) || similar.contains($0.singular) }.map(\.name.text)
  }
}
