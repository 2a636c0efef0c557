import CoreMetrics
import Logging
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Search

/// What the index keeps of an origin that sends too much.
struct IndexLimitTests {
  private func person(_ id: Int, name: String = "Somebody", extras: JSON.Object = [:]) -> JSON {
    ["kind": "people", "id": .number(id), "name": .string(name), "extra": .object(extras)]
  }

  private func indexed(_ extras: JSON.Object) throws -> IndexEntry {
    let record = try Record(canonical: RecordLimits.applied(to: person(1, extras: extras)), kinds: .standard)
    var lexicon = Lexicon()
    return IndexEntry(record, CorpusSchema(.standard), addingTo: &lexicon)
  }

  @Test func `a record of megabytes is indexed in part`() throws {
    let entry = try indexed(["p": .array(Array(repeating: "abcdefghiN", count: 450_000))])
    #expect(entry.record.name == "Somebody")
    #expect(entry.record.canonicalBytes.count < 2 * RecordLimits.fieldBytes)
    #expect(entry.size < 1 << 20)
    #expect(SearchCorpus([entry.record], kinds: .standard).containsWord("abcdefghin"))
  }

  @Test func `a text ends after a whole character`() throws {
    let astronaut = "\u{1F469}\u{200D}\u{1F680}"
    let record = try indexed(["p": .string(String(repeating: astronaut, count: 1_000))]).record
    #expect(record.extras["p"]?.string == String(repeating: astronaut, count: RecordLimits.fieldBytes / astronaut.utf8.count))
  }

  @Test func `the fields of a record share its limit`() throws {
    let field = JSON.string(String(repeating: "x", count: RecordLimits.fieldBytes))
    let record = try indexed(JSON.Object((0..<100).map { ("f\($0)", field) })).record
    #expect(record.extras.count == RecordLimits.recordBytes / RecordLimits.fieldBytes - 1)
    #expect(record.canonicalBytes.count < RecordLimits.recordBytes + 1_024)
  }

  @Test func `a field with a very long name is left out`() throws {
    let record = try indexed([String(repeating: "n", count: RecordLimits.nameBytes + 1): "long", "short": "kept"]).record
    #expect(record.extras.names == ["short"])
  }

  @Test func `records of the catalogue are indexed whole`() {
    for known in SearchCorpus.standard.records {
      let record = try? Record(canonical: RecordLimits.applied(to: known.canonical), kinds: .standard)
      #expect(record == known)
    }
  }

  /// Fills an index of 100,000 bytes with people.
  private func fullIndex(_ log: LogRecorder) async -> RecordIndex {
    let index = RecordIndex.empty(maxBytes: 100_000, log: log)
    for id in 1...200 { await index.ingest([person(id)]) }
    await index.flush()
    return index
  }

  @Test func `a full index accepts changes of known records only`() async {
    let log = LogRecorder(.warning)
    let index = await fullIndex(log)
    let count = index.snapshot.corpus.count
    #expect((1..<200).contains(count))
    #expect(index.snapshot.isFull)
    #expect(log.messages.count { $0.contains("full") } == 1)
    await index.ingest([person(1, name: "Somebody Else"), person(200)])
    await index.flush()
    #expect(index.snapshot.corpus.name(of: Reference(.people, 1)) == "Somebody Else")
    #expect(index.snapshot.corpus.count == count)
    #expect(log.messages.count { $0.contains("full") } == 1)
  }

  @Test func `after a removal new records fit again`() async {
    let index = await fullIndex(LogRecorder())
    await index.remove { $0.id <= 10 }
    await index.ingest([person(200)])
    await index.flush()
    #expect(index.snapshot.corpus.name(of: Reference(.people, 200)) == "Somebody")
    #expect(!index.snapshot.isFull)
  }

  @Test func `a known record that no longer fits is removed`() async {
    let index = RecordIndex.empty(maxBytes: 16_000)
    await index.ingest([person(1)])
    await index.flush()
    #expect(await index.bytes > 0)
    let words: JSON = .string((0..<1_000).map { "w\($0)" }.joined(separator: " "))
    await index.ingest([person(1, extras: ["p": words])])
    await index.flush()
    #expect(index.snapshot.corpus.count == 0 && index.snapshot.isFull)
    #expect(await index.bytes == 0)
  }
}
