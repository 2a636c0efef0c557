import Contracts
import MessageBus
import Models
import Synchronization
import Testing

@testable import Cache

/// A failing origin is left in peace, and its failures cost nobody else anything.
@Suite struct FailureTests {
  @Test(arguments: [500, 502, 503, 504, 429]) func aHundredAsksAreAtMostThreeFetches(_ status: Int) async {
    let harness = CacheHarness()
    let problem = Problem(status, "failed", type: ProblemType.origin)
    harness.source.fail(problem)
    for _ in 0..<100 {
      #expect(await harness.record(1).problem == problem)
      // As fast as a program asks that is started anew each time.
      harness.clock.advance(by: .milliseconds(15))
    }
    #expect((1...3).contains(harness.source.asked.count))
  }

  @Test func retryAfterHolds() async {
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
    #expect(harness.source.asked.count == 1)
    harness.clock.advance(by: .seconds(600))
    #expect(await harness.record(1).status == 200)
  }

  @Test func pausesGrowAndEnd() {
    let memory = FailureMemory(longest: .seconds(4))
    let key = StoreKey(.record(Reference(.people, 1)), of: nil)
    var now = WallTime(seconds: 1_700_000_000)
    for pause in [100, 1_000, 2_000, 4_000, 4_000] {
      memory.note(.originDown, of: key, at: now)
      #expect(memory.failure(of: key, insists: false, at: now + .milliseconds(pause - 1))?.problem == .originDown)
      now = now + .milliseconds(pause)
      #expect(memory.failure(of: key, insists: false, at: now) == nil)
    }
    // Who insists waits a second at most; a clock that was set back makes nobody wait.
    memory.note(.originDown, of: key, at: now)
    #expect(memory.failure(of: key, insists: true, at: now + .milliseconds(999)) != nil)
    #expect(memory.failure(of: key, insists: true, at: now + .seconds(1)) == nil)
    #expect(memory.failure(of: key, insists: false, at: now - .seconds(3_600)) == nil)
    memory.forget(key)
    #expect(memory.failure(of: key, insists: false, at: now) == nil)
  }

  @Test func memoryIsBounded() {
    let memory = FailureMemory(longest: .seconds(4))
    let now = WallTime(seconds: 1_700_000_000)
    for id in 1...10_000 { memory.note(.originDown, of: StoreKey(.record(Reference(.people, id)), of: nil), at: now) }
    #expect(memory.count == 4_096)
    var large = Problem.originDown
    large.detail = String(repeating: "x", count: 1 << 20)
    for id in 1...10 { memory.note(large, of: StoreKey(.record(Reference(.droids, id)), of: nil), at: now) }
    #expect(memory.count <= 4)
  }

  /// That there is no fetcher passes with the next one.
  @Test func aMissingFetcherIsNotRemembered() async {
    let harness = CacheHarness()
    harness.source.fail(Problem(503, "no worker", type: ProblemType.noWorker))
    #expect(await harness.record(1).status == 503)
    harness.source.fail(nil)
    harness.clock.advance(by: .milliseconds(1))
    #expect(await harness.record(1).status == 200)
    // And a fetcher that comes may succeed where another failed.
    harness.source.fail(.originDown)
    #expect(await harness.record(2).status == 502)
    harness.source.fail(nil)
    #expect(await harness.record(2).status == 502)
    harness.service.handle(Event("worker/joined/holocron.fetch"))
    harness.clock.advance(by: .milliseconds(1))
    #expect(await harness.record(2).status == 200)
  }

  /// A request that waited behind others until its time had passed says nothing about the origin.
  @Test(arguments: [ProblemType.deadline, ProblemType.overloaded]) func whatOnlyWaitedIsNotRemembered(_ type: String) async {
    let harness = CacheHarness()
    harness.source.fail(Problem(504, "the deadline passed", type: type))
    #expect(await harness.record(1).status == 504)
    harness.source.fail(nil)
    #expect(await harness.record(1).status == 200)
  }

  @Test func aStaleAnswerStandsInForARememberedFailure() async {
    let harness = CacheHarness(settings: .init(staleWhileRevalidate: .zero))
    _ = await harness.record(1)
    harness.clock.advance(by: .seconds(86_420))
    harness.source.fail(.originDown)
    for _ in 0..<20 { #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=-20; detail=stale-if-error") }
    #expect(harness.source.asked.count == 2)
  }
}
