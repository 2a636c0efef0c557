extension Hit {
  /// The query with the words put right that fit this record with typos only. `nil` when every word was found as it was written.
  func correction(of query: Query, in library: Library, probes: [Probe]) -> String? {
    let document = library.documents[place]
    var replaced: [(range: Range<Int>, words: String)] = []
    for (index, item) in evidence.enumerated() where item.fit.edits > 0 {
      guard case .word = query.units[index], let word = probes[index].fits.first,
        let right = intended(by: word, item, document, library)
      else { continue }
      if let last = replaced.last, last.range == query.places[index] {
        replaced[replaced.count - 1].words += " \(right)"
      } else {
        replaced.append((query.places[index], right))
      }
    }
    guard !replaced.isEmpty else { return nil }
    var characters = Array(query.source)
    for (range, words) in replaced.reversed() { characters.replaceSubrange(range, with: Array(words)) }
    return String(characters)
  }

  /// The word that was meant, in lower case.
  private func intended(by word: WordFits, _ item: Evidence, _ document: Document, _ library: Library) -> String? {
    let words: [Document.Word]
    switch item {
    case .name: words = document.words + document.compounds
    case .field(let place, _, .text):
      guard case .text(_, let own) = document.fields[place].content else { return nil }
      words = own
    case .field(_, _, .name(let target, _)): words = library[target].map { $0.words + $0.compounds } ?? []
    case .label, .nothing: return nil
    }
    return words.first { word[$0.term] == item.fit }.map { library.lexicon.entries[$0.term].text }
  }
}
