import Models
import Testing

@testable import Search

/// A corpus built by updates equals one built at once from the same records.
struct SearchCorpusTests {
  private let records = SearchCorpus.standard.documents.map(\.record)

  private func expectSame(_ grown: SearchCorpus, _ whole: SearchCorpus) async throws {
    #expect(grown.documents.map(\.record) == whole.documents.map(\.record))
    #expect(grown.inboundReferences == whole.inboundReferences)
    for query in ["luke", "tatoine", "green jedi", "at at walker", "kershner", "millennium"] {
      #expect(try await grown.search(query, limit: 500) == whole.search(query, limit: 500), "\(query)")
    }
  }

  @Test func `a corpus updated in steps equals one built at once`() async throws {
    var corpus = SearchCorpus.empty(.standard)
    for start in stride(from: 0, to: records.count, by: 37) {
      corpus = corpus.updated(records[start..<min(start + 37, records.count)].reversed())
    }
    try await expectSame(corpus, .standard)
  }

  @Test func `records added between others are in order`() async throws {
    var corpus = SearchCorpus.empty(.standard)
    for offset in [2, 0, 3, 1] {
      corpus = corpus.updated(stride(from: offset, to: records.count, by: 4).map { records[$0] }.reversed())
      #expect(corpus.documents.map(\.record) == records.filter { corpus[$0.reference] != nil })
    }
    try await expectSame(corpus, .standard)
  }

  @Test func `a corpus with changed and removed records equals one built at once`() async throws {
    var person = Person()
    person.name = Prose("Millennium Somebody")
    let changed = Record(person, id: 1)
    let removed: Set = [Reference(Film.kind, 1), Reference(Planet.kind, 1), Reference(Planet.kind, 9_999)]
    let corpus = SearchCorpus.standard.updated([changed], removing: removed)
    try await expectSame(
      corpus,
      SearchCorpus(records.filter { !removed.contains($0.reference) && $0.reference != changed.reference } + [changed], kinds: .standard))
    #expect(corpus.name(of: changed.reference) == "Millennium Somebody")
    #expect(!corpus.containsWord("tatooine") == corpus.documents.allSatisfy { !FoldedText($0.name).words.map(\.text).contains("tatooine") })
  }

  @Test func `a record that is updated is not duplicated`() {
    let corpus = SearchCorpus.standard.updated([records[0]])
    #expect(corpus.documents.count == records.count)
  }
}
