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

  private func ingested(_ extras: JSON.Object) throws -> (record: Record, bytes: Int) {
    var records = IndexedRecords(kinds: .standard)
    _ = records.ingest([person(1, extras: extras)], from: .individual)
    return (try #require(records.takePendingChange().records[Reference(.people, 1)]?.record), records.bytes)
  }

  @Test func `a record of megabytes is indexed in part`() throws {
    let (record, bytes) = try ingested(["p": .array(Array(repeating: "abcdefghiN", count: 450_000))])
    #expect(record.name == "Somebody")
    #expect(record.canonical.bytes().count < 2 * RecordLimits.fieldBytes)
    #expect(bytes < 1 << 20)
    #expect(SearchCorpus([record], kinds: .standard).containsWord("abcdefghin"))
  }

  @Test func `a text ends after a whole character`() throws {
    let astronaut = "\u{1F469}\u{200D}\u{1F680}"
    let (record, _) = try ingested(["p": .string(String(repeating: astronaut, count: 1_000))])
    #expect(record.extras["p"]?.string == String(repeating: astronaut, count: RecordLimits.fieldBytes / astronaut.utf8.count))
  }

  @Test func `the fields of a record share its limit`() throws {
    let field = JSON.string(String(repeating: "x", count: RecordLimits.fieldBytes))
    let (record, _) = try ingested(JSON.Object((0..<100).map { ("f\($0)", field) }))
    #expect(record.extras.count == RecordLimits.recordBytes / RecordLimits.fieldBytes)
    #expect(record.canonical.bytes().count < RecordLimits.recordBytes + 1_024)
  }

  @Test func `a field with a very long name is left out`() throws {
    let (record, _) = try ingested([String(repeating: "n", count: RecordLimits.nameBytes + 1): "long", "short": "kept"])
    #expect(record.extras.names == ["short"])
  }

  @Test func `records of the catalogue are indexed whole`() {
    for document in SearchCorpus.standard.documents {
      let record = try? Record(canonical: RecordLimits.applied(to: document.record.canonical), kinds: .standard)
      #expect(record == document.record)
    }
  }

  /// Fills an index of 100,000 bytes with people.
  private func fullIndex(_ log: LogRecorder) async throws -> RecordIndex {
    let index = RecordIndex(
      try IndexStore(file: nil, logger: .silent), kinds: .standard, metrics: SearchMetrics(NOOPMetricsHandler.instance), maxBytes: 100_000,
      logger: log.logger)
    await index.load()
    for id in 1...200 { await index.ingest([person(id)], from: .individual) }
    await index.flush()
    return index
  }

  @Test func `a full index accepts changes of known records only`() async throws {
    let log = LogRecorder(.warning)
    let index = try await fullIndex(log)
    let count = index.snapshot.corpus.documents.count
    #expect((1..<200).contains(count))
    #expect(index.snapshot.warning?.contains("full") == true)
    #expect(log.messages.count { $0.contains("full") } == 1)
    await index.ingest([person(1, name: "Somebody Else"), person(200)], from: .individual)
    await index.flush()
    #expect(index.snapshot.corpus.name(of: Reference(.people, 1)) == "Somebody Else")
    #expect(index.snapshot.corpus.documents.count == count)
    #expect(log.messages.count { $0.contains("full") } == 1)
    await index.close()
  }

  @Test func `after a removal new records fit again`() async throws {
    let index = try await fullIndex(LogRecorder())
    await index.remove({ $0.id <= 10 }, counts: { _ in false })
    await index.ingest([person(200)], from: .individual)
    await index.flush()
    #expect(index.snapshot.corpus.name(of: Reference(.people, 200)) == "Somebody")
    #expect(index.snapshot.warning == nil)
    await index.close()
  }

  @Test func `a known record that no longer fits is removed`() {
    var records = IndexedRecords(kinds: .standard, maxBytes: 16_000)
    _ = records.ingest([person(1)], from: .individual)
    _ = records.takePendingChange()
    let before = records.bytes
    #expect(before > 0)
    let words: JSON = .string((0..<1_000).map { "w\($0)" }.joined(separator: " "))
    _ = records.ingest([person(1, extras: ["p": words])], from: .individual)
    #expect(records.count == 0 && records.bytes == 0 && records.isFull)
    #expect(records.takePendingChange().removed == [Reference(.people, 1)])
  }

  @Test func `stored records that do not fit are removed from the store`() throws {
    var records = IndexedRecords(kinds: .standard, maxBytes: 40_000)
    let stored = SearchCorpus.standard.documents.prefix(50).map { TokenizedRecord($0.record) }
    let merged = records.merge(stored: stored, counts: [:])
    #expect(!merged.isEmpty && merged.count < stored.count)
    #expect(records.takePendingChange().removed.count == stored.count - merged.count)
    #expect(records.bytes <= records.maxBytes)
  }
}
