import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Client

/// A repository with a real broker in this process.
@Suite struct BusRepositoryTests {
  struct People: BusService {
    let name = "holocron.cache"

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      guard request.target.path == ["people"] else { return RecordRequest.reply(CachedResponse(body: Array(luke.utf8))) }
      parts.send(page(1))
      return page(2)
    }

    private func page(_ number: Int) -> Reply {
      let item: JSON = ["kind": "people", "id": .number(number), "name": .string("n\(number)")]
      return ListRequest.reply(
        CachedResponse(
          body: PageBody(kind: kind("people"), page: number, pages: 2, count: 2, items: [item]).json.bytes(), location: "l\(number)"))
    }
  }

  private let directory: TemporaryDirectory
  /// Nothing is listening there.
  private let address: BusAddress

  init() throws {
    directory = try TemporaryDirectory()
    address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
  }

  /// Runs `body` with a broker and a worker at `address`.
  static func serving(_ address: BusAddress, _ service: some BusService = People(), _ body: () async throws -> Void) async throws {
    let logger = Logger.silent
    let broker = try Broker(binding: [address], logger: logger)
    let worker = try BusWorker(service, at: address, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      group.addTask { try await worker.run() }
      defer { group.cancelAll() }
      try await body()
    }
  }

  @Test func `requests and streams return the catalogue`() async throws {
    try await Self.serving(address) {
      let repository = BusRepository(address, within: .testLimit)
      #expect(try await repository.record(reference("people/1")).cached.body == Array(luke.utf8))
      let list = try await repository.list(ListRequest(kind("people"), .all))
      let page = list.page
      #expect(page.items.compactMap { $0["id"]?.int } == [1, 2])
      #expect(page.count == 2)
      #expect(list.location == "l1")
      #expect(try await repository.references(of: [kind("people")]).flatMap(\.references) == ["people/1", "people/2"].map(reference))
      #expect(try await repository.brokerStatistics()["services"]?.array?.first?["name"] == "holocron.cache")
    }
  }

  /// A cache that replies after 250 ms and records the deadline of each request.
  final class SlowCache: BusService {
    let name = "holocron.cache"
    let deadlines = Mutex<[Duration]>([])

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      deadlines.withLock { $0.append(request.deadline ?? .zero) }
      try? await Task.sleep(for: .milliseconds(250))
      return RecordRequest.reply(CachedResponse(body: Array(luke.utf8)))
    }
  }

  @Test func `each request gets the remaining time of the deadline`() async throws {
    let slow = SlowCache()
    try await Self.serving(address, slow) {
      let deadline = Deadline(after: .seconds(600))
      let repository = BusRepository(address, .until(deadline))
      for _ in 1...3 { _ = try await repository.record(reference("people/1")) }
      let deadlines = slow.deadlines.withLock(\.self)
      #expect(deadlines.count == 3)
      // Each reply took at least 250 ms, which the next request no longer has. Fields carry whole milliseconds.
      for (earlier, later) in zip(deadlines, deadlines.dropFirst()) { #expect(later <= earlier - .milliseconds(249)) }
    }
  }

  @Test func `no request is sent after the deadline`() async throws {
    let slow = SlowCache()
    try await Self.serving(address, slow) {
      let repository = BusRepository(address, .until(Deadline(after: .zero)))
      let problem = await #expect(throws: Problem.self) { try await repository.record(reference("people/1")) }
      #expect(problem?.type == ProblemType.deadline)
      let streamed = await #expect(throws: Problem.self) { try await repository.list(ListRequest(kind("people"), .all)) }
      #expect(streamed?.type == ProblemType.deadline)
      let names = await ReferenceNames.fetched([reference("films/1"), reference("films/2")], from: repository, kinds: .standard)
      #expect(names.missing == [reference("films/1"), reference("films/2")])
      let requestCount = slow.deadlines.withLock(\.count)
      #expect(requestCount == 0)
    }
  }

  @Test func `a process that listens but does not answer is not a missing bus`() async throws {
    let server = try SilentServer()
    let address = try BusAddress(requests: Endpoint("tcp://127.0.0.1:\(server.port)"), events: Endpoint("tcp://127.0.0.1:1"))
    let problem = await #expect(throws: Problem.self) {
      try await BusRepository(address, within: .seconds(3)).record(reference("people/1"))
    }
    #expect(problem?.type == ProblemType.noBus && problem?.reason == .noHandshake)
    #expect(problem?.title == "the bus does not answer")
    #expect(problem?.extensions["endpoint"]?.string == "\(address.requests)")
    withExtendedLifetime(server) {}
  }

  @Test func `a stream starts a bus that was lost, as a request does`() async throws {
    let repository = BusRepository(address, within: .testLimit) { _ throws(Problem) in
      throw Problem(503, "cannot be started", type: ProblemType.noBus)
    }
    try await Self.serving(address) {
      try await eventually("the broker responds") {
        (try? await BusRepository(address, within: .testLimit).brokerStatistics()) != nil
      }
      #expect(try await repository.list(ListRequest(kind("people"), .all)).page.count == 2)
    }
    let problem = await #expect(throws: Problem.self) { try await repository.list(ListRequest(kind("people"), .all)) }
    #expect(problem?.title == "cannot be started")
  }

  @Test func `concurrent requests start the bus once`() async throws {
    let starts = Atomic(0)
    let failing: BusRepository.Starter = { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
      throw Problem(503, "cannot be started", type: ProblemType.noBus)
    }
    let repository = BusRepository(address, within: .testLimit, starter: failing)
    await withTaskGroup(of: Void.self) { group in
      for id in 1...20 {
        group.addTask {
          let problem = await #expect(throws: Problem.self) { try await repository.record(Reference(kind("people"), id)) }
          #expect(problem?.title == "cannot be started")
        }
      }
    }
    #expect(starts.load(ordering: .relaxed) == 1)
  }

  @Test func `a start that was not permitted does not delay one that is`() async throws {
    let isPermitted = Atomic(false)
    let repository = BusRepository(
      address, within: .testLimit,
      starter: { _ throws(Problem) in
        let title = isPermitted.load(ordering: .relaxed) ? "cannot be started" : "not permitted"
        throw Problem(503, title, type: ProblemType.noBus)
      },
      isStartPermitted: { isPermitted.load(ordering: .relaxed) })
    let refused = await #expect(throws: Problem.self) { try await repository.record(reference("people/1")) }
    #expect(refused?.title == "not permitted")
    isPermitted.store(true, ordering: .relaxed)
    let failed = await #expect(throws: Problem.self) { try await repository.record(reference("people/1")) }
    #expect(failed?.title == "cannot be started")
  }

  @Test func `a request that failed before a start has ended uses its connection, and starts nothing`() async throws {
    let starts = Atomic(0)
    let repository = BusRepository(address, within: .testLimit) { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
    }
    let failed = try BusClient(address)
    let first = try await repository.startedConnection(replacing: failed)
    let second = try await repository.startedConnection(replacing: failed)
    #expect(first === second)
    #expect(starts.load(ordering: .relaxed) == 1)
    let third = try await repository.startedConnection(replacing: first)
    #expect(third !== first)
    #expect(starts.load(ordering: .relaxed) == 2)
  }

  @Test(arguments: [TimeLimit.until(Deadline(after: .zero)), .capped(.seconds(1), until: Deadline(after: .seconds(3_600)))])
  func `a command that has no time left starts no bus`(timeLimit: TimeLimit) async throws {
    let starts = Atomic(0)
    let repository = BusRepository(address, timeLimit) { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
    }
    let failed = try BusClient(address)
    let problem = await #expect(throws: Problem.self) {
      _ = try await repository.restart(replacing: failed, for: Request("GET", Target(["people"])), after: .seconds(2))
    }
    #expect(problem?.type == ProblemType.deadline)
    #expect(starts.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(2)])
  func `a request waits for a start only as long as it has time, and the start goes on`(spent: Duration) async throws {
    let starts = Atomic(0)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let repository = BusRepository(address, within: .milliseconds(50)) { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
      begin.yield()
      for await _ in ends { break }
    }
    let failed = try BusClient(address)
    let asking = Task { _ = try await repository.restart(replacing: failed, for: Request("GET", Target(["people"])), after: spent) }
    let result = try await within(.testLimit, "the request fails") { await asking.result }
    let problem = #expect(throws: Problem.self) { try result.get() }
    #expect(problem?.type == ProblemType.deadline)
    try await within(.testLimit, "the bus is started") {
      for await _ in begins { break }
    }
    end.yield()
    let started = try await repository.startedConnection(replacing: failed)
    #expect(started !== failed)
    #expect(starts.load(ordering: .relaxed) == 1)
  }
}

/// Requests that are under way when their broker ends.
@Suite struct LostBusTests {
  /// A cache that replies to all requests but the first, and records the time that each has left.
  final class HoldingCache: BusService {
    let name = "holocron.cache"
    let limits = AsyncStream.makeStream(of: Duration.self)
    private let requestCount = Atomic(0)

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      let isFirst = requestCount.add(1, ordering: .relaxed).oldValue == 0
      limits.continuation.yield(request.deadline ?? .zero)
      // The worker cancels this when it loses the broker.
      if isFirst { try? await Task.sleep(for: .seconds(3_600)) }
      return RecordRequest.reply(CachedResponse(body: Array(luke.utf8)))
    }
  }

  let directory: TemporaryDirectory
  let address: BusAddress
  let cache: HoldingCache
  let worker: BusWorker

  init() throws {
    directory = try TemporaryDirectory()
    address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    cache = HoldingCache()
    worker = try BusWorker(cache, at: address, logger: .silent)
  }

  /// Starts a broker. It retries because a child process of another test inherits the locks until it calls exec.
  func startBroker() async throws -> Broker {
    try await eventually("the endpoint is free") {
      do { return try Broker(binding: [address], logger: .silent) } catch let error as BusError {
        guard error.code == .inUse else { throw error }
        return nil
      }
    }
  }

  private static func body(from repository: BusRepository, isStreamed: Bool) async throws -> [UInt8] {
    guard isStreamed else { return try await repository.record(reference("people/1")).cached.body }
    var content: [UInt8] = []
    try await repository.stream(.cache, RecordRequest(reference("people/1")).request) { reply throws(Problem) in
      content += reply.content
    }
    return content
  }

  @Test(arguments: [false, true])
  func `a request whose bus is lost starts it, and is sent again with the time it has left`(isStreamed: Bool) async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Far longer than the test may take: the bus is not started only because the time is over.
    let repository = BusRepository(address, within: .seconds(3_600)) { _ throws(Problem) in
      start.yield()
      for await _ in ends { break }
    }
    let first = try await startBroker()
    let asking = Task { try await Self.body(from: repository, isStreamed: isStreamed) }
    defer { asking.cancel() }
    var limits = cache.limits.stream.makeAsyncIterator()
    let given = await limits.next()
    first.stop()
    try await first.run()
    try await within(.testLimit, "the bus is started") {
      for await _ in starts { break }
    }
    let second = try await startBroker()
    end.yield()
    #expect(try await asking.value == Array(luke.utf8))
    let left = await limits.next()
    let limit = try #require(given)
    let rest = try #require(left)
    // The broker had a second to come back. Fields carry whole milliseconds.
    #expect(rest <= limit - .milliseconds(999))
    second.stop()
    try await second.run()
  }

  @Test func `a request that is not idempotent is not sent again, and its problem says so`() async throws {
    let starts = Atomic(0)
    let repository = BusRepository(address, within: .seconds(3_600)) { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
      throw Problem(503, "cannot be started", type: ProblemType.noBus)
    }
    let broker = try await startBroker()
    let asking = Task { try await repository.reply(of: .cache, to: Request("POST", Target(["people", "1"]))) }
    defer { asking.cancel() }
    var limits = cache.limits.stream.makeAsyncIterator()
    _ = await limits.next()
    broker.stop()
    try await broker.run()
    let result = try await within(.testLimit, "the request fails") { await asking.result }
    let problem = #expect(throws: Problem.self) { try result.get() }
    #expect(problem?.title == "the connection to the bus was lost")
    #expect(problem?.detail?.contains("'POST /people/1' is not retried, because it is not idempotent") == true)
    #expect(starts.load(ordering: .relaxed) == 0)
  }
}
