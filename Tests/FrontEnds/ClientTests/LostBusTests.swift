import Contracts
import Logging
import MessageBus
import Synchronization
import TestSupport
import Testing

@testable import Client

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
