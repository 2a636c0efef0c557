import Models
import OrderedJSON
import TestSupport
import Testing
import Text

@testable import Presentation

@Suite struct DocumentsTests {
  static let terminal = Surface(isTerminal: true, columns: 60, painter: Painter(usesColor: false))

  @Test func `a record is laid out on a terminal`() throws {
    let document = RecordDocument([try record(luke)], kinds: .standard)
    #expect(
      TableFormat().render(document, on: Self.terminal) == """
        Luke Skywalker                                      people/1

        Born       19 BBY
        Gender     male
        Homeworld  planets/1

        Height     1,172 cm

        Films      films/1 · films/9

        """)
  }

  @Test func `a record as JSON is in canonical form`() throws {
    let document = RecordDocument([try record(luke)], kinds: .standard)
    #expect(JSONFormat().render(document, on: .file).text == luke + "\n")
    #expect(JSONLinesFormat().render(document, on: .file).text == luke + "\n")
  }

  @Test func `a record as CSV has unformatted values`() throws {
    let rows = CSVFormat().render(RecordDocument([try record(luke)], kinds: .standard), on: .file).text.split(separator: "\n")
    #expect(rows[0].hasPrefix("kind,id,name,birthYear,gender,species,homeworld,height,mass,"))
    #expect(rows[1].hasPrefix("people,1,Luke Skywalker,"))
    #expect(rows[1].contains(",planets/1,1172,,"))
    #expect(rows[1].contains("\"films/1, films/9\""))
  }

  @Test func `a record of an unknown kind shows its raw fields`() throws {
    let droid = #"{"kind":"droids","id":3,"name":"IG-11","extra":{"model":"IG","arms":2,"bad":"a\u001b[2Jb"}}"#
    let document = RecordDocument([try record(droid)], kinds: .standard)
    #expect(
      PlainFormat().render(document, on: .file) == "droids/3\tIG-11\nmodel\tIG\narms\t2\nbad\ta\u{FFFD}[2Jb\n")
    #expect(document.sheet == Sheet(header: ["kind", "id", "name"], rows: [["droids", "3", "IG-11"]]))
  }

  @Test func `a list shows the chosen fields`() throws {
    let people = try #require(Kinds.standard[.people])
    let document = ListDocument(people, [try record(luke)])
    #expect(
      TableFormat().render(document, on: Self.terminal) == """
        NAME            HOMEWORLD  FILMS               BORN  GENDER
        Luke Skywalker  planets/1  films/1, films/9  19 BBY  male

        """)
    #expect(PlainFormat().render(document, on: .file) == "Luke Skywalker\tplanets/1\tfilms/1, films/9\t19 BBY\tmale\n")
    let chosen = ["mass", "species", "skinColor"].compactMap { key in people.fields.first { $0.key == key } }
    let absent = ListDocument(people, [try record(luke)], fields: chosen)
    #expect(PlainFormat().render(absent, on: .file) == "unknown\tnone\t—\n")
    #expect(document.json == .array([try JSON(parsing: luke)]))
  }

  @Test(arguments: Kinds.standard.all.map(\.name)) func `chosen columns are fields of the kind`(name: KindName) throws {
    let kind = try #require(Kinds.standard[name])
    let chosen = try #require(ListColumns.chosen[name.text])
    #expect(ListColumns.fields(of: kind).map(\.key) == chosen)
    #expect(chosen.contains(kind.fields[0].key))
  }
}
