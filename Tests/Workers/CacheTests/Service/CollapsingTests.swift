import Contracts
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// One fetch however many ask: within a worker, and across two that share a file.
@Suite struct CollapsingTests {
  /// Two workers over one file, with one source behind both.
  struct Pair {
    let source: FakeSource
    let one, two: CacheHarness
    let folder: TemporaryDirectory

    init(settings: CacheSettings = .patient) throws {
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

  private func ask(_ count: Int, _ benches: [CacheHarness]) async -> [Reply] {
    await withTaskGroup(of: Reply.self) { group in
      for index in 0..<count { group.addTask { await benches[index % benches.count].record(1) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func aThousandInOneWorker() async {
    let harness = CacheHarness()
    harness.source.hold()
    async let replies = ask(1_000, [harness])
    await harness.source.arrived(1)
    harness.source.letGo()
    let answers = Set(await replies.map(\.status))
    #expect(answers == [200])
    #expect(harness.source.asked.count == 1)
    #expect(await replies.count { $0.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored" } == 1)
  }

  @Test func aThousandInTwoWorkers() async throws {
    let pair = try Pair()
    pair.source.hold()
    async let replies = ask(1_000, [pair.one, pair.two])
    await pair.source.arrived(1)
    pair.source.letGo()
    let answers = Set(await replies.map(\.status))
    #expect(answers == [200])
    #expect(pair.source.asked.count == 1)
    await pair.close()
  }

  @Test func allShareTheFailure() async throws {
    let pair = try Pair()
    pair.source.fail(.originDown)
    pair.source.hold()
    async let replies = ask(200, [pair.one, pair.two])
    await pair.source.arrived(1)
    // Everybody waits before the failure comes: whoever asks after it asks anew.
    await waiting(200, in: [pair.one, pair.two])
    pair.source.letGo()
    #expect(await replies.allSatisfy { $0.problem == .originDown })
    #expect(pair.source.asked.count == 1)
    await pair.close()
  }

  @Test func theClaimOfAKilledWorkerLapses() async throws {
    var settings = CacheSettings.patient
    settings.lease = .milliseconds(200)
    let pair = try Pair(settings: settings)
    let key = CacheKey.record(Reference(.people, 1))
    let attempt = Attempt(seen: nil, since: pair.one.clock.now)
    let until = pair.one.clock.now + settings.lease
    #expect(
      try await pair.one.service.store.store.lease(
        StoreKey(key, of: nil), by: "killed", for: attempt, now: pair.one.clock.now, until: until, isRepeated: false) == .granted)
    async let reply = pair.two.record(1)
    await waiting(1, in: [pair.two])
    #expect(pair.source.asked.isEmpty)
    pair.two.clock.advance(by: settings.lease)
    #expect(await reply.status == 200)
    #expect(pair.source.asked.count == 1)
    await pair.close()
  }

  /// However long it was granted for.
  @Test func `a lease ends with the process that held it`() async throws {
    let process = try await RunningProcess.start("/bin/true", [], environment: [:])
    try await process.ends(.exited(0))
    let pair = try Pair()
    let own = HolderProcess.newName()
    let gone = "\(process.pid)-" + own.split(separator: "-").dropFirst().joined(separator: "-")
    #expect(HolderProcess.hasEnded(gone))
    #expect([own, "killed", "1-2-3", "\(process.pid)", "-1-0-a", ""].allSatisfy { !HolderProcess.hasEnded($0) })
    let (now, key) = (pair.one.clock.now, StoreKey(.record(Reference(.people, 1)), of: nil))
    #expect(
      try await pair.one.service.store.store.lease(
        key, by: gone, for: Attempt(seen: nil, since: now), now: now, until: now + .seconds(60), isRepeated: false) == .granted)
    #expect(await pair.two.record(1).status == 200)
    await pair.close()
  }

  @Test func whatOneLearntTheOtherHas() async throws {
    let pair = try Pair()
    _ = await pair.one.list(ListRequest(.people))
    #expect(await pair.two.record(3).cacheStatus == "holocron; hit; ttl=86400")
    #expect(await pair.two.list(ListRequest(.people)).cacheStatus == "holocron; hit; ttl=86400")
    #expect(pair.source.asked.count == 3)
    await pair.close()
  }

  @Test func eventsMakeTheOtherLookAgain() async throws {
    let pair = try Pair()
    _ = await pair.one.record(1)
    #expect(await pair.two.record(1).text.contains("Person 999"))
    pair.source.rename(Reference(.people, 1), "Wormie")
    _ = await pair.one.record(1, Validation(revalidate: true))
    #expect(await pair.two.record(1).text.contains("Person 999"))
    for event in pair.one.events.all { pair.two.service.handle(event) }
    #expect(await pair.two.record(1).text.contains("Wormie"))
    // Its own events tell a worker nothing.
    for event in pair.one.events.all { pair.one.service.handle(event) }
    #expect(pair.one.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) != nil)
    // So with purges.
    _ = await pair.one.ask(PurgeRequest(.kind(.people)).request)
    for event in pair.one.events.all { pair.two.service.handle(event) }
    #expect(pair.two.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) == nil)
    await pair.close()
  }

  @Test func aLostEventIsNoticedByTheNext() async throws {
    let pair = try Pair()
    _ = await pair.one.record(1)
    for event in pair.one.events.all { pair.two.service.handle(event) }
    _ = await pair.two.record(1)
    _ = await pair.two.list(ListRequest(.people, asOrigin: true))
    pair.source.rename(Reference(.people, 1), "Wormie")
    _ = await pair.one.record(1, Validation(revalidate: true))
    let lost = pair.one.events.all.count
    _ = await pair.one.record(2, Validation(revalidate: true))
    for event in pair.one.events.all[lost...] { pair.two.service.handle(event) }
    #expect(await pair.two.list(ListRequest(.people, asOrigin: true)).text.contains("Wormie"))
    #expect(await pair.two.record(1).text.contains("Wormie"))
    // Nothing is forgotten where nothing was missed.
    let heard = pair.one.events.all.count
    _ = await pair.one.record(3, Validation(revalidate: true))
    for event in pair.one.events.all[heard...] { pair.two.service.handle(event) }
    #expect(pair.two.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) != nil)
    await pair.close()
  }

  @Test func lostEventsHealAfterAWhile() async throws {
    let pair = try Pair()
    _ = await pair.one.record(1)
    _ = await pair.two.record(1)
    pair.source.rename(Reference(.people, 1), "Wormie")
    _ = await pair.one.record(1, Validation(revalidate: true))
    pair.two.clock.advance(by: .seconds(31))
    #expect(await pair.two.record(1).text.contains("Wormie"))
    await pair.close()
  }

  @Test func aFetchOutlivesTheImpatient() async {
    let harness = CacheHarness()
    harness.source.hold()
    var hasty = RecordRequest(Reference(.people, 1)).request
    hasty.deadline = .milliseconds(50)
    let reply = await harness.ask(hasty)
    #expect(reply.status == 504)
    #expect(reply.problem?.type == ProblemType.deadline)
    harness.source.letGo()
    await harness.settled()
    #expect(await harness.ask(hasty).status == 200)
    #expect(harness.source.asked.count == 1)
  }

  @Test func theImpatientGetWhatIsStored() async {
    let harness = CacheHarness()
    _ = await harness.record(1)
    harness.source.hold()
    var hasty = RecordRequest(Reference(.people, 1), validation: Validation(revalidate: true)).request
    hasty.deadline = .milliseconds(50)
    #expect(await harness.ask(hasty).cacheStatus == "holocron; hit; ttl=86400; detail=stale-if-error")
    harness.source.letGo()
    await harness.settled()
  }

  @Test func whoGivesUpLeavesTheOthersTheirAnswer() async {
    let harness = CacheHarness()
    harness.source.hold()
    let first = Task { await harness.record(1) }
    await harness.source.arrived(1)
    async let second = harness.record(1)
    await waiting(2, in: [harness])
    first.cancel()
    #expect(await first.value.status == 504)
    harness.source.letGo()
    #expect(await second.status == 200)
    #expect(harness.source.asked.count == 1)
  }

  private func waiting(_ count: Int, in benches: [CacheHarness]) async {
    while benches.reduce(0, { $0 + $1.service.lookup.flights.waiterCount }) < count { await Task.yield() }
  }
}
