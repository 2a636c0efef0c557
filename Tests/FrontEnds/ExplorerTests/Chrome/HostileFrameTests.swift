import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import Explorer

/// Untrusted text never reaches a frame unescaped: no cell holds a character that a terminal would interpret or hide.
@Suite struct HostileFrameTests {
  static let text = HostileText.text

  /// Each key of what is typed filters all records anew.
  @Test(arguments: Situation.all(typing: "x\u{9B}y\u{202E}z\u{200B}"), [true, false])
  func `no frame contains unsafe text`(_ situation: Situation, _ answers: Bool) {
    for size in [Viewport(columns: 120, rows: 40), Viewport(columns: 50, rows: 16)] {
      var harness = situation.harness(size, answers ? Self.answer : Self.failure)
      for _ in 0..<2 {
        let frame = harness.frame
        let found = frame.cells.flatMap(\.character.unicodeScalars).filter(HostileText.scalars.contains)
        #expect(found.isEmpty, "\(found.map(\.value)) in \(situation)")
        harness.send(.toast(Toast(Self.text)))
      }
    }
  }

  private static func failure(_ query: ExplorerQuery) -> QueryResult? {
    .failed(Problem(502, text, detail: text, type: ProblemType.origin))
  }

  private static func answer(_ query: ExplorerQuery) -> QueryResult? {
    let provenance = Provenance(age: 3, isStale: true, location: text)
    switch query {
    case .record(let reference, _):
      let record = (try? record(reference)).map { QueryResult.record($0, provenance) }
      return record ?? .failed(Problem(404, text))
    case .names(let references, _):
      return .names(
        references.map { reference in (try? record(reference)).map { ReferenceLabel.known($0) } ?? .failed(reference, Problem(404, text)) })
    case .page(let kind, let number, _):
      var page = CatalogueResults.page(of: kind, number)
      page.records = page.records.compactMap { try? record($0.reference) }
      return .page(page, provenance)
    case .search(let query, _):
      let match = Match(SearchResults.reference("people/1"), text, field: text, excerpt: text, marks: [0..<2])
      return .search(
        SearchAnswer(query: query, correction: text, count: 9, matches: [match], coverage: Coverage(records: 1, of: 2, isComplete: false)))
    case .kinds: return .failed(Problem(502, text))
    case .suggest: return .suggestions([Match(SearchResults.reference("people/1"), text)])
    case .history: return .history(History([.init(text, at: 1)]))
    case .path(let from, let to, _):
      return .path(ReferencePath(from: .init(from, text), steps: [.init(to: .init(to, text), relation: text, isReversed: false)]))
    case .log: return .log([text, "2026-01-31T12:00:00.000Z error \(text)"])
    case .favourites: return .favourites(["people/1", "films/1", "planets/999"].compactMap { Reference($0) })
    case .setFavourite: return .failed(Problem(500, text, detail: text))
    case .restart: return .failed(Problem(503, text, detail: text))
    case .statistics:
      let services: JSON = [["name": .string(text), "workers": 1, "queued": 0, "credit": 1, "inFlight": 0]]
      let process: JSON = ["name": .string(text), "state": .string(text), "pid": 7, "restarts": 1, "age": 3, "cpu": 1]
      let server: JSON = ["origin": .string(text), "server": .string(text), "circuit": .string(text), "dialect": .string(text)]
      let fetcher: JSON = ["pid": 9, "origin": .string(text), "origins": [server], "servers": [server], "counters": [text: 1]]
      let slow: JSON = ["service": .string(text), "name": .string(text), "id": .string(text), "waiting": 3, "dropped": 1]
      return .statistics(
        BusStatistics(
          broker: ["services": services, "uptime": 3, "slow": [slow]],
          workers: [text: [["counters": [text: 1], "timers": [text: ["count": 3]]]], "holocron.fetch": [fetcher]],
          fleet: ["processes": [process]]))
    }
  }

  /// Returns the record with hostile text in all its string members and an unknown member.
  private static func record(_ reference: Reference) throws -> Record {
    if let made = records.withLock({ $0[reference] }) { return made }
    guard case .object(var members) = try Catalogue.standard.record(reference).canonical else { throw Problem(500, "no record") }
    for name in members.names where !["kind", "id"].contains(name) {
      if case .string? = members[name] { members[name] = .string(text) }
    }
    members["extra"] = [text: .string(text)]
    let record = try Record(canonical: .object(members), kinds: .standard)
    records.withLock { $0[reference] = record }
    return record
  }

  /// The records made so far, because making one takes longer than drawing it.
  private static let records = Mutex<[Reference: Record]>([:])
}
