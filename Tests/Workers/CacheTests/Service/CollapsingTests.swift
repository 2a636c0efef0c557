import Contracts
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// Concurrent requests share one fetch, within a worker and between two workers that share a file.
@Suite struct CollapsingTests {
  /// Two workers that share a file and a source.
  struct PairHarness {
    let source: FakeSource
    let one, two: CacheHarness
    let folder: TemporaryDirectory

    init(settings: CacheSettings = .longTimeouts) throws {
      folder = try TemporaryDirectory()
      source = FakeSource()
      one = CacheHarness(store: try SQLiteStore(file: folder.file("cache.sqlite"), logger: .silent), settings: settings, source: source)
      two = CacheHarness(store: try SQLiteStore(file: folder.file("cache.sqlite"), logger: .silent), settings: settings, source: source)
    }

    func close() async {
      await one.service.close()
      await two.service.close()
    }
  }

  private func ask(_ count: Int, _ harnesses: [CacheHarness]) async -> [Reply] {
    await withTaskGroup(of: Reply.self) { group in
      for index in 0..<count { group.addTask { await harnesses[index % harnesses.count].record(1) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `all waiting requests share a failure`() async throws {
    let pair = try PairHarness()
    pair.source.fail(.originDown)
    pair.source.hold()
    async let replies = ask(200, [pair.one, pair.two])
    await pair.source.waitForRequests(1)
    // All requests must wait before the failure; a later one would start a new fetch.
    try await waiting(200, in: [pair.one, pair.two])
    pair.source.release()
    #expect(await replies.allSatisfy { $0.problem == .originDown })
    #expect(pair.source.requests.count == 1)
    await pair.close()
  }

  /// A worker that stops cancels its fetches; one that has too many outstanding requests is refused some.
  @Test(arguments: [ProblemType.cancelled, ProblemType.deadline, ProblemType.overloaded])
  func `a worker does not share the end of another worker's fetch`(type: String) async throws {
    let folder = try TemporaryDirectory()
    let (ending, working) = (FakeSource(), FakeSource())
    ending.fail(Problem(499, "ended", type: type))
    let harnesses = try [ending, working].map { source in
      CacheHarness(store: try SQLiteStore(file: folder.file("cache.sqlite"), logger: .silent), settings: .longTimeouts, source: source)
    }
    ending.hold()
    async let first = harnesses[0].record(1)
    await ending.waitForRequests(1)
    async let second = harnesses[1].record(1)
    try await waiting(1, in: [harnesses[1]])
    ending.release()
    #expect(await first.problem?.type == type)
    #expect(await second.status == 200)
    for harness in harnesses { await harness.service.close() }
  }

  /// Whatever its term.
  @Test func `a lease ends with the process that held it`() async throws {
    let process = try await RunningProcess.start("/bin/true", [], environment: [:])
    try await process.ends(.exited(0))
    let pair = try PairHarness()
    let own = HolderProcess.newName()
    let ended = "\(process.pid)-" + own.split(separator: "-").dropFirst().joined(separator: "-")
    #expect(HolderProcess.hasEnded(ended))
    #expect([own, "killed", "1-2-3", "\(process.pid)", "-1-0-a", ""].allSatisfy { !HolderProcess.hasEnded($0) })
    let (now, key) = (pair.one.clock.now, StoreKey(.record(Reference(.people, 1)), of: nil))
    #expect(
      try await pair.one.service.context.store.store.lease(
        key, by: ended, for: FetchAttempt(storedEntry: nil, startedAt: now), now: now, until: now + .seconds(60), isRetry: false)
        == .granted)
    #expect(await pair.two.record(1).status == 200)
    await pair.close()
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

  @Test func `a cancelled request does not cancel the fetch for the others`() async throws {
    let harness = CacheHarness()
    harness.source.hold()
    let first = Task { await harness.record(1) }
    await harness.source.waitForRequests(1)
    async let second = harness.record(1)
    try await waiting(2, in: [harness])
    first.cancel()
    #expect(await first.value.status == 504)
    harness.source.release()
    #expect(await second.status == 200)
    #expect(harness.source.requests.count == 1)
  }

  private func waiting(_ count: Int, in harnesses: [CacheHarness]) async throws {
    try await eventually("\(count) requests wait") { harnesses.reduce(0) { $0 + $1.service.lookup.flights.waiterCount } >= count }
  }
}
