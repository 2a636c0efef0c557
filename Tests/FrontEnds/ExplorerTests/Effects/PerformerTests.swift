import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Explorer

@Suite struct PerformerTests {
  static let luke: JSON = ["kind": "people", "id": 1, "name": "Luke Skywalker"]
  static let repository = ScriptedRepository(
    [
      "holocron.cache GET /people/1": [
        Reply(200, fields: ["age": "7", "cache-status": "holocron; hit; ttl=-3; detail=stale-while-revalidate"], content: luke.bytes())
      ],
      "holocron.cache GET /people?order=origin": [
        Reply(200, content: PageBody(kind: Person.kind, page: 1, pages: 1, count: 2, items: [luke, ["not": "a record"]]).json.bytes())
      ],
      "holocron.cache GET /stats": [Reply(200, content: (["pid": 1] as JSON).bytes())],
    ], statistics: ["services": [["name": "holocron.cache", "workers": 1], ["name": "holocron.fetch", "workers": 0]]],
    events: [Event("changed/people/1"), Event("stats/x"), Event("worker/left/holocron.fetch")])

  /// A performer, and the messages it sends.
  private func performer(_ repository: any Repository = Self.repository) -> (Performer, AsyncStream<Message>.AsyncIterator) {
    let (messages, inlet) = AsyncStream.makeStream(of: Message.self)
    let performer = Performer(repository, observer: repository, kinds: .standard) { inlet.yield($0) }
    return (performer, messages.makeAsyncIterator())
  }

  @Test func `a question comes back as its answer`() async throws {
    var (performer, messages) = performer()
    performer.perform(.ask(Ticket(1), .record(try #require(Reference("people/1")), revalidate: false)))
    guard case .answered(let ticket, .record(let record, let provenance)) = await messages.next() else { throw Unexpected() }
    #expect(ticket == Ticket(1) && record.name == "Luke Skywalker")
    #expect(provenance == Provenance(age: 7, isStale: true))
  }

  @Test func `an answer that is another record is a failure`() async throws {
    let repository = ScriptedRepository([
      "holocron.cache GET /people/1": [Reply(200, content: (["kind": "people", "id": 2] as JSON).bytes())]
    ])
    let answer = await Question.record(reference("people/1"), revalidate: false).answer(
      from: repository, observer: repository, kinds: .standard)
    guard case .failed(let problem) = answer else { throw Unexpected() }
    #expect(problem.type == ProblemType.otherAnswer)
  }

  @Test func `items that are no records are left out of a page`() async throws {
    var (performer, messages) = performer()
    performer.perform(.ask(Ticket(2), .page(Person.kind, 1, revalidate: false)))
    guard case .answered(_, .page(let page, _)) = await messages.next() else { throw Unexpected() }
    #expect(page.count == 2 && page.records.map(\.name) == ["Luke Skywalker"])
  }

  @Test func `statistics ask the services that have workers`() async throws {
    var (performer, messages) = performer()
    performer.perform(.ask(Ticket(3), .statistics))
    guard case .answered(_, .statistics(let statistics)) = await messages.next() else { throw Unexpected() }
    #expect(statistics.services == ["holocron.cache": ["pid": 1]])
  }

  @Test func `what fails is an answer too`() async throws {
    var (performer, messages) = performer()
    performer.perform(.ask(Ticket(4), .kinds))
    guard case .answered(Ticket(4), .failed(let problem)) = await messages.next() else { throw Unexpected() }
    #expect(problem.type == ProblemType.notFound)
  }

  @Test func `an alarm that is set again rings once`() async throws {
    var (performer, messages) = performer()
    performer.perform(.wake(.statisticsDue, after: .seconds(3_600)))
    performer.perform(.wake(.typingPaused, after: .seconds(3_600)))
    performer.perform(.sleep(.typingPaused))
    performer.perform(.wake(.statisticsDue, after: .zero))
    guard case .ring(.statisticsDue) = await messages.next() else { throw Unexpected() }
    performer.perform(.wake(.remarkFades, after: .zero))
    guard case .ring(.remarkFades) = await messages.next() else { throw Unexpected() }
  }

  @Test func `events become notices`() async throws {
    var (performer, messages) = performer()
    performer.startListening()
    // What was heard before it listened nobody knows.
    guard case .notice(.changedSomehow) = await messages.next() else { throw Unexpected() }
    guard case .notice(.changed(let reference)) = await messages.next() else { throw Unexpected() }
    #expect(reference.description == "people/1")
    guard case .notice(.worker("holocron.fetch", joined: false)) = await messages.next() else { throw Unexpected() }
    performer.stop()
  }

  @Test(arguments: [
    ("purged", Notice.changedSomehow), ("history", .historyChanged), ("worker/joined/x", .worker(service: "x", joined: true)),
    ("confirmed/people", .listConfirmed(Person.kind)), ("confirmed/people/1", .confirmed(Reference(Person.kind, 1))),
    ("changed/people", .listChanged(Person.kind)), ("fetch/failed/people/1", .fetchFailed(Reference(Person.kind, 1))),
  ])
  func `topics have their meaning`(_ topic: String, _ notice: Notice) { #expect(Notice(Event(topic)) == notice) }

  @Test(arguments: ["", "worker/else/x", "confirmed", "changed", "purged/No Kind", "fetch/failed"])
  func `other topics have none`(_ topic: String) { #expect(Notice(Event(topic)) == nil) }

  private struct Unexpected: Error {}
}
