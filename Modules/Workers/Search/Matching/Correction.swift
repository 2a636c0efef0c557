import Models

extension Hit {
  /// The query with the words put right that fit this record with typos only. `nil` when every word was found as it was written, and when
  /// the record does not have them all: then it is not what was meant.
  func correction(of query: Query, in library: Library, probes: [Probe]) -> String? {
    guard score.tier.isComplete else { return nil }
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
    let (words, text): ([Document.Word], String)
    switch item {
    case .name: (words, text) = (document.words + document.compounds, document.name)
    case .field(let place, _, .text):
      guard case .text(let own, let ownWords) = document.fields[place].content else { return nil }
      (words, text) = (ownWords, own)
    case .field(_, _, .name(let target, _)):
      guard let target = library[target] else { return nil }
      (words, text) = (target.words + target.compounds, target.name)
    case .label, .nothing: return nil
    }
    guard let right = words.first(where: { word[$0.term] == item.fit }) else { return nil }
    let spelling = String(Array(text)[right.places.range()]).lowercased()
    // Signs that mean something in a query would change it.
    return QueryTerm.parse(spelling).allSatisfy(\.isWord) ? spelling : library.lexicon.entries[right.term].text
  }
}

extension QueryTerm {
  fileprivate var isWord: Bool { if case .word = content { !isExcluded } else { false } }
}
