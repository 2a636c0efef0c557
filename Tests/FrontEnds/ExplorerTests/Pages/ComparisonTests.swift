import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

@Suite struct ComparisonTests {
  static func person(_ id: Int, height: String, films: [Int]) throws -> Record {
    let films = films.map { Reference(.films, $0).canonical }
    return try Record(
      canonical: [
        "kind": "people", "id": .number(id), "name": .string("P\(id)"), "height": ["text": .string(height)], "gender": "male",
        "films": .array(films), "created": "2014-12-09T13:50:51.644000Z",
      ], kinds: .standard)
  }

  static func comparison() throws -> Comparison {
    Comparison([try person(1, height: "172", films: [1, 2, 3]), try person(4, height: "unknown", films: [3, 1])]) {
      StyledText("\($0)", .accent)
    }
  }

  @Test func `rows follow the order of the fields and leave out the origin's bookkeeping`() throws {
    let comparison = try Self.comparison()
    #expect(comparison.names == ["P1", "P4"])
    #expect(comparison.rows.map(\.key) == ["gender", "height", "films"])
    #expect(comparison.rows.map(\.differs) == [false, true, true])
  }

  @Test func `a field that a kind lacks is never the same as an empty list`() throws {
    func record(_ kind: String, _ members: JSON.Object = [:]) throws -> Record {
      var canonical: JSON.Object = ["kind": .string(kind), "id": 1, "name": "X"]
      for member in members { canonical[member.name] = member.value }
      return try Record(canonical: .object(canonical), kinds: .standard)
    }
    func differs(_ other: Record) throws -> Bool? {
      let records = [try record("people", ["species": []]), other]
      return Comparison(records) { StyledText("\($0)") }.rows.first { $0.key == "species" }?.differs
    }
    #expect(try differs(try record("planets")) == true)
    #expect(try differs(try record("people")) == false)
    #expect(try differs(try record("people", ["species": []])) == false)
  }

  @Test func `the document has the complete records and the fields that differ`() throws {
    let document = ComparisonDocument([try Self.person(1, height: "1", films: []), try Self.person(2, height: "2", films: [])])
    #expect(document.json["records"]?.array?.count == 2)
    #expect(document.json["fields"]?.array?.contains(["key": "height", "differs": true]) == true)
    #expect(document.sheet.header == ["field", "people/1", "people/2"])
  }

  @Test func `at most six different records are compared, and left and right move between them`() {
    let references = (1...8).map { Reference(.people, $0) }
    #expect(CompareModel(references + references).references == Array(references.prefix(6)))
    var harness = ExplorerHarness()
    harness.open(KindName.people)
    harness.send(.navigate(.compare(Array(references.prefix(2)))))
    #expect(harness.queries.contains(.record(references[1], revalidate: false)))
    harness.perform(.right, .right)
    #expect(harness.explorer.subject == references[1])
    harness.perform(.open)
    #expect(harness.explorer.subject == references[1])
    harness.perform(.back, .left)
    #expect(harness.explorer.subject == references[0])
  }
}
