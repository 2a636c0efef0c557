import Contracts
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache
@testable import MessageBus

/// Single records through the service, with a clock that the test controls.
@Suite struct RecordTests {
  @Test func `a miss is followed by a hit`() async {
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
    #expect(harness.source.requests == ["GET /people/1"])
  }

  @Test func `a hit is answered from the bytes of its request, and nothing else is`() async throws {
    let harness = CacheHarness()
    func answer(_ head: String, _ fields: String = "deadline: 5000") -> EncodedReply? {
      harness.service.encodedReply(to: ReceivedRequest(Body(frames: [[1], Array(head.utf8), Array(fields.utf8), []])))
    }
    #expect(answer("GET /people/1") == nil)
    _ = await harness.record(1)
    _ = await harness.list(ListRequest(.people, .page(1)))
    for head in ["GET /people/1", "GET /people?page=1"] {
      for _ in 1...2 {
        let request = Request("GET", try #require(Target(parsing: head.dropFirst(4))))
        let decoded = try #require(harness.service.answerAtOnce(request))
        #expect(answer(head) == EncodedReply(decoded))
      }
    }
    for fields in ["if-none-match: \"a\"", "cache-control: no-cache", "deadline: 5\naccept: x"] {
      #expect(answer("GET /people/1", fields) == nil)
    }
    for head in ["GET /people/999", "GET /names?people=1", "PURGE /people/1", "GET /", "GET", "", "GET /people?sort=mass"] {
      #expect(answer(head) == nil)
    }
  }

  @Test func `a fresh entry is served at once`() async {
    let harness = CacheHarness()
    let request = RecordRequest(Reference(.people, 1)).request
    #expect(harness.service.answerAtOnce(request) == nil)
    _ = await harness.record(1)
    #expect(harness.service.answerAtOnce(request)?.status == 200)
    harness.clock.advance(by: .milliseconds(1_500))
    #expect(harness.service.answerAtOnce(request)?.fields["age"] == "1")
    // After the recheck interval the store is read again, because events may be lost.
    harness.clock.advance(by: .seconds(30))
    #expect(harness.service.answerAtOnce(request) == nil)
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86368")
    #expect(harness.service.answerAtOnce(request)?.fields["age"] == "31")
  }

  @Test func `a stale entry is served while it is revalidated`() async throws {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    let stale = await harness.record(1)
    #expect(stale.cacheStatus == "holocron; hit; ttl=-20; detail=stale-while-revalidate")
    await harness.source.waitForRequests(2)
    #expect(harness.source.lastRequest?.fields["if-none-match"] == stale.fields["etag"])
    #expect(harness.source.lastRequest?.fields["if-modified-since"] == nil)
    await harness.waitUntilIdle()
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    #expect(harness.events.topics == ["changed/people/1", "confirmed/people/1"])
    // Without a tag, an entry is revalidated by its date.
    harness.source.setFields(["etag": "", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
    _ = await harness.record(2)
    _ = await harness.record(2, Validation(revalidate: true))
    #expect(harness.source.lastRequest?.fields["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(harness.source.lastRequest?.fields["if-none-match"] == nil)
  }

  @Test func `a missing record is cached for a short time`() async {
    let harness = CacheHarness()
    for _ in 0..<3 {
      let reply = await harness.record(99)
      #expect(reply.status == 404)
      #expect(reply.problem?.type == ProblemType.notFound)
      #expect(reply.fields["content-type"] == Problem.contentType)
    }
    #expect(harness.source.requests.count == 1)
    #expect(harness.events.topics.isEmpty)
    harness.clock.advance(by: .seconds(301))
    harness.source.rename(Reference(.people, 99), "Late")
    #expect(await harness.record(99).status == 200)
    #expect(harness.events.topics == ["changed/people/99"])
  }

  @Test func `a missing fetcher is explained`() async {
    let harness = CacheHarness()
    harness.source.fail(Problem(503, "no worker", type: ProblemType.noWorker, extensions: ["service": "holocron.fetch"]))
    let problem = await harness.record(1).problem
    #expect(problem?.title == "no fetcher is attached")
    #expect(problem?.detail == "people/1 is not cached, and no fetcher is attached; start one with holocron-fetcher")
    #expect(problem?.type == ProblemType.noWorker)
    #expect(problem?.extensions["service"] == "holocron.fetch")
  }

  @Test func `stale hits do not revalidate during the backoff`() async {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    harness.source.fail(.originDown)
    for _ in 0..<20 {
      _ = await harness.record(1)
      await harness.waitUntilIdle()
    }
    #expect(harness.source.requests.count == 2)
    harness.clock.advance(by: .seconds(11))
    _ = await harness.record(1)
    await harness.waitUntilIdle()
    #expect(harness.source.requests.count == 3)
  }

  @Test func `purging removes entries and publishes an event`() async {
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
}
