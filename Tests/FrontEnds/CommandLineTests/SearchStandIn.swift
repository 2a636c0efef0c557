import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// Stands in for a search worker: knows a few queries by heart, and keeps a history.
final class SearchStandIn: BusService {
  let name = ServiceName.search.text
  private let history = Mutex<[History.Entry]>([])
  /// How often statistics were asked for, and how many records the index gains each time until it is complete.
  private let looks = Mutex(0)
  private let growth: Int

  init(growth: Int = 0) { self.growth = growth }

  static let luke = Reference(Person.kind, 1)
  static let tatooine = Reference(Planet.kind, 1)
  static let newHope = Reference(Film.kind, 1)

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    do throws(Problem) {
      if StatsRequest(request) != nil { return StatsRequest.reply(statistics()) }
      if let wanted = try SearchRequest(request) { return SearchRequest.reply(Self.found(wanted)) }
      if let wanted = try SuggestRequest(request) { return SuggestRequest.reply(Self.suggested(wanted)) }
      if let wanted = try PathRequest(request) { return PathRequest.reply(try Self.path(wanted)) }
      if let wanted = try HistoryRequest(request) { return HistoryRequest.reply(changed(wanted)) }
      throw .badRequest("path", "no such thing")
    } catch { return Reply(error) }
  }

  private static func found(_ wanted: SearchRequest) -> SearchAnswer {
    let isKnown = wanted.text == "tatoine"
    let matches = [
      Match(tatooine, "Tatooine", marks: [0..<8]), Match(luke, "Luke Skywalker", field: "homeworld", excerpt: "Tatooine", marks: [0..<8]),
    ].filter { isKnown && (wanted.kind ?? $0.reference.kind) == $0.reference.kind }
    return SearchAnswer(
      query: wanted.text, correction: isKnown ? "tatooine" : nil, count: isKnown ? 12 : 0, matches: Array(matches.prefix(wanted.limit)),
      coverage: Coverage(records: 240, of: 260, isComplete: false))
  }

  private static func suggested(_ wanted: SuggestRequest) -> [Match] {
    wanted.text.hasPrefix("q") ? [] : [Match(luke, "Luke Skywalker", marks: [0..<2])]
  }

  private static func path(_ wanted: PathRequest) throws(Problem) -> ReferencePath {
    guard wanted.from == luke else {
      throw Problem(404, "no path", detail: "nothing connects \(wanted.from) and \(wanted.to)", type: ProblemType.noPath)
    }
    guard wanted.to != luke else { return ReferencePath(from: .init(luke, "Luke Skywalker"), steps: []) }
    return ReferencePath(
      from: .init(luke, "Luke Skywalker"),
      steps: [
        .init(to: .init(newHope, "A New Hope"), relation: "films", isReversed: false),
        .init(to: .init(wanted.to, "Leia Organa"), relation: "films", isReversed: true),
      ])
  }

  private func changed(_ wanted: HistoryRequest) -> History {
    history.withLock { entries in
      switch wanted.change {
      case .none: break
      case .remember(let text):
        entries.removeAll { $0.text == text }
        entries.insert(.init(text, at: 1_790_000_000_000 + Int64(entries.count)), at: 0)
      case .forget(let text): entries.removeAll { $0.text == text }
      case .forgetAll: entries = []
      }
      return History(Array(entries.prefix(wanted.limit)))
    }
  }

  /// 240 records of 260 at first.
  private func statistics() -> JSON {
    let records = looks.withLock { looks in
      defer { looks += 1 }
      return min(260, 240 + looks * growth)
    }
    return [
      "service": "holocron.search", "pid": 2, "uptime": 90, "counters": ["requests": 5],
      "gauges": ["index.records": .number(records), "index.of": 260, "index.complete": records == 260 ? 1 : 0],
      "timers": ["answer": ["count": 5, "p50": .number(0.5), "p99": 2, "max": 3]],
    ]
  }

  /// How often somebody asked how the index is.
  var timesLookedAt: Int { looks.withLock(\.self) }
}
