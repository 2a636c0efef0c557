import Contracts
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Search

/// A corpus built by updates equals one built at once from the same records.
struct SearchCorpusTests {
  private let records = SearchCorpus.standard.records

  private func expectSame(_ grown: SearchCorpus, _ whole: SearchCorpus) async throws {
    #expect(grown.records == whole.records)
    #expect(grown.links.map(\.connections) == whole.links.map(\.connections))
    for query in ["luke", "tatoine", "green jedi", "at at walker", "kershner", "millennium"] {
      #expect(try await grown.search(query, limit: 500) == whole.search(query, limit: 500), "\(query)")
    }
  }

  @Test func `a corpus updated in steps equals one built at once`() async throws {
    var corpus = SearchCorpus(kinds: .standard)
    for start in stride(from: 0, to: records.count, by: 37) {
      corpus = corpus.updated(records[start..<min(start + 37, records.count)].reversed())
    }
    try await expectSame(corpus, .standard)
  }

  @Test func `records added between others are in order`() async throws {
    var corpus = SearchCorpus(kinds: .standard)
    for offset in [2, 0, 3, 1] {
      corpus = corpus.updated(stride(from: offset, to: records.count, by: 4).map { records[$0] }.reversed())
      #expect(corpus.records == records.filter { corpus[$0.reference] != nil })
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
    #expect(!corpus.containsWord("tatooine") == corpus.names.allSatisfy { !FoldedText($0).words.map(\.text).contains("tatooine") })
  }

  @Test func `a record that is updated is not duplicated`() {
    let corpus = SearchCorpus.standard.updated([records[0]])
    #expect(corpus.count == records.count)
  }

  /// A record of the kind and ID of `record` with other contents: those of another record, or a name with new words.
  private func changed(_ record: Record, using generator: inout SplitMix64) throws -> Record {
    if Bool.random(using: &generator) {
      var person = Person()
      person.name = Prose("Somebody \(Int.random(in: 0..<1_000, using: &generator)) Millennium")
      return Record(person, id: record.reference.kind == Person.kind ? record.reference.id : 500)
    }
    let others = records.filter { $0.reference.kind == record.reference.kind }
    let other = try #require(others.randomElement(using: &generator))
    var members = try #require(other.canonical.object)
    members["id"] = .number(record.reference.id)
    return try Record(canonical: .object(members), kinds: .standard)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `a corpus after random changes equals one built at once`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    var corpus = SearchCorpus(kinds: .standard)
    var current: [Reference: Record] = [:]
    for _ in 0..<12 {
      var batch: [Reference: Record] = [:]
      for record in records.shuffled(using: &generator).prefix(.random(in: 0...60, using: &generator)) {
        let version = try current[record.reference] == nil ? record : changed(record, using: &generator)
        batch[version.reference] = version
      }
      var removed = Set(current.keys.sorted().shuffled(using: &generator).prefix(.random(in: 0...20, using: &generator)))
      removed.subtract(batch.keys)
      corpus = corpus.updated(batch.values, removing: removed)
      for reference in removed { current[reference] = nil }
      current.merge(batch) { _, new in new }
      let whole = SearchCorpus(current.values, kinds: .standard)
      try await expectSame(corpus, whole)
      for (position, entry) in corpus.entries.enumerated() { #expect(corpus.position(of: entry.reference) == position) }
      for kind in Kinds.standard.all { #expect(corpus.positions(of: kind.name) == whole.positions(of: kind.name)) }
      let words = records.flatMap { FoldedText($0.name).words.map(\.text) }
      #expect(words.map(corpus.containsWord) == words.map(whole.containsWord))
    }
    let emptied = corpus.updated([Record](), removing: Set(current.keys))
    #expect(emptied.count == 0 && emptied.lexicon.terms.allSatisfy { !$0.isUsed })
  }

  @Test func `words that no longer occur are forgotten`() async throws {
    func people(_ word: String) -> [Record] {
      (1...2_000).map { id in
        var person = Person()
        person.name = Prose("\(word)\(id)")
        return Record(person, id: id)
      }
    }
    var corpus = SearchCorpus(kinds: .standard)
    for word in ["a", "b", "c", "d", "e"] { corpus = corpus.updated(people(word)) }
    #expect(corpus.lexicon.terms.count <= 4_000)
    #expect(try await corpus.search("e1999").matches.map(\.reference.id) == [1_999])
    #expect(try await corpus.search("\"d1999\"").count == 0)
  }
}
