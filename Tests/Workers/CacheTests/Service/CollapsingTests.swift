import Contracts
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// Concurrent requests share one fetch, within a worker and between two workers that share a file.
@Suite struct CollapsingTests {
  /// Two workers that share a file, and a source.
  struct PairHarness {
    let source: FakeSource
    let one, two: CacheHarness
    let folder: TemporaryDirectory

    init() throws {
      folder = try TemporaryDirectory()
      source = FakeSource()
      one = CacheHarness(store: try SQLiteStore(file: folder.file("cache.sqlite"), logger: .silent), source: source)
      two = CacheHarness(store: try SQLiteStore(file: folder.file("cache.sqlite"), logger: .silent), source: source)
    }

    func close() async {
      await one.service.close()
      await two.service.close()
    }
  }

  @Test func `the waiting requests of two workers share a fetch, and those of one worker a failure`() async throws {
    let pair = try PairHarness()
    for (id, workers) in [(1, [pair.one, pair.two]), (2, [pair.one])] {
      if id == 2 { pair.source.fail(.originDown) }
      pair.source.hold()
      async let replies = withTaskGroup(of: Reply.self) { group in
        for index in 0..<200 { group.addTask { await workers[index % workers.count].record(id) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      // All requests must wait before the answer; a later one would get a failure from the backoff.
      for worker in workers { try await worker.waiting(200 / workers.count) }
      pair.source.release()
      #expect(await replies.allSatisfy { $0.status == (id == 1 ? 200 : 502) })
      #expect(pair.source.requests.count == id)
    }
    await pair.close()
  }

  /// Whatever its term.
  @Test func `a lease ends with the process that held it`() async throws {
    let process = try await RunningProcess.start("/bin/true", [], environment: [:])
    try await process.ends(.exited(0))
    let harness = CacheHarness()
    let own = HolderProcess.newName()
    let ended = "\(process.pid)-" + own.split(separator: "-").dropFirst().joined(separator: "-")
    #expect(HolderProcess.hasEnded(ended))
    #expect([own, "killed", "1-2-3", "\(process.pid)", "-1-0-a", ""].allSatisfy { !HolderProcess.hasEnded($0) })
    let (now, key) = (harness.clock.now, StoreKey(.record(Reference(.people, 1)), of: nil))
    let store = harness.service.context.store
    #expect(try await store.lease(key, by: ended, known: nil, now: now, term: .seconds(60), isRetry: false).lease != nil)
    #expect(await harness.record(1).status == 200)
  }

  @Test func `an entry fetched by one worker is a hit in the other`() async throws {
    let pair = try PairHarness()
    _ = await pair.one.list(ListRequest(.people))
    #expect(await pair.two.record(3).cacheStatus == "holocron; hit; ttl=86400")
    #expect(await pair.two.list(ListRequest(.people)).cacheStatus == "holocron; hit; ttl=86400")
    #expect(pair.source.requests.count == 3)
    await pair.close()
  }

  @Test func `events make the other worker read the store again`() async throws {
    let pair = try PairHarness()
    _ = await pair.one.record(1)
    #expect(await pair.two.record(1).text.contains("Person 999"))
    pair.source.rename(Reference(.people, 1), "Wormie")
    _ = await pair.one.record(1, Validation(revalidate: true))
    #expect(await pair.two.record(1).text.contains("Person 999"))
    for event in pair.one.events.all { pair.two.service.handle(event) }
    #expect(await pair.two.record(1).text.contains("Wormie"))
    // A worker ignores its own events.
    for event in pair.one.events.all { pair.one.service.handle(event) }
    #expect(pair.one.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) != nil)
    // Purges are published, too.
    _ = await pair.one.ask(PurgeRequest(.kind(.people)).request)
    for event in pair.one.events.all { pair.two.service.handle(event) }
    #expect(pair.two.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) == nil)
    await pair.close()
  }

  @Test func `a fetch continues after the request has timed out`() async {
    let harness = CacheHarness()
    harness.source.hold()
    var request = RecordRequest(Reference(.people, 1)).request
    request.deadline = .milliseconds(50)
    let reply = await harness.ask(request)
    #expect(reply.status == 504)
    #expect(reply.problem?.type == ProblemType.deadline)
    harness.source.release()
    await harness.waitUntilIdle()
    #expect(await harness.ask(request).status == 200)
    #expect(harness.source.requests.count == 1)
  }

  @Test func `a fetch is cancelled with the last of its requests, and a request that comes then starts another`() async throws {
    let harness = CacheHarness()
    harness.source.hold()
    let first = Task { await harness.record(1) }
    await harness.source.waitForRequests(1)
    let second = Task { await harness.record(1) }
    try await harness.waiting(2)
    first.cancel()
    #expect(await first.value.status == 504)
    #expect(harness.source.cancelledCount == 0)
    second.cancel()
    _ = await second.value
    try await eventually("the fetch is cancelled") { harness.source.cancelledCount == 1 }
    async let third = harness.record(1)
    await harness.source.waitForRequests(2)
    harness.source.release()
    #expect(await third.status == 200)
    #expect(harness.source.requests.count == 2)
  }
}
