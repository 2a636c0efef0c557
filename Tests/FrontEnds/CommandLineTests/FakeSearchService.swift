import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// A fake search worker with fixed results for a few queries, and a history.
final class FakeSearchService: BusService {
  let name = ServiceName.search.text
  private let history = Mutex<[History.Entry]>([])
  private let requestCount = Mutex(0)
  /// The number of records that each statistics request adds to the index until it is complete.
  private let growth: Int

  /// The warning in each answer about the history.
  private let historyWarning: String?

  init(growth: Int = 0, historyWarning: String? = nil) {
    self.growth = growth
    self.historyWarning = historyWarning
  }

  static let luke = Reference(.people, 1)
  static let tatooine = Reference(.planets, 1)
  static let newHope = Reference(.films, 1)

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    do throws(Problem) {
      if StatsRequest(request) != nil { return StatsRequest.reply(statistics()) }
      if let request = try SearchRequest(request) { return SearchRequest.reply(Self.found(request)) }
      if let request = try SuggestRequest(request) { return SuggestRequest.reply(Self.suggested(request)) }
      if let request = try PathRequest(request) { return PathRequest.reply(try Self.path(request)) }
      if let request = try HistoryRequest(request) { return HistoryRequest.reply(changed(request)) }
      throw .badRequest("path", "unknown path")
    } catch { return Reply(error) }
  }

  private static func found(_ request: SearchRequest) -> SearchAnswer {
    let isKnown = request.text == "tatoine"
    let matches = [
      Match(tatooine, "Tatooine", marks: [0..<8]), Match(luke, "Luke Skywalker", field: "homeworld", excerpt: "Tatooine", marks: [0..<8]),
    ].filter { isKnown && (request.kind ?? $0.reference.kind) == $0.reference.kind }
    return SearchAnswer(
      query: request.text, correction: isKnown ? "tatooine" : nil, count: isKnown ? 12 : 0, matches: Array(matches.prefix(request.limit)),
      coverage: Coverage(records: 240, of: 260, isComplete: false))
  }

  private static func suggested(_ request: SuggestRequest) -> [Match] {
    request.text.hasPrefix("q") ? [] : [Match(luke, "Luke Skywalker", marks: [0..<2])]
  }

  private static func path(_ request: PathRequest) throws(Problem) -> ReferencePath {
    guard request.from == luke else {
      throw Problem(404, "no path", detail: "nothing connects \(request.from) and \(request.to)", type: ProblemType.noPath)
    }
    guard request.to != luke else { return ReferencePath(from: .init(luke, "Luke Skywalker"), steps: []) }
    return ReferencePath(
      from: .init(luke, "Luke Skywalker"),
      steps: [
        .init(to: .init(newHope, "A New Hope"), relation: "films", isReversed: false),
        .init(to: .init(request.to, "Leia Organa"), relation: "films", isReversed: true),
      ])
  }

  private func changed(_ request: HistoryRequest) -> History {
    history.withLock { entries in
      switch request.change {
      case .none: break
      case .remember(let text):
        entries.removeAll { $0.text == text }
        entries.insert(.init(text, at: 1_790_000_000_000 + Int64(entries.count)), at: 0)
      case .remove(let text): entries.removeAll { $0.text == text }
      case .removeAll: entries = []
      }
      return History(Array(entries.prefix(request.limit)), warning: historyWarning)
    }
  }

  /// Returns statistics with 240 of 260 records at first.
  private func statistics() -> JSON {
    let records = requestCount.withLock { count in
      defer { count += 1 }
      return min(260, 240 + count * growth)
    }
    return [
      "service": "holocron.search", "pid": 2, "uptime": 90, "counters": ["requests": 5],
      "gauges": ["index.records": .number(records), "index.of": 260, "index.complete": records == 260 ? 1 : 0],
      "timers": ["answer": ["count": 5, "p50": .number(0.5), "p99": 2, "max": 3]],
    ]
  }

  /// The number of statistics requests so far.
  var statisticsRequestCount: Int { requestCount.withLock(\.self) }
}
