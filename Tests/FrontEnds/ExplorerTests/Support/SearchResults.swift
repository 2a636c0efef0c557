import Contracts
import MessageBus
import Models

@testable import Explorer

/// The results of a search worker in the states that the golden frames show.
enum SearchResults {
  static func results(_ query: ExplorerQuery) -> QueryResult? {
    switch query {
    case .history:
      .history(History([History.Entry("luke", at: 1_790_000_000_000), History.Entry("kind:planets arid", at: 1_780_000_000_000)]))
    case .search("tatoine", _): .search(tatooine)
    case .search("arid", _): .search(arid)
    case .search("mass>heavy", _): .failed(.badRequest("q", "mass needs a number, such as mass>100"))
    case .suggest("", _, _): .suggestions(suggestions)
    case .path: .path(path)
    default: nil
    }
  }

  static func noWorker(_ query: ExplorerQuery) -> QueryResult? {
    switch query {
    case .search, .suggest, .history, .path: .failed(Problem(503, "no worker is attached", type: ProblemType.noWorker))
    default: nil
    }
  }

  static func reference(_ text: String) -> Reference { Reference(text) ?? Reference(.films, 1) }

  private static let suggestions = [
    Match(reference("people/14"), "Han Solo"), Match(reference("planets/9"), "Coruscant"),
    Match(reference("films/5"), "Attack of the Clones"),
    Match(reference("starships/10"), "Millennium Falcon"), Match(reference("species/3"), "Wookie"),
    Match(reference("vehicles/14"), "Snowspeeder"),
  ]

  private static let tatooine = SearchAnswer(
    query: "tatoine", correction: "tatooine", count: 12,
    matches: [
      Match(reference("planets/1"), "Tatooine", marks: [0..<8]),
      Match(reference("people/1"), "Luke Skywalker", field: "homeworld", excerpt: "Tatooine", marks: [0..<8]),
      Match(reference("people/2"), "C-3PO", field: "homeworld", excerpt: "Tatooine", marks: [0..<8]),
      Match(reference("people/4"), "Darth Vader", field: "homeworld", excerpt: "Tatooine", marks: [0..<8]),
      Match(
        reference("films/4"), "The Phantom Menace", field: "openingCrawl", excerpt: "… stranded on Tatooine with the queen …",
        marks: [14..<22]),
    ], coverage: Coverage(records: 261, of: 261, isComplete: true))

  private static let arid = SearchAnswer(
    query: "arid", count: 140,
    matches: [
      Match(reference("planets/1"), "Tatooine", field: "climate", excerpt: "arid", marks: [0..<4]),
      Match(reference("planets/5"), "Dagobah", field: "climate", excerpt: "temperate, arid", marks: [11..<15]),
      Match(reference("planets/22"), "Corellia", field: "climate", excerpt: "arid", marks: [0..<4]),
    ], coverage: Coverage(records: 240, of: 260, isComplete: false, askedOrigin: true))

  /// Like ``results(_:)``, from a worker with a full index.
  static func full(_ query: ExplorerQuery) -> QueryResult? {
    guard case .search(var answer) = results(query) else { return results(query) }
    answer.coverage.isFull = true
    return .search(answer)
  }

  private static let path = ReferencePath(
    from: ReferencePath.Node(reference("people/1"), "Luke Skywalker"),
    steps: [
      ReferencePath.Step(to: .init(reference("films/3"), "Return of the Jedi"), relation: "films", isReversed: false),
      ReferencePath.Step(to: .init(reference("species/5"), "Hutt"), relation: "species", isReversed: false),
      ReferencePath.Step(to: .init(reference("people/16"), "Jabba Desilijic Tiure"), relation: "species", isReversed: true),
    ])
}
