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
  /// A frame, and what brings the explorer there.
  struct Shot: Sendable, CustomStringConvertible {
    let description: String
    let views: [Golden.View]
    let provenance: Provenance
    let answers: Situation.Answers
    let steps: [Situation.Step]

    init(
      _ name: String, in views: [Golden.View] = [.standard], provenance: Provenance = Provenance(age: 120),
      answers: @escaping Situation.Answers = SearchResults.results, _ steps: Situation.Step...
    ) { (description, self.views, self.provenance, self.answers, self.steps) = (name, views, provenance, answers, steps) }
  }

  /// The columns of the other kinds are in the frames of sorted, stale, reloading and incomplete lists.
  static let lists = [
    Shot("list-loading", .pending(.open("people"))), Shot("list-people", in: Golden.views, .open("people")),
    Shot("list-starships", .open("starships")),
    Shot("list-marked", .open("people"), .perform([.down, .down, .mark, .pageDown, .mark])),
    Shot("list-sorted", .open("planets"), .navigate(.sort(.planets, "population")), .perform([.reverse])),
    Shot("list-filtered", .open("people"), .perform([.filter]), .type("sky")),
    Shot("list-filtered-empty", .open("starships"), .perform([.filter]), .type("padmé")),
    Shot(
      "list-empty",
      answers: { query in
        guard case .page(let kind, _, _) = query else { return nil }
        return .page(RecordPage(kind: kind, page: 1, pages: 1, count: 0, records: [], size: 1_000), Provenance())
      }, .open("vehicles")),
    Shot("list-failed", answers: { if case .page = $0 { .failed(.originDown) } else { nil } }, .open("species")),
    Shot(
      "list-rest-failed", answers: { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }, .open("vehicles"),
      .perform([.last])),
    Shot("list-stale", provenance: Provenance(age: 7_300, isStale: true), .open("species")),
    Shot("list-reloading", .open("films"), .pending(.perform([.reload]))),
  ]

  /// A film and a planet are in the frames of other states.
  static let records = [
    Shot("record-loading", .pending(.show("people/1"))), Shot("record-people-1", in: Golden.views, .show("people/1")),
    Shot("record-species-1", .show("species/1")), Shot("record-starships-12", .show("starships/12")),
    Shot("record-failed", .show("people/17")), Shot("record-end", .show("films/1"), .perform([.last])),
    Shot("record-stale", provenance: Provenance(age: 90_000, isStale: true), .show("planets/2")),
    Shot("record-grid", .show("films/1"), .perform([.down, .down, .right])),
    Shot("record-from-list", .open("people"), .perform([.down, .down, .open]), .perform([.down])),
    Shot(
      "record-gaps",
      answers: { query in
        guard case .names(let references, _) = query else { return nil }
        return .names(
          references.map { reference in
            switch reference {
            case Reference("films/2"): .failed(reference, .originDown)
            case Reference("planets/1"): .failed(reference, Problem(404, "no such record", type: "urn:holocron:not-found"))
            default: CatalogueResults.label(of: reference)
            }
          })
      }, .show("people/1")),
    Shot(
      "record-unknown-kind",
      answers: { query in
        guard case .record = query else { return nil }
        let holidays = Record(
          unknown: SearchResults.reference("holidays/1"),
          extras: ["name": "Life Day", "planet": "Kashyyyk", "guests": 3, "songs": ["A Day to Celebrate", "Hope"]])
        return .record(holidays, Provenance())
      }, .show("holidays/1")),
  ]

  static let comparisons = [
    Shot("compare-loading", .pending(.compare(["people/1", "people/4"]))),
    Shot("compare-two", in: Golden.views, .compare(["people/1", "people/4"])),
    Shot("compare-six", .compare([2, 3, 9, 10, 12, 17].map { "starships/\($0)" }), .perform([.right, .right, .right, .right, .right])),
    Shot("compare-kinds", .compare(["vehicles/14", "starships/12"]), .perform([.last])),
    Shot("compare-differences", .compare(["people/1", "people/4"]), .perform([.forget])),
    Shot("compare-gap", .compare(["people/1", "people/17"])),
  ]

  private static let requestPath = Situation.Step.run { $0.requestPath() }
  static let paths = [
    Shot("path-loading", .pending(requestPath)), Shot("path-loaded", in: Golden.views, requestPath, .perform([.down])),
    Shot("path-none", answers: { _ in nil }, requestPath), Shot("path-failed", answers: SearchResults.noWorker, requestPath),
  ]

  private static let openPeople = Situation.Step.run { $0.openPeople() }
  static let panels = [
    Shot("help", in: Golden.views, openPeople, .perform([.help])), Shot("help-scrolled", openPeople, .perform([.help, .pageDown])),
    Shot("picker-palette", in: Golden.views, openPeople, .perform([.palette])),
    Shot("picker-palette-typed", openPeople, .perform([.palette]), .type("sk"), .perform([.down])),
    Shot("picker-palette-nothing", openPeople, .perform([.palette]), .type("qqqq")),
    Shot("picker-theme", openPeople, .perform([.theme, .down, .down])),
    Shot("picker-language", openPeople, .perform([.language]), .type("jp"), .run { $0.send(.edit(.deleteAll)) }),
    Shot("picker-sort", openPeople, .perform([.sort, .down])), Shot("picker-compare", openPeople, .perform([.compare]), .type("leia")),
  ]

  static let searches = [
    Shot("search-loading", .pending(.begin)), Shot("search-restored", .begin),
    Shot(
      "search-start", .begin, .pending(.perform([.search])), .pending(.run { $0.send(.edit(.deleteAll)) }), .perform([.cancel, .down])),
    Shot("search-typed", in: Golden.views, .run { $0.search("tatoine") }),
    Shot("search-typing", .run { $0.search("tatoine") }, .pending(.type("x"))), Shot("search-nothing", .run { $0.search("zzz") }),
    Shot("search-bad-filter", .run { $0.search("mass>heavy") }),
    Shot("search-index-full", .pending(.run { $0.search("tatoine", SearchResults.full) })),
    Shot(
      "search-no-worker", answers: SearchResults.noWorker, .pending(.begin), .open("people"), .pending(.perform([.search])), .type("sky")),
    Shot(
      "search-failed",
      .pending(.run { $0.search("zzz") { if case .search = $0 { .failed(.originDown) } else { SearchResults.results($0) } } }),
      .pending(.perform([.cancel]))),
    Shot("search-partial", .run { $0.search("arid") }, .perform([.down, .mark, .down])),
  ]

  private static let openCrawl = Situation.Step.run { $0.openCrawl() }
  static let others = [
    Shot("crawl-rising", in: Golden.views, openCrawl, .pending(.wait(.seconds(12)))),
    Shot("crawl-held", openCrawl, .pending(.wait(.seconds(9))), .pending(.perform([.mark]))),
    Shot("crawl-loading", .pending(.run { $0.requestCrawl() })),
    Shot(
      "status-loaded", in: Golden.views, answers: { $0 == .statistics ? .statistics(FrameTests.statistics) : nil }, .pending(.begin),
      .tab(7)),
  ]

  @Test(arguments: lists + records + comparisons + paths + panels + searches + others)
  func `each page is drawn in its states`(_ shot: Shot) {
    expectGolden(shot.description, shot.views) { harness in
      harness.provenance = shot.provenance
      Situation(shot.description, shot.steps).perform(&harness, shot.answers)
    }
  }

  @Test func `what arrives in part is drawn as far as it is known`() {
    expectGolden("list-first-page") { harness in
      harness.open("people")
      harness.answerAll { CatalogueResults.result(of: $0, Provenance(age: 120)) }
    }
    expectGolden("record-names-loading") { harness in
      harness.show("people/1")
      harness.answerAll { if case .record = $0 { CatalogueResults.result(of: $0, Provenance()) } else { nil } }
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
    harness.open("people")
    harness.settle()
    let frame = harness.frame
    let header = String(frame[row: 0].map(\.character))
    let column = header.distance(from: header.startIndex, to: header.firstRange(of: "Planets")?.lowerBound ?? header.startIndex)
    #expect(frame.hitTarget(column: column, row: 0) == .tab(2))
    #expect(frame.hitTarget(column: 2, row: 42) == .action(.open))
  }
}

extension ExplorerHarness {
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
