import Localization
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct RecordExtrasTests {
  @Test(
    arguments: [
      (264, [66, 172, 172, 264, 96], 1, 1), (172, [66, 172, 172, 264, 96], 2, 0.8), (96, [66, 172, 172, 264, 96], 4, 0.4),
      (1e12, [1_000, 2_000, 1e12, .nan, .infinity], 1, 1), (5, [], nil, nil), (1, [1, 2], nil, nil), (5, [5, 5, 5], nil, nil),
    ] as [(Double, [Double], Int?, Double?)])
  func `a value has a position among all different values, and equal values share it`(
    _ value: Double, _ values: [Double], _ rank: Int?, _ share: Double?
  ) {
    let place = FieldRank(of: value, among: values)
    #expect(place?.rank == rank && place?.share == share)
  }

  @Test(arguments: [(0.0, "────"), (0.5, "━━──"), (0.6, "━━╸─"), (1, "━━━━"), (7, "━━━━"), (.nan, "────")])
  func `a bar is filled in steps of half a column`(_ share: Double, _ text: String) { #expect(Bar.text(share, columns: 4).text == text) }

  @Test func `the people with the most films in common are shown by name, and can be opened`() throws {
    var harness = ExplorerHarness(columns: 80, rows: 43)
    harness.show("people/1")
    harness.settle()
    let record = try Catalogue.standard.record(try #require(Reference("people/1")))
    let companions = Companions(of: record, harness.explorer.records, .standard).list
    #expect(companions.count == Companions.limit)
    #expect(companions.first?.films == 4)
    #expect(companions.map(\.films) == companions.map(\.films).sorted(by: >))
    #expect(!companions.contains { $0.reference == record.reference })
    #expect(harness.screen.contains("Appears with") && harness.screen.contains("4 films"))
    let layout = RecordLayout(record, ReferenceWording(harness.explorer.records, .standard, harness.explorer.settings.wording), width: 76)
    #expect(layout.rows.compactMap(\.reference).contains(try #require(companions.last).reference))
  }

  @Test func `films and the list for the bars are requested only when nothing visible is pending`() {
    var harness = ExplorerHarness()
    harness.show("people/1")
    let (luke, film) = (Reference("people/1")!, Reference("films/1")!)
    harness.answerAll { query in
      if case .names = query { nil } else { CatalogueResults.result(of: query, Provenance()) }
    }
    #expect(harness.explorer.records[luke] != nil)
    harness.advance(by: .seconds(1))
    #expect(!harness.queries.contains(.record(film, revalidate: false)))
    harness.settle()
    #expect(harness.explorer.records[film] != nil)
  }
}
