import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// Favourites: a key adds and removes them, and a tab shows them.
@Suite struct FavouriteTests {
  /// A file of favourites that answers as the real one does.
  private struct File {
    var references: [Reference] = []
    var fails = false

    mutating func answer(_ query: ExplorerQuery) -> QueryResult? {
      switch query {
      case .favourites: return .favourites(references)
      case .setFavourite where fails: return .failed(Problem(507, "cannot save", detail: "the disk is full"))
      case .setFavourite(let reference, let isFavourite):
        references.removeAll { $0 == reference }
        if isFavourite { references.append(reference) }
        return .favourites(references)
      default: return SearchResults.results(query)
      }
    }
  }

  private static func reference(_ text: String) throws -> Reference { try #require(Reference(text)) }

  private func harness(columns: Int = 80, rows: Int = 24, _ file: inout File) -> ExplorerHarness {
    var harness = ExplorerHarness(
      Viewport(columns: columns, rows: rows), Explorer.Settings(theme: Themes.all[0], language: English()), keepsFavourites: true)
    harness.send(.begin)
    settle(&harness, &file)
    return harness
  }

  private func settle(_ harness: inout ExplorerHarness, _ file: inout File) {
    var copy = file
    harness.settle { copy.answer($0) }
    file = copy
  }

  private func favourites(_ harness: ExplorerHarness) throws -> FavouritesModel {
    guard let model = harness.explorer.tab.root as? FavouritesModel else { throw Problem(500, "another tab is open") }
    return model
  }

  @Test func `the key adds the selected record at once, and removes it again`() throws {
    var file = File()
    var harness = harness(&file)
    harness.show("people/1")
    settle(&harness, &file)
    harness.perform(.favourite)
    let luke = try Self.reference("people/1")
    #expect(harness.explorer.isFavourite(luke))
    #expect(harness.sentQueries.contains(.setFavourite(luke, true)))
    #expect(harness.screen.contains("★ Luke Skywalker"))
    #expect(harness.explorer.toast?.text == "added Luke Skywalker to the favourites")
    settle(&harness, &file)
    #expect(file.references == [luke])
    harness.perform(.favourite)
    settle(&harness, &file)
    #expect(file.references.isEmpty && !harness.explorer.isFavourite(luke))
  }

  @Test func `only the answer to the last change or request counts`() throws {
    var file = File()
    var harness = harness(&file)
    harness.show("people/1")
    settle(&harness, &file)
    let luke = try Self.reference("people/1")
    harness.perform(.favourite, .favourite)
    harness.answer(.setFavourite(luke, true), .favourites([luke]))
    #expect(!harness.explorer.isFavourite(luke))
    harness.perform(.tab9, .favourite)
    harness.send(.navigate(.recordInTab(luke)))
    harness.perform(.favourite)
    harness.answer(.setFavourite(luke, false), .favourites([]))
    harness.answer(.favourites, .favourites([]))
    #expect(harness.explorer.isFavourite(luke))
    harness.answer(.setFavourite(luke, true), .favourites([luke]))
    #expect(harness.explorer.isFavourite(luke))
  }

  @Test func `a list shows a star before its favourites`() throws {
    var file = File(references: [try Self.reference("people/1")])
    var harness = harness(&file)
    harness.open("people")
    settle(&harness, &file)
    harness.send(.perform(.filter))
    harness.type("luke")
    let rows = harness.screen.split(separator: "\n").filter { $0.contains("Luke Skywalker") }
    #expect(rows.count == 1 && rows[0].hasPrefix("|★▸"))
  }

  @Test func `a change that cannot be saved is taken back and reported`() throws {
    var file = File(references: [], fails: true)
    var harness = harness(&file)
    harness.show("people/1")
    settle(&harness, &file)
    harness.perform(.favourite)
    settle(&harness, &file)
    #expect(harness.explorer.toast?.text == "the disk is full")
    #expect(harness.explorer.favourites == [])
  }

  @Test func `the tab has all kinds, the last one first, sorts, filters and opens`() throws {
    let names = ["people/1", "planets/1", "starships/12", "people/4"]
    var file = File(references: try names.map { try Self.reference($0) })
    var harness = harness(columns: 132, rows: 43, &file)
    harness.perform(.tab9)
    settle(&harness, &file)
    #expect(try favourites(harness).rows == file.references.reversed())
    harness.perform(.sort)
    #expect(try favourites(harness).rows.map(\.description) == ["people/4", "people/1", "planets/1", "starships/12"])
    harness.send(.click(.heading("kind")))
    #expect(try favourites(harness).rows.map(\.description) == ["people/4", "people/1", "planets/1", "starships/12"])
    harness.send(.click(.heading("kind")))
    #expect(try favourites(harness).rows.map(\.description) == ["starships/12", "planets/1", "people/1", "people/4"])
    harness.perform(.filter)
    harness.type("planet")
    #expect(try favourites(harness).rows.map(\.description) == ["planets/1"])
    harness.perform(.open, .open)
    settle(&harness, &file)
    #expect(harness.explorer.subject?.description == "planets/1")
    #expect(harness.screen.contains("Favourites › Tatooine"))
  }

  @Test func `favourites that another program adds appear when the tab is opened, and when it is reloaded`() throws {
    var file = File()
    var harness = harness(&file)
    file.references = [try Self.reference("films/1")]
    harness.perform(.tab9)
    settle(&harness, &file)
    #expect(harness.screen.contains("A New Hope"))
    file.references.append(try Self.reference("planets/1"))
    harness.perform(.reload)
    settle(&harness, &file)
    #expect(harness.screen.contains("Tatooine"))
  }

  @Test func `without a place for them there is no tab, and the key says that it has no effect`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.show("people/1")
    harness.settle(SearchResults.results)
    harness.perform(.favourite)
    #expect(harness.explorer.toast?.text == English().say(.noEffect("favourite")))
    #expect(!harness.explorer.tabs.contains { $0.content == .favourites })
    #expect(!harness.explorer.hints.contains(.favourite))
  }

  @Test func `the tab is drawn`() throws {
    let references = try ["people/1", "planets/1", "starships/12", "films/1"].map { try Self.reference($0) }
    expectGolden("favourites", Golden.views) { harness in
      harness.explorer = Explorer(
        kinds: .standard, settings: harness.explorer.settings, viewport: harness.explorer.layout.viewport, keepsFavourites: true)
      harness.send(.begin)
      let answer: (ExplorerQuery) -> QueryResult? = { $0 == .favourites ? .favourites(references) : SearchResults.results($0) }
      harness.settle(answer)
      harness.perform(.tab9)
      harness.settle(answer)
      harness.perform(.down)
    }
  }
}
