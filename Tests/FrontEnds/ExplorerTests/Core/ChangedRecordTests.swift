import Contracts
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// Which records are requested after they changed: those on the screen at once, the others when they are shown.
@Suite struct ChangedRecordTests {
  static let people = KindName.people
  static let luke = ExplorerTests.luke
  static let leia = ExplorerTests.leia

  /// The records that pending queries request.
  static func requested(_ harness: ExplorerHarness) -> [Reference] {
    harness.queries.compactMap { if case .record(let reference, _) = $0 { reference } else { nil } }
  }

  /// Opens pages of these records, each above the one before.
  static func shown(_ references: Reference...) throws -> ExplorerHarness {
    var harness = ExplorerHarness()
    for reference in references {
      try harness.show(reference, named: "Old")
    }
    return harness
  }

  @Test func `a changed record that is not on the screen is reloaded when its page appears`() throws {
    var harness = try Self.shown(Self.luke, Self.leia)
    harness.send(.event(.changed(Self.luke)))
    #expect(Self.requested(harness) == [])
    harness.perform(.back)
    #expect(Self.requested(harness) == [Self.luke])
  }

  @Test func `after missed events the history and other tabs wait until they are shown`() throws {
    var harness = try Self.shown(Self.luke, Self.leia)
    let tab = harness.explorer.current
    let hope = Reference(.films, 1)
    harness.show("films/1")
    harness.answer(.record(hope, revalidate: false), .record(try ExplorerTests.record(hope, "A New Hope"), Provenance()))
    harness.send(.event(.everythingInvalidated))
    #expect(Self.requested(harness) == [hope])
    harness.send(.navigate(.tab(tab)))
    // What is not on the screen is not requested any more.
    #expect(Self.requested(harness) == [Self.leia])
    harness.perform(.back)
    #expect(Self.requested(harness) == [Self.luke])
  }

  @Test func `a match whose record changed while another page was open gets its new name`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.settle { query in
      switch query {
      case .history: ExplorerHarness.history("luke")
      case .search: ExplorerHarness.results("luke", ExplorerHarness.match("people/1", "Luke"))
      default: nil
      }
    }
    try harness.store("people/1")
    harness.open(KindName.films)
    harness.settle()
    harness.send(.event(.changed(Self.luke)))
    #expect(Self.requested(harness) == [])
    harness.perform(.search)
    #expect(Self.requested(harness) == [Self.luke])
  }

  @Test func `a list in another tab with a changed record is reloaded when it is opened`() {
    var harness = ListModelTests.opened()
    harness.open(KindName.films)
    harness.send(.event(.changed(Self.luke)))
    #expect(!harness.queries.contains(.page(Self.people, 1, revalidate: false)))
    harness.open(Self.people)
    #expect(harness.queries.contains(.page(Self.people, 1, revalidate: false)))
  }

  @Test func `a list whose records all change is reloaded once, when the changes stop`() throws {
    let references = (1...60).map { Reference(Self.people, $0) }
    var harness = ExplorerHarness()
    harness.open(Self.people)
    let query = ExplorerQuery.page(Self.people, 1, revalidate: false)
    func page(_ name: String) -> QueryResult {
      ExplorerHarness.page(1, of: 1, count: references.count, references.map { _ in name }, first: 1)
    }
    harness.answer(query, page("Old"))
    for reference in references { harness.send(.event(.changed(reference))) }
    // Those on the screen are reloaded at once.
    #expect((1...ListModel.height(harness.explorer.layout)).contains(Self.requested(harness).count))
    harness.answerAll { query in
      guard case .record(let reference, _) = query else { return nil }
      return (try? ExplorerTests.record(reference, "New")).map { .record($0, Provenance()) }
    }
    #expect(!harness.queries.contains(query))
    harness.advance(by: ListModel.changeDebounce)
    #expect(harness.queries.count { $0 == query } == 1)
    harness.answer(query, page("New"))
    #expect(ListModelTests.names(harness) == references.map { _ in "New" })
  }
}
