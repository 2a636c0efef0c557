import Models

/// What to ask the full-text table for.
struct TextExpression: Sendable {
  /// More alternatives than this are no narrower than everything.
  static let most = 400

  /// An FTS5 expression whose rows are all records in which something fits one of the probes. `nil` where everything may, empty where nothing does.
  let text: String?

  init(_ probes: [Probe], _ library: Library) {
    var words: Set<String> = []
    var links: Set<String> = []
    for probe in probes {
      for (index, fits) in probe.fits.enumerated() {
        // A kind's own name fits records that do not say it.
        if library.kinds.all.contains(where: { [$0.name.text, $0.singular].contains(fits.word) }) {
          text = nil
          return
        }
        for (entry, _) in fits.fitting(library.lexicon) { words.insert(entry.text) }
        guard index == 0 else { continue }
        for (document, name) in zip(library.documents, probe.names) where !name.isNothing {
          links.insert(IndexRow.word(for: document.reference))
        }
      }
    }
    guard !words.isEmpty, words.count + links.count <= Self.most else {
      text = words.isEmpty ? "" : nil
      return
    }
    // Folded words hold letters and digits only; quoted they are never taken for an operator.
    func anyOf(_ words: Set<String>) -> String { words.sorted().map { "\"\($0)\"" }.joined(separator: " OR ") }
    text = "{name fields} : (\(anyOf(words)))" + (links.isEmpty ? "" : " OR links : (\(anyOf(links)))")
  }
}
