import Contracts
import MessageBus
import Models
import OrderedJSON
import TestSupport

/// A broker with a fake fetch service, for one test.
struct BusHarness: Sendable {
  let sandbox: Sandbox
  let address: BusAddress
  let source: FakeSource
  let client: BusClient
  let heartbeat: Duration

  /// - Parameter heartbeat: the heartbeat interval of all processes; a killed worker is noticed after four of them.
  static func with(
    people: Int = 25, heartbeat: Duration = .milliseconds(500), _ body: @Sendable @escaping (BusHarness) async throws -> Void
  ) async throws {
    let sandbox = try Sandbox()
    let address = try BusAddress(requests: Endpoint("ipc://\(sandbox.directory.path)/bus"))
    let source = FakeSource(people: people)
    var brokerSettings = Broker.Settings()
    brokerSettings.heartbeatInterval = heartbeat
    var workerSettings = BusWorker.Settings()
    workerSettings.heartbeatInterval = heartbeat
    let broker = try Broker(binding: [address], settings: brokerSettings, logger: .silent)
    let fetcher = try BusWorker(FakeFetchService(source: source), at: address, settings: workerSettings, logger: .silent)
    let bus = BusHarness(sandbox: sandbox, address: address, source: source, client: try BusClient(address), heartbeat: heartbeat)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      group.addTask { try await fetcher.run() }
      try await within(.testLimit, "the test ends") { try await body(bus) }
      await bus.client.close()
      fetcher.drain()
      broker.stop()
      try await group.waitForAll()
    }
  }

  /// Starts a cache worker, which waits for its store however busy the machine is.
  /// - Parameter server: the server of the store; `nil` for ``cacheFile``.
  func cache(_ server: RedisServer? = nil) async throws -> RunningProcess {
    try await sandbox.service(
      "holocron-cache", "--bus", "\(address.requests)", "--log-level", "warning", "--store-timeout", "1h",
      "--store", server?.url ?? cacheFile, "--heartbeat", "\(heartbeat / .milliseconds(1))ms")
  }

  /// The file in which the cache workers store their entries.
  var cacheFile: String { "\(sandbox.directory.path)/cache/holocron/cache.sqlite" }

  /// Waits until `count` workers offer the service.
  func workers(_ count: Int, of service: ServiceName) async throws {
    try await eventually("\(count) × \(service)") {
      let reply = try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit)
      let services = try JSON(parsing: reply.content)["services"]?.array ?? []
      let workers = services.first { $0["name"]?.string == service.text }?["workers"]?.int ?? 0
      return workers == count
    }
  }

  func ask(_ id: Int, _ client: BusClient? = nil) async throws -> Reply {
    try await (client ?? self.client).ask(ServiceName.cache.text, RecordRequest(Reference(.people, id)).request, within: .testLimit)
  }
}

/// A fetch service on the bus that answers from a ``FakeSource``.
private struct FakeFetchService: BusService {
  let source: FakeSource
  var name: String { ServiceName.fetch.text }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply { await source.reply(of: .fetch, to: request, within: .testLimit) }
}
