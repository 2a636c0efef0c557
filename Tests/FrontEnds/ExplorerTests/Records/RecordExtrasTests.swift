import Catalogue
import Localization
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct RecordExtrasTests {
  @Test func `a value has a position among all values, and equal values share it`() throws {
    let scale = try #require(FieldScale([66, 172, 172, 264, 96]))
    #expect([264.0, 172, 96, 66, 1].map { scale.rank(of: $0) } == [1, 2, 4, 5, 6])
    #expect(!scale.isLogarithmic)
    #expect(scale.share(of: 132) == 0.5)
  }

  @Test func `a scale on which most bars would be empty is logarithmic`() throws {
    let scale = try #require(FieldScale([1_000, 2_000, 4_000, 1_000_000_000_000]))
    #expect(scale.isLogarithmic)
    #expect(scale.share(of: 1_000) > 0)
    #expect(scale.share(of: 1_000) < scale.share(of: 4_000))
    #expect(scale.share(of: 1_000_000_000_000) == 1)
  }

  @Test(arguments: [[], [1, 2], [5, 5, 5], [.nan, -1, 3, .infinity]] as [[Double]])
  func `there is no scale without different values`(_ values: [Double]) { #expect(FieldScale(values) == nil) }

  @Test(arguments: [(0.0, "────"), (0.5, "━━──"), (0.6, "━━╸─"), (1, "━━━━"), (7, "━━━━"), (.nan, "────")])
  func `a bar is filled in steps of half a column`(_ share: Double, _ text: String) { #expect(Bar.text(share, columns: 4).text == text) }

  @Test func `scales are kept while names are requested`() throws {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.send(.begin)
    harness.show("people/1")
    harness.settle()
    let caches = ColumnWidthCache()
    func draw() -> Int {
      _ = ExplorerScreen.frame(of: harness.explorer, at: harness.now, columnWidths: caches)
      return caches.scales.builtScales
    }
    let built = draw()
    #expect(built > 0)
    harness.explorer.cache.beginLoadingLabels([try #require(Reference("people/999"))], with: RequestID(9_999))
    #expect(draw() == built)
    let record = try Catalogue.standard.record(try #require(Reference("people/2")))
    harness.explorer.cache.store(record, Provenance(), from: RequestID(9_999), lastIssued: RequestID(9_999), at: harness.now)
    #expect(draw() > built)
  }

  @Test func `the people with the most films in common are shown by name, and can be opened`() throws {
    var harness = ExplorerHarness(columns: 80, rows: 43)
    harness.show("people/1")
    harness.settle()
    let record = try Catalogue.standard.record(try #require(Reference("people/1")))
    let companions = Companions(of: record, harness.explorer.cache, .standard).list
    #expect(companions.count == Companions.limit)
    #expect(companions.first?.films == 4)
    #expect(companions.map(\.films) == companions.map(\.films).sorted(by: >))
    #expect(!companions.contains { $0.reference == record.reference })
    let names = companions.map { harness.explorer.cache.label(of: $0.reference) }
    #expect(names.allSatisfy { if case .known = $0 { true } else { false } })
    let text = Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
    #expect(text.contains("Appears with"))
    #expect(text.contains("4 films"))
    let layout = RecordLayout(record, ReferenceWording(harness.explorer.cache, .standard, harness.explorer.settings.wording), width: 76)
    #expect(layout.rows.compactMap(\.reference).contains(try #require(companions.last).reference))
  }

  @Test func `values keep their column when the companions arrive`() throws {
    let record = try Catalogue.standard.record(try #require(Reference("people/1")))
    var harness = ExplorerHarness()
    func column(_ harness: ExplorerHarness) -> Int? {
      let names = ReferenceWording(harness.explorer.cache, .standard, harness.explorer.settings.wording)
      return RecordLayout(record, names, width: 76).lines.first?.segments.last?.column
    }
    let before = column(harness)
    harness.show("people/1")
    harness.settle()
    #expect(before == "Appears with".count + RecordLayout.gap)
    #expect(column(harness) == before)
  }

  @Test func `films and the list for the bars are requested only when nothing visible is pending`() {
    var harness = ExplorerHarness()
    harness.show("people/1")
    let (luke, film) = (Reference("people/1")!, Reference("films/1")!)
    harness.answerAll { query in
      if case .names = query { nil } else { CatalogueResults.result(of: query, Provenance()) }
    }
    #expect(harness.explorer.cache.entry(for: luke) != nil)
    harness.advance(by: .seconds(1))
    #expect(!harness.queries.contains(.record(film, revalidate: false)))
    harness.settle()
    #expect(harness.explorer.cache.entry(for: film) != nil)
  }

  @Test func `bars show where values stand among all records of the kind`() {
    var harness = ExplorerHarness(columns: 100, rows: 30)
    harness.show("people/1")
    harness.settle()
    let text = Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
    #expect(text.contains("━"))
    #expect(text.contains("of 81"))
  }

  @Test func `a record says which pages led to it`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.settle()
    harness.send(.navigate(.search("luke")))
    harness.send(.navigate(.record(Reference("people/1")!)))
    harness.settle()
    harness.send(.navigate(.record(Reference("planets/1")!)))
    harness.settle()
    let text = Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
    #expect(text.contains("Search › Luke Skywalker › Tatooine"))
  }

  // The labels in Shyriiwook are of any length.
  @Test(
    arguments: Languages.all.map(\.code).filter { $0 != "x-wookiee" },
    ["people/1", "films/1", "planets/1", "species/1", "vehicles/4", "starships/12"])
  func `no label is cut on the smallest screen`(_ code: String, _ reference: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let record = try Catalogue.standard.record(try #require(Reference(reference)))
    let wording = Explorer.Settings(theme: DarkTheme(), language: language).wording
    let width = RecordPane(ScreenLayout(Viewport(columns: 40, rows: 12)).detail).content.columns
    let layout = RecordLayout(record, ReferenceWording(RecordCache(), .standard, wording), width: width)
    let labels = layout.lines.compactMap { line in line.segments.first { $0.column == 0 && $0.row == nil }?.text.text }
    #expect(!labels.isEmpty)
    #expect(labels.filter { $0.hasSuffix("…") } == [])
  }
}
