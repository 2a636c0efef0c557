import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// One record: Luke, with a homeworld and three films.
@Suite struct RecordModelTests {
  static let luke = Reference(Person.kind, 1)
  static let tatooine = Reference(Planet.kind, 1)
  static let films = (1...3).map { Reference(Film.kind, $0) }

  static func record() throws -> Record {
    try Record(
      canonical: [
        "kind": "people", "id": 1, "name": "Luke", "height": ["text": "172"], "homeworld": tatooine.canonical,
        "films": .array(films.map(\.canonical)),
      ], kinds: .standard)
  }

  static func shown(rows: Int = 24) throws -> ExplorerHarness {
    var harness = ExplorerHarness(rows: rows)
    harness.open(Person.kind)
    harness.send(.navigate(.record(luke)))
    harness.answer(.record(luke, revalidate: false), .record(try record(), Provenance()))
    return harness
  }

  static func model(_ harness: ExplorerHarness) -> RecordModel? {
    if case .record(let model) = harness.explorer.page { model } else { nil }
  }

  @Test func `references are requested together, each once, in order`() throws {
    let harness = try Self.shown()
    let queries = harness.queries.filter { if case .record = $0 { true } else { false } }
    #expect(queries == ([Self.tatooine] + Self.films).map { .record($0, revalidate: false) })
  }

  @Test func `the cursor is on the first reference, and enter follows it`() throws {
    var harness = try Self.shown()
    harness.perform(.open)
    #expect(harness.explorer.subject == Self.tatooine)
    harness.perform(.back)
    #expect(harness.explorer.subject == Self.luke)
    harness.perform(.last, .open)
    #expect(harness.explorer.subject == Self.films[2])
  }

  @Test func `back restores where the cursor was`() throws {
    var harness = try Self.shown()
    harness.perform(.last)
    let before = Self.model(harness)?.top
    harness.perform(.open, .back, .open)
    #expect(harness.explorer.subject == Self.films[2])
    harness.perform(.back)
    #expect(Self.model(harness)?.top == before)
  }

  @Test func `copy copies the value under the cursor`() throws {
    var harness = try Self.shown()
    harness.perform(.first, .down, .copy)
    #expect(harness.effects.contains(.copy("172 cm")))
  }

  @Test func `reload revalidates, and a failure keeps the record and shows the problem`() throws {
    var harness = try Self.shown()
    harness.perform(.reload)
    let wasPending = harness.answer(.record(Self.luke, revalidate: true), .failed(ExplorerHarness.originDown))
    #expect(wasPending)
    #expect(harness.explorer.toast?.text == English().say(.notReloaded("nothing is listening")))
    guard case .loaded? = Self.model(harness)?.content(harness.explorer.cache) else {
      Issue.record("the record is gone")
      return
    }
  }

  @Test(arguments: [Action.reload, .open])
  func `a record that failed is requested again`(_ action: Action) {
    var harness = ExplorerHarness()
    harness.send(.navigate(.record(Self.luke)))
    harness.answer(.record(Self.luke, revalidate: false), .failed(ExplorerHarness.originDown))
    harness.perform(action)
    #expect(harness.queries.contains(.record(Self.luke, revalidate: action == .reload)))
  }

  @Test func `references show their name, or why it is missing`() throws {
    var harness = try Self.shown()
    harness.answer(.record(Self.tatooine, revalidate: false), .record(try ExplorerTests.record(Self.tatooine, "Tatooine"), Provenance()))
    harness.answer(.record(Self.films[0], revalidate: false), .failed(ExplorerHarness.originDown))
    let names = ReferenceWording(harness.explorer.cache, .standard, Wording(English()))
    #expect(names.text(of: Self.tatooine) == StyledText("Tatooine", .accent))
    #expect(names.text(of: Self.films[0]) == StyledText("films/1 (the origin does not answer)", .muted))
    #expect(names.text(of: Self.films[1]) == StyledText("…", .muted))
  }

  @Test func `the cursor visits every position, and none lies beyond the width`() throws {
    let names = ReferenceWording(RecordCache(), .standard, Wording(English()))
    for width in [8, 20, 37, 60, 120] {
      let layout = RecordLayout(try Self.record(), names, width: width)
      #expect(layout.rows.compactMap(\.reference) == [Self.tatooine] + Self.films)
      for segment in layout.lines.flatMap(\.segments) { #expect(segment.column + segment.text.columns <= max(8, width)) }
      #expect(layout.rows.allSatisfy { $0.lines.upperBound <= layout.lines.count })
    }
  }
}
