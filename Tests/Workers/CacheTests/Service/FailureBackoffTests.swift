import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization
import Testing

@testable import Cache

/// Backoff after failures of the origin.
@Suite struct FailureBackoffTests {
  @Test func `retry-after is honored`() async {
    let harness = CacheHarness()
    var problem = Problem(503, "failed", type: ProblemType.origin)
    problem.retryAfter = 3_600
    harness.source.fail(problem)
    #expect(await harness.record(1).fields["retry-after"] == "3600")
    harness.source.fail(nil)
    harness.clock.advance(by: .seconds(3_000))
    for validation in [Validation(), Validation(revalidate: true)] {
      let reply = await harness.record(1, validation)
      #expect(reply.status == 503)
      #expect(reply.fields["retry-after"] == "600")
      #expect(reply.cacheStatus == "holocron; hit; ttl=600; detail=failed-recently")
    }
    #expect(harness.source.requests.count == 1)
    harness.clock.advance(by: .seconds(600))
    #expect(await harness.record(1).status == 200)
  }

  /// A failure of the fetcher, the answer of the origin that caused it, and what the cache status says of the origin.
  @Test(
    arguments: [(502, nil, ""), (504, nil, ""), (502, 500, "; origin-status=500"), (503, 503, "; origin-status=503")]
      as [(Int, Int?, String)])
  func `a stale record is served while the origin fails`(_ status: Int, _ originStatus: Int?, _ reported: String) async {
    let harness = CacheHarness()
    harness.source.setFields(["cache-control": "max-age=10, stale-while-revalidate=0, stale-if-error=600"])
    let first = await harness.record(1)
    var problem = Problem(status, "failed", type: ProblemType.origin)
    problem.extensions["originStatus"] = originStatus.map { .number($0) }
    harness.source.fail(problem)
    harness.clock.advance(by: .seconds(30))
    let stale = await harness.record(1)
    #expect(stale.status == 200 && stale.content == first.content)
    // Forwarded in vain, so it is no hit.
    #expect(stale.cacheStatus == "holocron; fwd=stale; fwd-status=\(status); ttl=-20; detail=stale-if-error\(reported)")
    harness.clock.advance(by: .seconds(700))
    #expect(await harness.record(1).status == status)
  }

  /// A 304 about another representation: the record is requested again, without conditions.
  @Test func `a 304 with another tag does not confirm`() async {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.source.rename(Reference(.people, 1), "Leia")
    harness.source.setHook { request, _ in request.fields["if-none-match"] == nil ? nil : Reply(304, fields: ["etag": "\"2\""]) }
    let reply = await harness.record(1, Validation(revalidate: true))
    #expect(reply.text.contains("Leia"))
    #expect(reply.cacheStatus == "holocron; fwd=request; fwd-status=200; stored")
    #expect(harness.source.requests.count == 3)
  }

  @Test func `the backoff grows up to its limit and ends`() {
    let backoff = FailureBackoff(maxDelay: .seconds(4))
    let key = StoreKey(.record(Reference(.people, 1)), of: nil)
    var now = WallTime(seconds: 1_700_000_000)
    for delay in [100, 1_000, 2_000, 4_000, 4_000] {
      backoff.record(.originDown, for: key, at: now)
      #expect(backoff.failure(for: key, isForced: false, at: now + .milliseconds(delay - 1))?.problem == .originDown)
      now = now + .milliseconds(delay)
      #expect(backoff.failure(for: key, isForced: false, at: now) == nil)
    }
    // A forced revalidation waits one second at most; a clock set back ends the backoff.
    backoff.record(.originDown, for: key, at: now)
    #expect(backoff.failure(for: key, isForced: true, at: now + .milliseconds(999)) != nil)
    #expect(backoff.failure(for: key, isForced: true, at: now + .seconds(1)) == nil)
    #expect(backoff.failure(for: key, isForced: false, at: now - .seconds(3_600)) == nil)
    backoff.clear(key)
    #expect(backoff.failure(for: key, isForced: false, at: now) == nil)
  }

  /// A fetcher may join at any time.
  @Test func `a missing fetcher causes no backoff`() async {
    let harness = CacheHarness()
    harness.source.fail(Problem(503, "no worker", type: ProblemType.noWorker))
    #expect(await harness.record(1).status == 503)
    harness.source.fail(nil)
    harness.clock.advance(by: .milliseconds(1))
    #expect(await harness.record(1).status == 200)
    // A fetcher that joins ends all backoffs.
    harness.source.fail(.originDown)
    #expect(await harness.record(2).status == 502)
    harness.source.fail(nil)
    #expect(await harness.record(2).status == 502)
    harness.service.handle(Event("worker/joined/holocron.fetch"))
    harness.clock.advance(by: .milliseconds(1))
    #expect(await harness.record(2).status == 200)
  }
}
