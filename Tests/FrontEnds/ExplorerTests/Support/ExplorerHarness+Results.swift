import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation

@testable import Explorer

/// The pages on the screen, and results for their queries.
extension ExplorerHarness {
  var search: SearchModel {
    explorer.tabs.lazy.compactMap { $0.root as? SearchModel }.first ?? SearchModel()
  }

  var picker: PickerModel? { explorer.overlay as? PickerModel }
  var crawl: CrawlModel? { explorer.overlay as? CrawlModel }

  /// The record shown on a page of its own.
  var shown: Reference? { explorer.page.record }

  /// Opens the list of people, with the results of a search worker.
  mutating func openPeople() {
    send(.begin)
    open(KindName.people)
    settle(SearchResults.results)
  }

  /// Opens the crawl of the first film.
  mutating func openCrawl() {
    send(.begin)
    open(KindName.films)
    settle(SearchResults.results)
    perform(.crawl)
    settle(SearchResults.results)
  }

  static func isSearch(_ query: ExplorerQuery) -> Bool { if case .search = query { true } else { false } }
  static func isHistory(_ query: ExplorerQuery) -> Bool { if case .history = query { true } else { false } }
  static func isSuggestion(_ query: ExplorerQuery) -> Bool { if case .suggest = query { true } else { false } }

  static func match(_ reference: String, _ name: String) -> Match { Match(Reference(reference) ?? Reference(.films, 1), name) }

  static func results(_ query: String, _ matches: Match...) -> QueryResult {
    .search(SearchAnswer(query: query, count: matches.count, matches: matches, coverage: Coverage(records: 261, of: 261, isComplete: true)))
  }

  static func history(_ texts: String...) -> QueryResult { .history(History(texts.map { History.Entry($0, at: 1) })) }

  /// Returns a page of people with these names and consecutive IDs.
  static func page(_ number: Int, of pages: Int, count: Int, _ names: [String], first id: Int) -> QueryResult {
    let records = names.enumerated().compactMap { try? ExplorerTests.record(Reference(.people, id + $0.offset), $0.element) }
    return .page(RecordPage(kind: KindName.people, page: number, pages: pages, count: count, records: records, size: 1_000), Provenance())
  }

  static let noWorker = QueryResult.failed(Problem(503, "no worker is attached", type: ProblemType.noWorker))
  static let originDown = Problem(502, "the origin does not answer", detail: "nothing is listening", type: "urn:holocron:origin")
}

extension BusStatistics {
  /// Creates statistics with one worker for each service.
  init(broker: JSON, services: [String: JSON]) {
    self.init(broker: broker, workers: services.mapValues { [$0] })
  }
}
