import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// One record: Luke, with a homeworld and three films.
@Suite struct RecordModelTests {
  static let luke = Reference(.people, 1)
  static let tatooine = Reference(.planets, 1)
  static let films = (1...3).map { Reference(.films, $0) }
  static let names = ExplorerQuery.names([tatooine] + films)

  static func record() throws -> Record {
    try Record(
      canonical: [
        "kind": "people", "id": 1, "name": "Luke", "height": ["text": "172"], "homeworld": tatooine.canonical,
        "films": .array(films.map(\.canonical)),
      ], kinds: .standard)
  }

  static func shown(rows: Int = 24) throws -> ExplorerHarness {
    var harness = ExplorerHarness(rows: rows)
    harness.open(KindName.people)
    harness.send(.navigate(.record(luke)))
    harness.answer(.record(luke, revalidate: false), .record(try record(), Provenance()))
    return harness
  }

  private static func content(_ harness: ExplorerHarness) -> Loadable<Record>? {
    (harness.explorer.page as? RecordModel)?.content(harness.explorer.records, harness.explorer.settings)
  }

  @Test func `references are requested together, each once, in order`() throws {
    let harness = try Self.shown()
    #expect(harness.queries.contains(Self.names))
    #expect(harness.queries.count { if case .names = $0 { true } else { false } } == 1)
  }

  @Test func `the cursor is on the first reference, and enter follows it`() throws {
    var harness = try Self.shown()
    try harness.walk(
      .press([.open]), .selects(Self.tatooine), .press([.back]), .selects(Self.luke), .press([.last, .open]), .selects(Self.films[2]))
  }

  @Test func `reload revalidates, and a failure keeps the record and shows the problem`() throws {
    var harness = try Self.shown()
    try harness.walk(
      .press([.reload]), .answer(.record(Self.luke, revalidate: true), .failed(ExplorerHarness.originDown)),
      .toast(English().say(.notReloaded("nothing is listening"))), .sees("172"))
  }

  @Test func `if names have to be complete, a record shows none before all have arrived, or why one has not`() throws {
    var harness = try Self.shown()
    harness.explorer.settings.needsAllNames = true
    var failing = harness
    let id = try #require(harness.requests.first { $0.query == Self.names }?.id)
    for reference in [Self.tatooine] + Self.films {
      #expect(Self.content(harness) == .loading)
      harness.send(.receivedPart(id, .names([.known(try ExplorerTests.record(reference, "x"))])))
    }
    #expect(Self.content(harness)?.value != nil)
    failing.send(.receivedPart(id, .names([.failed(Self.tatooine, ExplorerHarness.originDown)])))
    #expect(Self.content(failing) == .failed(ExplorerHarness.originDown))
    try failing.walk(.press([.reload]), .settle())
    #expect(Self.content(failing)?.value != nil)
  }

  @Test func `references show their names, or why they are missing, as they arrive`() throws {
    var harness = try Self.shown()
    let id = try #require(harness.requests.first { $0.query == Self.names }?.id)
    harness.send(
      .receivedPart(
        id,
        .names([
          .known(try ExplorerTests.record(Self.tatooine, "Tatooine")), .failed(Self.films[0], ExplorerHarness.originDown),
        ])))
    let names = ReferenceWording(harness.explorer.records, .standard, Wording(English()))
    #expect(names.text(of: Self.tatooine) == StyledText("Tatooine", .accent))
    #expect(names.text(of: Self.films[0]) == StyledText("films/1 (the origin does not answer)", .muted))
    #expect(names.text(of: Self.films[1]) == StyledText("…", .muted))
  }

  @Test func `only names that are not known are requested, and a changed record's name again`() throws {
    var harness = try Self.shown()
    harness.answer(Self.names, .names(try ([Self.tatooine] + Self.films).map { .known(try ExplorerTests.record($0, "n")) }))
    harness.perform(.back)
    harness.send(.navigate(.record(Self.luke)))
    #expect(!harness.queries.contains { if case .names = $0 { true } else { false } })
    harness.send(.event(.topic(.changed(Self.tatooine))))
    #expect(harness.queries.contains(.names([Self.tatooine])))
    harness.answer(.names([Self.tatooine]), .names([.known(try ExplorerTests.record(Self.tatooine, "Renamed"))]))
    let names = ReferenceWording(harness.explorer.records, .standard, Wording(English()))
    #expect(names.name(of: Self.tatooine) == "Renamed")
    // The name of a loaded record is its own.
    try harness.show(Self.tatooine, named: "Loaded")
    #expect(ReferenceWording(harness.explorer.records, .standard, Wording(English())).name(of: Self.tatooine) == "Loaded")
  }

  @Test func `the cursor visits every position, and none lies beyond the width`() throws {
    let names = ReferenceWording(RecordStore(), .standard, Wording(English()))
    for width in [24, 37, 60, 120] {
      let layout = RecordLayout(try Self.record(), names, width: width)
      #expect(layout.rows.compactMap(\.reference) == [Self.tatooine] + Self.films)
      for segment in layout.lines.joined() { #expect(segment.column + segment.text.columns <= width) }
      #expect(layout.rows.allSatisfy { $0.lines.upperBound <= layout.lines.count })
    }
  }
}
