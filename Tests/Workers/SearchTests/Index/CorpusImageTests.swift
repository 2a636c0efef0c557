import CoreMetrics
import Databases
import GRDB
import Models
import TestSupport
import Testing

@testable import Search

/// The image of the index, which the next start reads.
struct CorpusImageTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("search.sqlite")
  }

  @Test func `a corpus read from its image answers alike`() async throws {
    let corpus = SearchCorpus.standard
    var read = try SearchCorpus(image: corpus.image, kinds: .standard)
    #expect(read.documents.map(\.record) == corpus.documents.map(\.record))
    #expect(read.inboundReferences == corpus.inboundReferences)
    for query in ["luke", "tatoine", "homeworld:naboo", "mass>1000", "kershner", "blue eyes"] {
      #expect(try await read.search(query, limit: 500) == corpus.search(query, limit: 500), "\(query)")
    }
    // It can be changed like any other.
    read = read.updated([Models.Record](), removing: Set(corpus.documents.map(\.reference)))
    #expect(read.count == 0 && read.lexicon.entries.allSatisfy { $0.occurrences.isEmpty })
  }

  @Test func `an image that is cut or of other kinds is rejected`() throws {
    let image = SearchCorpus.standard.image
    for length in stride(from: 0, to: image.count, by: image.count / 50) {
      #expect(throws: ImageReader.Malformed.self) { try SearchCorpus(image: Array(image[..<length]), kinds: .standard) }
    }
    #expect(throws: ImageReader.Malformed.self) { try SearchCorpus(image: image, kinds: Kinds([Film.self])) }
  }

  @Test func `damaged numbers in an image never trap`() {
    var generator = SplitMix64(seed: 3)
    let image = SearchCorpus(SearchCorpus.standard.documents.prefix(20).map(\.record), kinds: .standard).image
    for _ in 0..<300 {
      var damaged = image
      // Counts, ends and IDs take eight or four bytes each; a large byte makes them too large.
      damaged[Int.random(in: 0..<image.count, using: &generator) & ~3] = 0x7F
      if let corpus = try? SearchCorpus(image: damaged, kinds: .standard) { #expect(corpus.count <= 20) }
    }
  }

  private func open() throws -> IndexStore { try IndexStore(file: path, logger: .silent) }

  private func index(_ store: IndexStore) -> RecordIndex {
    RecordIndex(store, kinds: .standard, metrics: SearchMetrics(NOOPMetricsHandler.instance), logger: .silent)
  }

  private func person(_ id: Int, _ name: String) -> Models.Record {
    var person = Person()
    person.name = Prose(name)
    return Models.Record(person, id: id)
  }

  @Test func `a start reads the image and what has changed since`() async throws {
    let first = index(try open())
    await first.load()
    await first.ingest((1...ImageState.minChanges).map { person($0, "Somebody \($0)").canonical }, from: .individual)
    await first.close()
    let store = try open()
    #expect(try await store.image(of: nil)?.changed.isEmpty == true)
    try await store.apply([IndexRow(person(1, "Changed Name"))], removing: [Reference(.people, 2)], counts: [:], of: nil)
    let image = try await store.image(of: nil)
    #expect(image?.changed.count == 1 && image?.removed == [Reference(.people, 2)])
    let second = index(store)
    await second.load()
    #expect(second.snapshot.corpus.count == ImageState.minChanges - 1)
    #expect(second.snapshot.corpus.name(of: Reference(.people, 1)) == "Changed Name")
    // Records that are the same are no change.
    await second.ingest([person(3, "Somebody 3").canonical], from: .individual)
    await second.flush()
    #expect(try await store.image(of: nil)?.changed.count == 1)
    await second.close()
  }

  @Test func `an image is not saved over changes of another worker`() async throws {
    let store = try open()
    let before = try await store.apply([IndexRow(person(1, "One"))], counts: [:], of: nil).after
    try await store.apply([IndexRow(person(2, "Two"))], counts: [:], of: nil)
    #expect(try await !store.save(SearchCorpus.standard.image, of: nil, revision: before))
    #expect(try await store.image(of: nil) == nil)
    await store.close()
  }

  @Test func `a damaged image is not used`() async throws {
    let store = try open()
    let revision = try await store.apply([IndexRow(person(1, "One"))], counts: [:], of: nil).after
    #expect(try await store.save([1, 2, 3], of: nil, revision: revision))
    #expect(try await store.image(of: nil)?.bytes == [1, 2, 3])
    let index = index(store)
    await index.load()
    #expect(index.snapshot.corpus.count == 1)
    try await store.database.write { try $0.execute(sql: "UPDATE images SET bytes = x'010204'") }
    #expect(try await store.image(of: nil) == nil)
    await index.close()
  }
}
