import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// Single records through the service, with time in the test's hand.
@Suite struct RecordTests {
  @Test func missThenHit() async {
    let harness = CacheHarness()
    let first = await harness.record(1)
    #expect(first.status == 200)
    #expect(first.text == #"{"kind":"people","id":1,"name":"Person 999"}"#)
    #expect(first.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    #expect(first.fields["age"] == "0")
    #expect(first.fields["content-location"] == "http://origin/api/people/1/")
    harness.clock.advance(by: .seconds(60))
    let second = await harness.record(1)
    #expect(second.content == first.content)
    #expect(second.cacheStatus == "holocron; hit; ttl=86340")
    #expect(second.fields["age"] == "60")
    #expect(second.fields["etag"] == first.fields["etag"])
    #expect(harness.source.asked == ["GET /people/1"])
  }

  @Test func aFreshAnswerIsAtHand() async {
    let harness = CacheHarness()
    let request = RecordRequest(Reference(.people, 1)).request
    #expect(harness.service.answerAtOnce(request) == nil)
    _ = await harness.record(1)
    #expect(harness.service.answerAtOnce(request)?.status == 200)
    harness.clock.advance(by: .milliseconds(1_500))
    #expect(harness.service.answerAtOnce(request)?.fields["age"] == "1")
    // The store is looked into from time to time, because events may be lost.
    harness.clock.advance(by: .seconds(30))
    #expect(harness.service.answerAtOnce(request) == nil)
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86368")
    #expect(harness.service.answerAtOnce(request)?.fields["age"] == "31")
  }

  @Test func staleIsServedAtOnceAndRevalidated() async throws {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    let stale = await harness.record(1)
    #expect(stale.cacheStatus == "holocron; hit; ttl=-20; detail=stale-while-revalidate")
    await harness.source.arrived(2)
    #expect(harness.source.lastAsked?.fields["if-none-match"] == stale.fields["etag"])
    await harness.settled()
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    #expect(harness.events.topics == ["changed/people/1", "confirmed/people/1"])
  }

  @Test func tooStaleIsRevalidatedFirst() async {
    let harness = CacheHarness(settings: .init(staleWhileRevalidate: .seconds(10)))
    let first = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    let second = await harness.record(1)
    #expect(second.cacheStatus == "holocron; fwd=stale; fwd-status=304; stored")
    #expect(second.status == 200)
    #expect(second.content == first.content)
    #expect(second.fields["age"] == "0")
  }

  @Test func changesArriveAndAreAnnounced() async {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.source.rename(Reference(.people, 1), "Wormie")
    let reply = await harness.record(1, Validation(revalidate: true))
    #expect(reply.text.contains("Wormie"))
    #expect(reply.cacheStatus == "holocron; fwd=request; fwd-status=200; stored")
    #expect(harness.events.topics == ["changed/people/1", "changed/people/1"])
    // What another front-end asks next is the new one.
    #expect(await harness.record(1).text.contains("Wormie"))
  }

  @Test func whatTheCallerHoldsIsNotSentAgain() async {
    let harness = CacheHarness()
    let first = await harness.record(1)
    let tag = first.fields["etag"]
    let unchanged = await harness.record(1, Validation(entityTag: tag))
    #expect(unchanged.status == 304)
    #expect(unchanged.content.isEmpty)
    #expect(unchanged.fields["etag"] == tag)
    #expect(unchanged.cacheStatus == "holocron; hit; ttl=86400")
    #expect(await harness.record(1, Validation(entityTag: "\"other\"")).status == 200)
    #expect(await harness.record(1).status == 200)
  }

  /// Any current representation will do, also one without a tag of its own.
  @Test func anyTagMatchesAStar() async {
    let harness = CacheHarness()
    _ = await harness.list(ListRequest(.people))
    #expect(await harness.record(1).fields["etag"] == nil)
    #expect(await harness.record(1, Validation(entityTag: "*")).status == 304)
    #expect(await harness.record(99, Validation(entityTag: "*")).status == 404)
  }

  @Test func anEntryWithoutATagIsRevalidatedByItsDate() async {
    let harness = CacheHarness()
    harness.source.add(["etag": "", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
    let reply = await harness.record(1)
    #expect(reply.fields["last-modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    _ = await harness.record(1, Validation(revalidate: true))
    #expect(harness.source.lastAsked?.fields["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(harness.source.lastAsked?.fields["if-none-match"] == nil)
  }

  @Test func onlyIfCached() async {
    let harness = CacheHarness()
    let refused = await harness.record(1, Validation(onlyIfCached: true))
    #expect(refused.status == 504)
    #expect(refused.problem?.detail == "people/1 is not cached, and the request forbids to fetch it")
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(90_000))
    let stale = await harness.record(1, Validation(onlyIfCached: true))
    #expect(stale.cacheStatus == "holocron; hit; ttl=-3600; detail=only-if-cached")
    #expect(harness.source.asked.count == 1)
  }

  @Test func thatThereIsNoneIsRememberedForAWhile() async {
    let harness = CacheHarness()
    for _ in 0..<3 {
      let reply = await harness.record(99)
      #expect(reply.status == 404)
      #expect(reply.problem?.type == ProblemType.notFound)
      #expect(reply.fields["content-type"] == Problem.contentType)
    }
    #expect(harness.source.asked.count == 1)
    #expect(harness.events.topics.isEmpty)
    harness.clock.advance(by: .seconds(301))
    harness.source.rename(Reference(.people, 99), "Late")
    #expect(await harness.record(99).status == 200)
    #expect(harness.events.topics == ["changed/people/99"])
  }

  @Test func aFailingOriginLeavesTheStoredAnswer() async {
    let harness = CacheHarness(settings: .init(staleWhileRevalidate: .zero))
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    harness.source.fail(.originDown)
    let stale = await harness.record(1)
    #expect(stale.status == 200)
    #expect(stale.cacheStatus == "holocron; hit; ttl=-20; detail=stale-if-error")
    #expect(stale.fields["age"] == "86420")
    harness.clock.advance(by: .seconds(31 * 86_400))
    #expect(await harness.record(1).status == 502)
  }

  @Test func aFailureWithNothingStoredPassesOn() async {
    let harness = CacheHarness()
    harness.source.fail(.originDown)
    let reply = await harness.record(1)
    #expect(reply.status == 502)
    #expect(reply.problem == .originDown)
    #expect(reply.cacheStatus == "holocron; fwd=miss; fwd-status=502")
    // Failures are no answers: they are remembered for a moment only.
    harness.source.fail(nil)
    harness.clock.advance(by: FailureMemory.first)
    #expect(await harness.record(1).status == 200)
  }

  @Test func withoutAFetcherThePersonIsToldWhatToDo() async {
    let harness = CacheHarness()
    harness.source.fail(Problem(503, "no worker", type: ProblemType.noWorker, extensions: ["service": "holocron.fetch"]))
    let problem = await harness.record(1).problem
    #expect(problem?.title == "no fetcher is attached")
    #expect(problem?.detail == "people/1 is not cached and no fetcher is attached: start one with holocron-fetcher")
    #expect(problem?.type == ProblemType.noWorker)
    #expect(problem?.extensions["service"] == "holocron.fetch")
  }

  @Test func aBrokenOriginIsNotAskedWithEveryStaleHit() async {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    harness.source.fail(.originDown)
    for _ in 0..<20 {
      _ = await harness.record(1)
      await harness.settled()
    }
    #expect(harness.source.asked.count == 2)
    harness.clock.advance(by: .seconds(11))
    _ = await harness.record(1)
    await harness.settled()
    #expect(harness.source.asked.count == 3)
  }

  @Test func whatMustNotBeStoredIsNot() async {
    let harness = CacheHarness()
    harness.source.add(["cache-control": "no-store"])
    for count in 1...2 {
      let reply = await harness.record(1)
      #expect(reply.cacheStatus == "holocron; fwd=miss; fwd-status=200")
      #expect(harness.source.asked.count == count)
    }
  }

  @Test func purging() async {
    let harness = CacheHarness()
    _ = await harness.record(1)
    let reply = await harness.ask(PurgeRequest(.record(Reference(.people, 1))).request)
    #expect(reply.text == #"{"purged":1}"#)
    #expect(harness.events.topics == ["changed/people/1", "purged/people/1"])
    #expect(await harness.record(1).cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    _ = await harness.record(2)
    #expect(await harness.ask(PurgeRequest(.everything).request).text == #"{"purged":2}"#)
    #expect(harness.events.topics.last == "purged")
  }

  @Test func theListOfKinds() async {
    let harness = CacheHarness()
    for _ in 0..<2 { #expect(await harness.ask(KindsRequest().request).text == #"["people"]"#) }
    #expect(harness.source.asked == ["GET /kinds"])
  }

  @Test(arguments: [
    (Request("GET", Target(["people", "x"])), 400), (Request("GET", Target([])), 404), (Request("GET", Target(["a", "b", "c"])), 404),
    (Request("PUT", Target(["people", "1"])), 405), (Request("PURGE", Target(["people", "x"])), 400),
    (Request("GET", Target(["people"], query: [.init("page", "0")])), 400),
  ])
  func badRequests(_ request: Request, _ status: Int) async {
    let reply = await CacheHarness().ask(request)
    #expect(reply.status == status)
    #expect(reply.problem?.detail != nil)
  }
}

extension CacheHarness {
  /// Returns when nothing is in flight.
  func settled() async {
    while service.lookup.flights.count > 0 { await Task.yield() }
  }
}

extension CacheSettings {
  init(staleWhileRevalidate: Duration) {
    self = .patient
    lifetimes.staleWhileRevalidate = staleWhileRevalidate
  }
}
