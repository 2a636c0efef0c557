import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// One record: Luke, of Tatooine, in three films, with a speeder that nobody can load.
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

  static func shown(rows: Int = 24) throws -> Rehearsal {
    var rehearsal = Rehearsal(rows: rows)
    rehearsal.open(Person.kind)
    rehearsal.send(.go(.record(luke)))
    rehearsal.answer(.record(luke, revalidate: false), .record(try record(), Provenance()))
    return rehearsal
  }

  static func model(_ rehearsal: Rehearsal) -> RecordModel? {
    if case .record(let model) = rehearsal.explorer.page { model } else { nil }
  }

  @Test func `what it points to is asked for together, each once, in its order`() throws {
    let rehearsal = try Self.shown()
    let asked = rehearsal.questions.filter { if case .record = $0 { true } else { false } }
    #expect(asked == ([Self.tatooine] + Self.films).map { .record($0, revalidate: false) })
  }

  @Test func `the cursor is on the first reference, and enter follows it`() throws {
    var rehearsal = try Self.shown()
    rehearsal.act(.open)
    #expect(rehearsal.explorer.subject == Self.tatooine)
    rehearsal.act(.back)
    #expect(rehearsal.explorer.subject == Self.luke)
    rehearsal.act(.last, .open)
    #expect(rehearsal.explorer.subject == Self.films[2])
  }

  @Test func `back restores where the cursor was`() throws {
    var rehearsal = try Self.shown()
    rehearsal.act(.last)
    let before = Self.model(rehearsal)?.top
    rehearsal.act(.open, .back, .open)
    #expect(rehearsal.explorer.subject == Self.films[2])
    rehearsal.act(.back)
    #expect(Self.model(rehearsal)?.top == before)
  }

  @Test func `copy takes the value under the cursor`() throws {
    var rehearsal = try Self.shown()
    rehearsal.act(.first, .down, .copy)
    #expect(rehearsal.effects.contains(.copy("172 cm")))
  }

  @Test func `reload asks the origin, and a failure keeps what is there and says why`() throws {
    var rehearsal = try Self.shown()
    rehearsal.act(.reload)
    let isAsked = rehearsal.answer(.record(Self.luke, revalidate: true), .failed(Rehearsal.down))
    #expect(isAsked)
    #expect(rehearsal.explorer.remark?.text == English().say(.notReloaded("nobody listens")))
    guard case .loaded? = Self.model(rehearsal)?.content(rehearsal.explorer.library) else {
      Issue.record("the record is gone")
      return
    }
  }

  @Test(arguments: [Action.reload, .open])
  func `a record that failed is asked for again`(_ action: Action) {
    var rehearsal = Rehearsal()
    rehearsal.send(.go(.record(Self.luke)))
    rehearsal.answer(.record(Self.luke, revalidate: false), .failed(Rehearsal.down))
    rehearsal.act(action)
    #expect(rehearsal.questions.contains(.record(Self.luke, revalidate: action == .reload)))
  }

  @Test func `names come by themselves, gaps say why`() throws {
    var rehearsal = try Self.shown()
    rehearsal.answer(.record(Self.tatooine, revalidate: false), .record(try ExplorerTests.record(Self.tatooine, "Tatooine"), Provenance()))
    rehearsal.answer(.record(Self.films[0], revalidate: false), .failed(Rehearsal.down))
    let names = ReferenceWording(rehearsal.explorer.library, .standard, Wording(English()))
    #expect(names.text(of: Self.tatooine) == StyledText("Tatooine", .accent))
    #expect(names.text(of: Self.films[0]) == StyledText("films/1 (the origin does not answer)", .muted))
    #expect(names.text(of: Self.films[1]) == StyledText("…", .muted))
  }

  @Test func `every place is visited going down, and none lies beyond the width`() throws {
    let names = ReferenceWording(Library(), .standard, Wording(English()))
    for width in [8, 20, 37, 60, 120] {
      let layout = RecordLayout(try Self.record(), names, width: width)
      #expect(layout.rows.compactMap(\.reference) == [Self.tatooine] + Self.films)
      for piece in layout.lines.flatMap(\.pieces) { #expect(piece.column + piece.text.columns <= max(8, width)) }
      #expect(layout.rows.allSatisfy { $0.lines.upperBound <= layout.lines.count })
    }
  }
}
