import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import ServiceTestSupport
import TestSupport
import Testing

@testable import Explorer

@Suite struct EffectRunnerTests {
  static let luke: JSON = ["kind": "people", "id": 1, "name": "Luke Skywalker"]
  static let repository = ScriptedRepository(
    [
      "holocron.cache GET /people/1": [
        Reply(200, fields: ["age": "7", "cache-status": "holocron; hit; ttl=-3; detail=stale-while-revalidate"], content: luke.bytes())
      ],
      "holocron.cache GET /people?order=origin": [
        Reply(200, content: PageBody(kind: KindName.people, page: 1, pages: 1, count: 2, items: [luke, ["not": "a record"]]).json.bytes())
      ],
      "holocron.cache GET /stats": [Reply(200, content: (["pid": 1] as JSON).bytes())],
    ], statistics: ["services": [["name": "holocron.cache", "workers": 1], ["name": "holocron.fetch", "workers": 0]]],
    events: [Event("changed/people/1"), Event("stats/x"), Event("worker/left/holocron.fetch")])

  @Test func `an impossible age from a worker is limited`() {
    #expect(Provenance(CachedResponse(body: [], age: .max)).age == 100 * 365 * 86_400)
    #expect(Provenance(CachedResponse(body: [], age: -1)).age == 0)
  }

  /// Returns a runner and the messages it sends.
  private func runner(_ repository: any Repository = Self.repository) -> (EffectRunner, AsyncStream<Message>.AsyncIterator) {
    let (messages, continuation) = AsyncStream.makeStream(of: Message.self)
    let runner = EffectRunner(repository, observer: repository, kinds: .standard) { continuation.yield($0) }
    return (runner, messages.makeAsyncIterator())
  }

  @Test func `a query returns its result`() async throws {
    var (runner, messages) = runner()
    runner.run(.send(RequestID(1), .record(try #require(Reference("people/1")), revalidate: false)))
    guard case .received(let id, .record(let record, let provenance)) = await messages.next() else { throw Unexpected() }
    #expect(id == RequestID(1) && record.name == "Luke Skywalker")
    #expect(provenance == Provenance(age: 7, isStale: true))
  }

  @Test func `names are sent as they arrive`() async throws {
    let references = ["people/1", "people/2", "films/1"].map(reference)
    let film: JSON = ["kind": "films", "id": 1, "title": "A New Hope", "episode": 4]
    let repository = ScriptedRepository([
      "holocron.cache \(NamesRequest(references).request.head)": [
        NamesRequest.reply([NameAnswer(references[0], .label(Self.luke))]), NamesRequest.reply([NameAnswer(references[2], .label(film))]),
      ]
    ])
    var (runner, messages) = runner(repository)
    runner.run(.send(RequestID(5), .names(references)))
    var labels: [[ReferenceLabel]] = []
    for _ in 1...3 {
      guard case .receivedPart(RequestID(5), .names(let part)) = await messages.next() else { throw Unexpected() }
      labels.append(part)
    }
    #expect(labels.map { $0.map(\.reference) } == [references[0], references[2], references[1]].map { [$0] })
    guard case .known(let record)? = labels[1].first else { throw Unexpected() }
    #expect(record.name == "A New Hope" && record.display("episode") != nil)
    guard case .failed(_, let problem)? = labels[2].first else { throw Unexpected() }
    #expect(problem.type == ProblemType.malformed)
    guard case .received(RequestID(5), .names(let rest)) = await messages.next(), rest.isEmpty else { throw Unexpected() }
  }

  @Test func `a response with another record is a failure`() async throws {
    let repository = ScriptedRepository([
      "holocron.cache GET /people/1": [Reply(200, content: (["kind": "people", "id": 2] as JSON).bytes())]
    ])
    let services = QueryServices(repository: repository, observer: repository, kinds: .standard)
    let result = await services.run(.record(reference("people/1"), revalidate: false))
    guard case .failed(let problem) = result else { throw Unexpected() }
    #expect(problem.type == ProblemType.mismatchedResponse)
  }

  @Test func `items that are not records are left out of a page`() async throws {
    var (runner, messages) = runner()
    runner.run(.send(RequestID(2), .page(KindName.people, 1, revalidate: false)))
    guard case .received(_, .page(let page, _)) = await messages.next() else { throw Unexpected() }
    #expect(page.count == 2 && page.records.map(\.name) == ["Luke Skywalker"])
  }

  @Test func `statistics are requested from services that have workers`() async throws {
    var (runner, messages) = runner()
    runner.run(.send(RequestID(3), .statistics))
    guard case .received(_, .statistics(let statistics)) = await messages.next() else { throw Unexpected() }
    #expect(statistics.workers == ["holocron.cache": [["pid": 1]]])
  }

  /// Local processes that have ended.
  private struct EndedFleet: FleetAccess {
    func state() async -> JSON? { nil }
    func log(of process: String, lines: Int) async -> [String] { [] }
    func restart(_ process: String) async throws(Problem) { throw .noFleet }
  }

  @Test func `without a bus, statistics have the state of the local processes`() async {
    let repository = ScriptedRepository(statistics: nil)
    let result = await QueryServices(repository: repository, observer: repository, fleet: EndedFleet(), kinds: .standard).run(.statistics)
    #expect(result == .noStatistics(ScriptedRepository.noBus, fleet: nil))
  }

  @Test func `a failure is a result too`() async throws {
    var (runner, messages) = runner()
    runner.run(.send(RequestID(4), .record(reference("people/9"), revalidate: false)))
    guard case .received(RequestID(4), .failed(let problem)) = await messages.next() else { throw Unexpected() }
    #expect(problem.type == ProblemType.notFound)
  }

  @Test func `a restarted timer fires once`() async throws {
    var (runner, messages) = runner()
    runner.run(.startTimer(.statisticsDue, after: .seconds(3_600)))
    runner.run(.startTimer(.typingPaused, after: .seconds(3_600)))
    runner.run(.cancelTimer(.typingPaused))
    runner.run(.startTimer(.statisticsDue, after: .zero))
    guard case .timerFired(.statisticsDue) = await messages.next() else { throw Unexpected() }
    runner.run(.startTimer(.toastExpired, after: .zero))
    guard case .timerFired(.toastExpired) = await messages.next() else { throw Unexpected() }
  }

  @Test func `events are forwarded as messages`() async throws {
    var (runner, messages) = runner()
    runner.subscribe()
    // Events may have been missed before the subscription.
    guard case .event(.everythingInvalidated) = await messages.next() else { throw Unexpected() }
    guard case .event(.topic(.changed(let reference))) = await messages.next() else { throw Unexpected() }
    #expect(reference.description == "people/1")
    guard case .event(.topic(.workerLeft("holocron.fetch"))) = await messages.next() else { throw Unexpected() }
    runner.stop()
  }

  private struct Unexpected: Error {}
}
