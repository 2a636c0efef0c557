import Contracts
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Search

/// An index after any changes equals one built at once from the same records.
struct SearchCorpusTests {
  private let records = SearchCorpus.standard.records

  private func expectSame(_ grown: SearchCorpus, _ whole: SearchCorpus) async throws {
    #expect(grown.records == whole.records)
    #expect(grown.links.map(\.connections) == whole.links.map(\.connections))
    for query in ["luke", "tatoine", "green jedi", "at at walker", "kershner", "millennium"] {
      #expect(try await grown.search(query, limit: 500) == whole.search(query, limit: 500), "\(query)")
    }
    for (position, entry) in grown.entries.enumerated() { #expect(grown.position(of: entry.reference) == position) }
    for kind in Kinds.standard.all { #expect(grown.positions(of: kind.name) == whole.positions(of: kind.name)) }
    let words = records.flatMap { FoldedText($0.name).words.map(\.text) }
    #expect(words.map(grown.containsWord) == words.map(whole.containsWord))
  }

  /// A record of the kind and ID of `record` with other contents: those of another record, or a name with new words.
  private func changed(_ record: Record, using generator: inout SplitMix64) throws -> Record {
    if Bool.random(using: &generator) {
      let name = "Somebody \(Int.random(in: 0..<1_000, using: &generator)) Millennium"
      let id = record.reference.kind == .people ? record.reference.id : 500
      return try Kind.people.record(id: id) { $0 == "name" ? .text(name) : .missing }
    }
    let others = records.filter { $0.reference.kind == record.reference.kind }
    let other = try #require(others.randomElement(using: &generator))
    var members = try #require(other.canonical.object)
    members["id"] = .number(record.reference.id)
    return try Record(canonical: .object(members), kinds: .standard)
  }

  @Test(arguments: [1, 2] as [UInt64]) func `an index after random changes equals one built at once`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let index = RecordIndex.empty()
    var current: [Reference: Record] = [:]
    for _ in 0..<8 {
      for record in records.shuffled(using: &generator).prefix(.random(in: 0...60, using: &generator)) {
        let version = try current[record.reference] == nil ? record : changed(record, using: &generator)
        current[version.reference] = version
        await index.ingest([version.canonical])
      }
      let removed = Set(current.keys.sorted().shuffled(using: &generator).prefix(.random(in: 0...20, using: &generator)))
      await index.remove { removed.contains($0) }
      await index.flush()
      for reference in removed { current[reference] = nil }
      try await expectSame(index.snapshot.corpus, SearchCorpus(current.values, kinds: .standard))
    }
    await index.remove { _ in true }
    await index.flush()
    #expect(index.snapshot.corpus.count == 0 && index.snapshot.corpus.lexicon.terms.allSatisfy { !$0.isUsed })
  }

  @Test func `words that no longer occur are forgotten`() async throws {
    let index = RecordIndex.empty()
    for word in ["a", "b", "c", "d", "e"] {
      let people: [JSON] = (1...1_000).map { ["kind": "people", "id": .number($0), "name": .string("\(word)\($0)")] }
      await index.ingest(people)
      await index.flush()
    }
    let corpus = index.snapshot.corpus
    #expect(corpus.lexicon.terms.count <= 4_000)
    #expect(try await corpus.search("e999").matches.map(\.reference.id) == [999])
    #expect(try await corpus.search("\"d999\"").count == 0)
  }
}
