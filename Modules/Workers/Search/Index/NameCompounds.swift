import Models

/// Adjacent words of a name joined into one, in pairs, in threes and as a whole, which comes last: `obiwan` in Obi-Wan Kenobi.
struct NameCompounds {
  let all: [(text: String, places: FoldedText.Places)]

  init(_ words: [FoldedText.Word]) {
    var found: [(String, FoldedText.Places)] = []
    for length in Set([2, 3, words.count]).sorted() where length <= words.count && words.count > 1 {
      for start in 0...(words.count - length) {
        let run = words[start..<start + length]
        found.append((run.map(\.text).joined(), FoldedText.Places(run.flatMap(\.places.characters))))
      }
    }
    all = found
  }

  /// Returns the places in a name of one of its words or compounds, by its index among the terms of the name.
  static func places(ofTerm index: Int, in name: String) -> FoldedText.Places? {
    let words = FoldedText(name).words
    if index < words.count { return words[index].places }
    let compounds = NameCompounds(words).all
    return index - words.count < compounds.count ? compounds[index - words.count].places : nil
  }
}
