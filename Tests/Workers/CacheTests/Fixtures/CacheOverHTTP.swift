import Cache
import Contracts
import Dialects
import MessageBus
import Synchronization
import TestSupport

@testable import Networking

/// Runs `body` with a client of a bus with a cache worker and a fetch worker for the HTTP server at `base`. The fetch worker does not
/// retry unless `change` says otherwise.
func withCacheOverHTTP(
  of base: String, clock: TestClock = TestClock(), cache settings: CacheSettings = .longTimeouts,
  fetch change: (inout HTTPSettings) -> Void = { _ in }, _ body: @Sendable @escaping (BusClient) async throws -> Void
) async throws {
  let address = try BusAddress(requests: Endpoint("inproc://cache-over-http-\(lastBus.add(1, ordering: .relaxed).newValue)"))
  let broker = try Broker(binding: [address], logger: .silent)
  var http = HTTPSettings(requestTimeout: .testLimit, retry: RetryPolicy(maxRetries: 0))
  change(&http)
  let origin = try HTTPOrigin(base, OriginConfiguration(dialect: "swapi", http: http))
  let source = try BusClient(address)
  let service = CacheService(
    store: SQLiteStore(), services: source, settings: settings, clock: clock.reading, logger: .silent)
  let workers = [
    try BusWorker(FetchService(origin, timeout: .testLimit), at: address, logger: .silent),
    try BusWorker(service, at: address, logger: .silent),
  ]
  let client = try BusClient(address)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await broker.run() }
    for worker in workers { group.addTask { try await worker.run() } }
    let result: Result<Void, any Error>
    do { result = .success(try await within(.testLimit, "the test ends") { try await body(client) }) } catch { result = .failure(error) }
    await service.close()
    for worker in workers { worker.drain() }
    for client in [client, source] { await client.close() }
    await origin.close()
    broker.stop()
    try await group.waitForAll()
    try result.get()
  }
}

private let lastBus = Atomic(0)
