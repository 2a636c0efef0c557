import Models
import Testing

@testable import Search

/// A library that grew is the library of the same records.
struct LibraryTests {
  private let records = Library.standard.documents.map(\.record)

  private func expectSame(_ grown: Library, _ whole: Library) async throws {
    #expect(grown.documents.map(\.record) == whole.documents.map(\.record))
    #expect(grown.fame == whole.fame)
    for query in ["luke", "tatoine", "green jedi", "at at walker", "kershner", "millennium"] {
      #expect(try await grown.search(query, limit: 500) == whole.search(query, limit: 500), "\(query)")
    }
  }

  @Test func `record by record`() async throws {
    var library = Library.empty(.standard)
    for start in stride(from: 0, to: records.count, by: 37) {
      library = library.updated(records[start..<min(start + 37, records.count)].reversed())
    }
    try await expectSame(library, .standard)
  }

  @Test func `with some changed and some gone`() async throws {
    var person = Person()
    person.name = Prose("Millennium Somebody")
    let changed = Record(person, id: 1)
    let gone: Set = [Reference(Film.kind, 1), Reference(Planet.kind, 1), Reference(Planet.kind, 9_999)]
    let library = Library.standard.updated([changed], removing: gone)
    try await expectSame(
      library, Library(records.filter { !gone.contains($0.reference) && $0.reference != changed.reference } + [changed], kinds: .standard))
    #expect(library.name(of: changed.reference) == "Millennium Somebody")
    #expect(!library.knows("tatooine") == library.documents.allSatisfy { !FoldedText($0.name).words.map(\.text).contains("tatooine") })
  }

  @Test func `of a record that comes again the newer form counts`() {
    let library = Library.standard.updated([records[0]])
    #expect(library.documents.count == records.count)
  }
}
