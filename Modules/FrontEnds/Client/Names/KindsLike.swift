public import Models

extension Kinds {
  /// The names of the kinds that `word` may have meant: the kind it is the singular of, else those that look like it.
  public func names(like word: String) -> [String] {
    let singular = all.filter { $0.singular == word }.map(\.name.text)
    if !singular.isEmpty { return singular }
    let alike = suggestions(for: word, among: all.flatMap { [$0.name.text, $0.singular] })
    return all.filter { alike.contains($0.name.text) || alike.contains($0.singular) }.map(\.name.text)
  }
}
