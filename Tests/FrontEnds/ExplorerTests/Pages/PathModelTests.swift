import Contracts
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct PathModelTests {
  private static let film = Reference(.films, 1)

  private func opened(_ result: QueryResult?) throws -> ExplorerHarness {
    var harness = ExplorerHarness()
    harness.send(.begin)
    _ = ExplorerTests.navigate(&harness.explorer, .path(from: ExplorerTests.luke, to: ExplorerTests.leia))
    guard let result else { return harness }
    let pending = harness.explorer.pending.keys.sorted()
    try #require(!pending.isEmpty)
    for id in pending { harness.send(.received(id, result)) }
    return harness
  }

  private static let found = QueryResult.path(
    ReferencePath(
      from: .init(ExplorerTests.luke, "Luke Skywalker"),
      steps: [
        .init(to: .init(film, "A New Hope"), relation: "films", isReversed: false),
        .init(to: .init(ExplorerTests.leia, "Leia Organa"), relation: "characters", isReversed: false),
      ]))

  private func path(_ harness: ExplorerHarness) -> PathModel? { harness.explorer.page as? PathModel }

  @Test func `each stop can be selected and followed`() throws {
    var harness = try opened(Self.found)
    harness.perform(.down)
    #expect(harness.explorer.subject == Self.film)
    harness.perform(.last)
    #expect(harness.explorer.subject == ExplorerTests.leia)
    harness.perform(.first, .down, .copy)
    #expect(harness.effects.contains(.copy("A New Hope")))
    harness.perform(.open)
    #expect(harness.shown == Self.film)
    harness.perform(.back)
    #expect(path(harness)?.selected?.reference == Self.film)
  }

  @Test func `the records of the stops are reloaded after missed events`() throws {
    var harness = try opened(Self.found)
    harness.settle()
    harness.send(.event(.everythingInvalidated))
    for reference in [ExplorerTests.luke, Self.film, ExplorerTests.leia] {
      #expect(harness.sentQueries.contains(.record(reference, revalidate: false)), "\(reference)")
    }
  }

  private static func path(_ number: Int, of count: Int) -> QueryResult {
    guard case .path(var path) = found else { return found }
    (path.alternative, path.alternatives) = (number, count)
    return .path(path)
  }

  @Test func `a key shows the next of several shortest paths, and the first one again after the last`() throws {
    var harness = try opened(Self.path(0, of: 2))
    func title() -> String { harness.screen }
    #expect(title().contains("1 of 2 · 2 steps"))
    for number in [1, 0] {
      harness.perform(.alternative)
      let query = ExplorerQuery.path(from: ExplorerTests.luke, to: ExplorerTests.leia, alternative: number)
      #expect(harness.sentQueries.contains(query))
      harness.answer(query, Self.path(number, of: 2))
      #expect(title().contains("\(number + 1) of 2 · 2 steps"))
    }
  }

  @Test func `a failure is retried by key and when a worker joins`() throws {
    var harness = try opened(ExplorerHarness.noWorker)
    guard case .failed? = path(harness)?.path else { return #expect(Bool(false), "not failed") }
    var other = harness
    harness.perform(.reload)
    #expect(harness.sentQueries.contains(.path(from: ExplorerTests.luke, to: ExplorerTests.leia)))
    other.send(.event(.worker(service: "holocron.search", joined: true)))
    #expect(other.sentQueries.contains(.path(from: ExplorerTests.luke, to: ExplorerTests.leia)))
    #expect(path(other)?.path == .loading)
  }
}
