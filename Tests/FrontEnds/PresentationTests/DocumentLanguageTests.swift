import Contracts
import Localization
import Models
import TestSupport
import Testing
import Text

@testable import Presentation

@Suite struct DocumentLanguageTests {
  @Test func `documents are translated`() throws {
    let wording = Wording(German(), units: .imperial, dates: .iso)
    let surface = Surface(isTerminal: true, columns: 60, painter: Painter(usesColor: false))
    #expect(
      TableFormat().render(RecordDocument([try record(luke)], kinds: .standard, wording: wording), on: surface) == """
        Luke Skywalker                                      people/1

        Geboren     19 VSY
        Geschlecht  männlich
        Heimat      planets/1

        Größe       38′5″

        Filme       films/1 · films/9

        """)
    let people = try #require(Kinds.standard[.people])
    #expect(
      TableFormat().render(ListDocument(people, [try record(luke)], wording: wording), on: surface) == """
        NAME            HEIMAT    FILME          GEBOREN  GESCHLECHT
        Luke Skywalker  planets…  films/1, fil…   19 VSY  männlich

        """)
  }

  @Test func `a quantity in an excerpt is in the units of the reader`() throws {
    let match = Match(
      try #require(Reference("people/1")), "Luke", field: "height", excerpt: "172 cm", marks: [0..<3],
      quantity: [Measure(.whole(172), unit: "cm")])
    let metric = try #require(match.localizedExcerpt(.standard))
    #expect(metric.text == "172 cm" && metric.marks == [0..<3])
    let imperial = try #require(match.localizedExcerpt(Wording(English(), units: .imperial)))
    #expect(imperial.text == "5′8″" && imperial.marks == [])
  }
}
