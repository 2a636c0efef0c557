import Models
import OrderedJSON
import Testing

@testable import Search

struct PackedRecordTests {
  private func unpacked(_ record: Record) -> Record? {
    PackedRecord(PackedRecord.bytes(of: record, kinds: .standard)[...]).record(record.reference, kinds: .standard)
  }

  @Test func `a record is the same after packing and unpacking`() {
    for document in SearchCorpus.standard.documents {
      #expect(unpacked(document.record) == document.record)
      #expect(unpacked(document.record)?.canonical == document.record.canonical)
    }
  }

  @Test(
    arguments: [
      ["kind": "people", "id": 1],
      ["kind": "people", "id": 9_223_372_036_854_775_807, "name": "", "height": "unknown", "films": [], "homeworld": .null],
      ["kind": "people", "id": 2, "name": "Twice", "gender": "Twice", "homeworld": ["kind": "moons", "id": 7], "films": .null],
      ["kind": "people", "id": 3, "name": "Padmé", "extra": ["height": "tall", "list": [1, 2]]],
      ["kind": "moons", "id": 4, "name": "Endor", "extra": ["terrain": "forest", "title": "Moon"]],
      ["kind": "moons", "id": 5, "name": "moons/5", "extra": [:]],
    ] as [JSON])
  func `values of every form survive`(json: JSON) throws {
    let record = try Record(canonical: json, kinds: .standard)
    #expect(unpacked(record) == record)
    #expect(unpacked(record)?.canonical == record.canonical)
  }

  @Test func `cut bytes are not a record`() {
    for document in SearchCorpus.standard.documents.prefix(5) {
      let bytes = PackedRecord.bytes(of: document.record, kinds: .standard)
      for length in bytes.indices { #expect(PackedRecord(bytes[..<length]).record(document.reference, kinds: .standard) == nil) }
    }
  }
}
