import Contracts
import MessageBus
import Models
import Testing

@testable import Explorer

@Suite struct PathModelTests {
  private static let film = Reference(Film.kind, 1)

  private func opened(_ answer: Answer?) throws -> Desk {
    var desk = Desk()
    desk.send(.begin)
    _ = ExplorerTests.go(&desk.explorer, .path(from: ExplorerTests.luke, to: ExplorerTests.leia))
    guard let answer else { return desk }
    let ticket = try #require(desk.explorer.pending.max { $0.number < $1.number })
    let all = desk.explorer.pending.sorted { $0.number < $1.number }
    _ = ticket
    for ticket in all { desk.send(.answered(ticket, answer)) }
    return desk
  }

  private static let found = Answer.path(
    ReferencePath(
      from: .init(ExplorerTests.luke, "Luke Skywalker"),
      steps: [
        .init(to: .init(film, "A New Hope"), relation: "films", isReversed: false),
        .init(to: .init(ExplorerTests.leia, "Leia Organa"), relation: "characters", isReversed: false),
      ]))

  private func path(_ desk: Desk) -> PathModel? { if case .path(let model) = desk.explorer.page { model } else { nil } }

  @Test func `it asks once and shows the stops`() throws {
    let waiting = try opened(nil)
    #expect(path(waiting)?.path == .loading)
    let desk = try opened(Self.found)
    #expect(path(desk)?.stops.map(\.name) == ["Luke Skywalker", "A New Hope", "Leia Organa"])
    #expect(desk.explorer.subject == ExplorerTests.luke)
  }

  @Test func `each stop can be selected and followed`() throws {
    var desk = try opened(Self.found)
    desk.act(.down)
    #expect(desk.explorer.subject == Self.film)
    desk.act(.last)
    #expect(desk.explorer.subject == ExplorerTests.leia)
    desk.act(.first, .down, .copy)
    #expect(desk.effects.contains(.copy("A New Hope")))
    desk.act(.open)
    #expect(desk.shown == Self.film)
    desk.act(.back)
    #expect(path(desk)?.selected?.reference == Self.film)
  }

  @Test func `a click on a stop selects it, a second one follows it`() throws {
    var desk = try opened(Self.found)
    desk.send(.point(.detailRow(4)))
    #expect(desk.explorer.subject == ExplorerTests.leia)
    desk.send(.point(.detailRow(4)))
    #expect(desk.shown == ExplorerTests.leia)
  }

  @Test func `no path is no failure`() throws {
    let desk = try opened(.failed(Problem(404, "nothing connects the two", type: ProblemType.noPath)))
    #expect(path(desk)?.path == .empty)
  }

  @Test func `a failure is tried again by a key, and when a worker comes`() throws {
    var desk = try opened(Desk.noWorker)
    guard case .failed? = path(desk)?.path else { return #expect(Bool(false), "not failed") }
    var other = desk
    desk.act(.reload)
    #expect(desk.asked.contains(.path(from: ExplorerTests.luke, to: ExplorerTests.leia)))
    other.send(.notice(.worker(service: "holocron.search", joined: true)))
    #expect(other.asked.contains(.path(from: ExplorerTests.luke, to: ExplorerTests.leia)))
    #expect(path(other)?.path == .loading)
  }
}
