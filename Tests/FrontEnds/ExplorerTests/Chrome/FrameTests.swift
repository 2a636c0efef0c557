import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The golden frames of every page in its states.
@Suite struct FrameTests {
  @Test func `lists are drawn`() {
    expectGolden("list-loading") { $0.open("people") }
    expectGolden("list-first-page") { harness in
      harness.open("people")
      harness.answerAll { CatalogueResults.result(of: $0, Provenance(age: 120)) }
    }
    // The columns of the other kinds are in the frames of sorted, stale, reloading and incomplete lists.
    expectGolden("list-people", Golden.views) { $0.openSettled("people") }
    expectGolden("list-starships") { $0.openSettled("starships") }
    expectGolden("list-marked") { harness in
      harness.openSettled("people")
      harness.perform(.down, .down, .mark, .pageDown, .mark)
      harness.settle()
    }
    expectGolden("list-sorted") { harness in
      harness.openSettled("planets")
      harness.sort("planets", by: "population")
      harness.perform(.reverse)
      harness.settle()
    }
    expectGolden("list-filtered") { harness in
      harness.openSettled("people")
      harness.perform(.filter)
      harness.type("sky")
      harness.settle()
    }
    expectGolden("list-filtered-empty") { harness in
      harness.openSettled("starships")
      harness.perform(.filter)
      harness.type("padmé")
      harness.settle()
    }
    expectGolden("list-empty") { harness in
      harness.open("vehicles")
      harness.settle { query in
        guard case .page(let kind, _, _) = query else { return nil }
        return .page(RecordPage(kind: kind, page: 1, pages: 1, count: 0, records: [], size: 1_000), Provenance())
      }
    }
    expectGolden("list-failed") { harness in
      harness.open("species")
      harness.settle { if case .page = $0 { .failed(.originDown) } else { nil } }
    }
    expectGolden("list-rest-failed") { harness in
      harness.open("vehicles")
      harness.settle { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }
      harness.perform(.last)
      harness.settle { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }
    }
    expectGolden("list-stale") { harness in
      harness.provenance = Provenance(age: 7_300, isStale: true)
      harness.openSettled("species")
    }
    expectGolden("list-reloading") { harness in
      harness.openSettled("films")
      harness.perform(.reload)
    }
  }

  @Test func `records are drawn`() {
    expectGolden("record-loading") { $0.show("people/1") }
    // A film and a planet are in the frames of other states.
    for (reference, views) in [("people/1", Golden.views), ("species/1", [.standard]), ("starships/12", [.standard])] {
      expectGolden("record-\(reference.replacing("/", with: "-"))", views) { $0.showSettled(reference) }
    }
    expectGolden("record-failed") { $0.showSettled("people/17") }
    expectGolden("record-names-loading") { harness in
      harness.show("people/1")
      harness.answerAll { if case .record = $0 { CatalogueResults.result(of: $0, Provenance()) } else { nil } }
    }
    expectGolden("record-gaps") { harness in
      harness.show("people/1")
      harness.settle { query in
        guard case .names(let references, _) = query else { return nil }
        return .names(
          references.map { reference in
            switch reference {
            case Reference("films/2"): .failed(reference, .originDown)
            case Reference("planets/1"): .failed(reference, Problem(404, "no such record", type: "urn:holocron:not-found"))
            default: CatalogueResults.label(of: reference)
            }
          })
      }
    }
    expectGolden("record-stale") { harness in
      harness.provenance = Provenance(age: 90_000, isStale: true)
      harness.showSettled("planets/2")
    }
    expectGolden("record-end") { harness in
      harness.showSettled("films/1")
      harness.perform(.last)
    }
    expectGolden("record-grid") { harness in
      harness.showSettled("films/1")
      harness.perform(.down, .down, .right)
    }
    expectGolden("record-from-list") { harness in
      harness.openSettled("people")
      harness.perform(.down, .down, .open)
      harness.settle()
      harness.perform(.down)
    }
    expectGolden("record-unknown-kind") { harness in
      let holidays = Record(
        unknown: SearchResults.reference("holidays/1"),
        extras: ["name": "Life Day", "planet": "Kashyyyk", "guests": 3, "songs": ["A Day to Celebrate", "Hope"]])
      harness.show("holidays/1")
      harness.settle { if case .record = $0 { .record(holidays, Provenance()) } else { nil } }
    }
  }

  @Test func `comparisons are drawn`() {
    expectGolden("compare-loading") { $0.compare("people/1", "people/4") }
    expectGolden("compare-two", Golden.views) { harness in
      harness.compare("people/1", "people/4")
      harness.settle()
    }
    expectGolden("compare-six") { harness in
      harness.compare("starships/2", "starships/3", "starships/9", "starships/10", "starships/12", "starships/17")
      harness.settle()
      harness.perform(.right, .right, .right, .right, .right)
    }
    expectGolden("compare-kinds") { harness in
      harness.compare("vehicles/14", "starships/12")
      harness.settle()
      harness.perform(.last)
    }
    expectGolden("compare-differences") { harness in
      harness.compare("people/1", "people/4")
      harness.settle()
      harness.perform(.forget)
    }
    expectGolden("compare-gap") { harness in
      harness.compare("people/1", "people/17")
      harness.settle()
    }
  }

  @Test func `paths are drawn`() {
    expectGolden("path-loading") { $0.requestPath() }
    expectGolden("path-loaded", Golden.views) { harness in
      harness.requestPath()
      harness.settle(SearchResults.results)
      harness.perform(.down)
    }
    expectGolden("path-none") { harness in
      harness.requestPath()
      harness.settle()
    }
    expectGolden("path-failed") { harness in
      harness.requestPath()
      harness.settle(SearchResults.noWorker)
    }
  }

  @Test func `the crawl is drawn`() {
    expectGolden("crawl-rising", Golden.views) { harness in
      harness.openCrawl()
      harness.advance(by: .seconds(12))
    }
    expectGolden("crawl-held") { harness in
      harness.openCrawl()
      harness.advance(by: .seconds(9))
      harness.perform(.mark)
    }
    expectGolden("crawl-still") { harness in
      var settings = harness.explorer.settings
      settings.usesMotion = false
      harness = ExplorerHarness(harness.explorer.layout.viewport, settings)
      harness.openCrawl()
    }
    expectGolden("crawl-failed") { harness in
      harness.requestCrawl()
      harness.answerAll { _ in .failed(Problem(504, "the deadline passed", type: ProblemType.deadline)) }
    }
    expectGolden("crawl-loading") { $0.requestCrawl() }
  }

  @Test func `the help and the pickers are drawn`() {
    func expect(_ name: String, _ views: [Golden.View] = [.standard], _ perform: (inout ExplorerHarness) -> Void) {
      expectGolden(name, views) { harness in
        harness.openPeople()
        perform(&harness)
      }
    }
    func type(_ text: String, _ harness: inout ExplorerHarness) {
      harness.type(text)
      harness.settle(SearchResults.results)
    }
    expect("help", Golden.views) { $0.perform(.help) }
    expect("help-scrolled") { $0.perform(.help, .pageDown) }
    expect("picker-palette", Golden.views) { $0.perform(.palette) }
    expect("picker-palette-typed") { harness in
      harness.perform(.palette)
      type("sk", &harness)
      harness.perform(.down)
    }
    expect("picker-palette-nothing") { harness in
      harness.perform(.palette)
      type("qqqq", &harness)
    }
    expect("picker-theme") { $0.perform(.theme, .down, .down) }
    expect("picker-language") { harness in
      harness.perform(.language)
      harness.type("jp")
      harness.send(.edit(.deleteAll))
    }
    expect("picker-sort") { $0.perform(.sort, .down) }
    expect("picker-compare") { harness in
      harness.perform(.compare)
      type("leia", &harness)
    }
  }

  @Test func `searches are drawn`() {
    expectGolden("search-loading") { $0.send(.begin) }
    expectGolden("search-restored") { harness in
      harness.send(.begin)
      harness.settle(SearchResults.results)
    }
    expectGolden("search-start") { harness in
      harness.send(.begin)
      harness.settle(SearchResults.results)
      harness.perform(.search)
      harness.send(.edit(.deleteAll))
      harness.perform(.cancel, .down)
      harness.settle(SearchResults.results)
    }
    expectGolden("search-typed", Golden.views) { $0.search("tatoine") }
    expectGolden("search-typing") { harness in
      harness.search("tatoine")
      harness.type("x")
    }
    expectGolden("search-nothing") { $0.search("zzz") }
    expectGolden("search-bad-filter") { $0.search("mass>heavy") }
    expectGolden("search-not-saved") { $0.search("tatoine", SearchResults.unsaved) }
    expectGolden("search-no-worker") { harness in
      harness.send(.begin)
      harness.open("people")
      harness.settle(SearchResults.noWorker)
      harness.perform(.search)
      harness.type("sky")
      harness.settle(SearchResults.noWorker)
    }
    expectGolden("search-failed") { harness in
      harness.search("zzz") { if case .search = $0 { .failed(.originDown) } else { SearchResults.results($0) } }
      harness.perform(.cancel)
    }
    expectGolden("search-partial") { harness in
      harness.search("arid")
      harness.perform(.down, .mark, .down)
      harness.settle(SearchResults.results)
    }
  }

  @Test func `the status page and a log are drawn`() {
    expectGolden("status-loaded", Golden.views) { harness in
      harness.send(.begin)
      harness.send(.click(.tab(7)))
      harness.settle { $0 == .statistics ? .statistics(Self.statistics) : nil }
    }
    expectGolden("status-no-bus") { harness in
      harness.send(.begin)
      harness.send(.click(.tab(7)))
      let problem = Problem(503, "no bus is running", detail: "nothing is listening on ipc:///bus")
      harness.answerAll { $0 == .statistics ? .failed(problem) : nil }
    }
    expectGolden("log", Golden.views) { harness in
      harness.send(.navigate(.log("cache-1")))
      harness.answer(.log("cache-1", lines: LogModel.maxLines), .log(LogModelTests.lines))
      harness.perform(.filter)
      harness.type("request 9")
    }
  }

  static let statistics = BusStatistics(
    broker: [
      "services": [["name": "holocron.cache", "workers": 1, "queued": 0, "inFlight": 2, "credit": 64, "requests": 40]],
      "workers": [["id": "00aa", "service": "holocron.cache", "credit": 64, "holds": 2]], "requests": 1_234, "subscriptions": 3,
      "dropped": 0, "slow": [["id": "736c7567", "waiting": 4, "dropped": 9]], "uptime": 300,
    ],
    services: [
      "holocron.cache": [
        "counters": ["hits": 30, "misses": 10], "gauges": ["entries": 260, "bytes": 400_000],
        "timers": ["answer": ["count": 40, "p50": .number(0.4), "p90": 1, "p99": 12, "max": 15, "recent": ["count": 4, "p99": 9]]],
      ]
    ])

  @Test func `a click hits what is drawn there`() {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.openSettled("people")
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    let header = String(frame[row: 0].map(\.character))
    let column = header.distance(from: header.startIndex, to: header.firstRange(of: "Planets")?.lowerBound ?? header.startIndex)
    #expect(frame.hitTarget(column: column, row: 0) == .tab(2))
    #expect(frame.hitTarget(column: 2, row: 42) == .action(.open))
  }
}

extension ExplorerHarness {
  fileprivate mutating func openSettled(_ kind: String) {
    open(kind)
    settle()
  }

  fileprivate mutating func showSettled(_ reference: String) {
    show(reference)
    settle()
  }

  /// Asks for the path between two marked people; the request is not answered.
  fileprivate mutating func requestPath() {
    openPeople()
    guard let list = explorer.page as? ListModel else { return }
    for name in ["people/1", "people/16"] {
      if let row = (0..<list.count).first(where: { list[$0] == SearchResults.reference(name) }) { send(.click(.listRow(row))) }
      perform(.mark)
    }
    perform(.path)
  }

  /// Opens a crawl from the start screen; its request is not answered.
  fileprivate mutating func requestCrawl() {
    send(.begin)
    answerAll { query in
      if case .history = query { return .history(History([])) }
      return SearchResults.results(query)
    }
    answerAll(SearchResults.results)
    perform(.down, .down, .crawl)
  }

  /// Types a search after the start.
  mutating func search(_ text: String, _ answers: (ExplorerQuery) -> QueryResult? = SearchResults.results) {
    send(.begin)
    settle(answers)
    perform(.search)
    type(text)
    settle(answers)
  }
}

extension Problem {
  /// The problem that the fetcher returns for an unreachable origin.
  static let originDown = Problem(
    502, "the origin does not answer", detail: "https://swapi.example does not answer: connection refused", type: "urn:holocron:origin")
}
