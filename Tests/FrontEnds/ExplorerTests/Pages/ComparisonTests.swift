import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

@Suite struct ComparisonTests {
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
