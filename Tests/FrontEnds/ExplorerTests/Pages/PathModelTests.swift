import Contracts
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct PathModelTests {
  private static let film = Reference(.films, 1)
  private static let ends = (from: ExplorerTests.luke, to: ExplorerTests.leia)

  private static func query(_ number: Int = 0) -> ExplorerQuery { .path(from: ends.from, to: ends.to, alternative: number) }

  private static func found(_ number: Int? = nil, of count: Int? = nil) -> QueryResult {
    let steps: [ReferencePath.Step] = [
      .init(to: .init(film, "A New Hope"), relation: "films", isReversed: false),
      .init(to: .init(ends.to, "Leia Organa"), relation: "characters", isReversed: false),
    ]
    var path = ReferencePath(from: .init(ends.from, "Luke Skywalker"), steps: steps)
    (path.alternative, path.alternatives) = (number, count)
    return .path(path)
  }

  @Test(arguments: [
    Walk(
      "each stop can be selected and followed", .answer(query(), found()), .press([.down]), .selects(film), .press([.last]),
      .selects(ends.to), .press([.first, .down, .copy]), .effect(.copy("A New Hope")), .press([.open]), .opens(film), .press([.back]),
      .selects(film)),
    Walk(
      "the records of the stops are reloaded after missed events", .answer(query(), found()), .settle(), .event(.everythingInvalidated),
      .sendsAlso(.record(ends.from, revalidate: false)), .sendsAlso(.record(film, revalidate: false)),
      .sendsAlso(.record(ends.to, revalidate: false))),
    Walk(
      "a key shows the next of several shortest paths, and the first one again after the last", .answer(query(), found(0, of: 2)),
      .sees("1 of 2 · 2 steps"), .press([.alternative]), .answer(query(1), found(1, of: 2)), .sees("2 of 2 · 2 steps"),
      .press([.alternative]), .answer(query(), found(0, of: 2)), .sees("1 of 2 · 2 steps")),
    Walk("a failure is retried by key", .answer(query(), ExplorerHarness.noWorker), .press([.reload]), .sendsAlso(query())),
    Walk(
      "a failure is retried when a worker joins", .answer(query(), ExplorerHarness.noWorker),
      .event(.topic(.workerJoined("holocron.search"))), .sendsAlso(query()), .sees("finding a path")),
  ])
  func `a path`(_ walk: Walk) throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.send(.navigate(.path(from: Self.ends.from, to: Self.ends.to)))
    try harness.walk(walk)
  }
}
