import Cache
import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import TestSupport
import Testing

/// Cache workers as separate processes that share a file, with a fake fetch service on the bus.
@Suite(.serialized) struct CacheProcessTests {
  /// A broker with a fake fetch service, for one test.
  struct BusHarness: Sendable {
    let sandbox: Sandbox
    let address: BusAddress
    let source: FakeSource
    let client: BusClient

    static func with(_ body: @Sendable @escaping (BusHarness) async throws -> Void) async throws {
      let sandbox = try Sandbox()
      let address = try BusAddress(requests: Endpoint("ipc://\(sandbox.directory.path)/bus"))
      let source = FakeSource()
      let broker = try Broker(binding: [address], logger: .silent)
      let fetcher = try BusWorker(FakeFetchService(source: source), at: address, logger: .silent)
      let bus = BusHarness(sandbox: sandbox, address: address, source: source, client: try BusClient(address))
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

    func cache() async throws -> RunningProcess {
      try await sandbox.service("holocron-cache", "--bus", "\(address.requests)", "--log-level", "warning")
    }

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

  @Test func `a thousand requests cause one fetch`() async throws {
    try await BusHarness.with { bus in
      let workers = [try await bus.cache(), try await bus.cache()]
      try await bus.workers(2, of: .cache)
      try await bus.workers(1, of: .fetch)
      let events = try EventSubscription(bus.address, topics: ["changed/"])
      try await within(.testLimit, "the subscription is in force") { for await case .listening in events { break } }
      bus.source.hold()
      let clients = try (0..<10).map { _ in try BusClient(bus.address) }
      async let statuses = withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<1_000 { group.addTask { try await bus.ask(1, clients[index % clients.count]).status } }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      await bus.source.waitForRequests(1)
      bus.source.release()
      #expect(try await statuses == [200: 1_000])
      #expect(bus.source.requests == ["GET /people/1"])
      try await within(.testLimit, "the change is announced") {
        for await case .event(let event) in events {
          #expect(event.topic == "changed/people/1")
          break
        }
      }
      events.close()
      for client in clients { await client.close() }
      for worker in workers {
        worker.send(.terminate)
        try await worker.ends(.exited(0))
      }
    }
  }

  /// More misses wait than the worker has credit, and another client's hits are answered.
  @Test func `waiting misses do not delay hits`() async throws {
    try await BusHarness.with { bus in
      let worker = try await bus.cache()
      try await bus.workers(1, of: .cache)
      try await bus.workers(1, of: .fetch)
      #expect(try await bus.ask(1).status == 200)
      bus.source.hold()
      let other = try BusClient(bus.address)
      let misses = Task {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for id in 2...501 { group.addTask { try await bus.ask(id, other).status } }
          return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
      }
      // The fetcher has received as many requests as it accepts at once; all others wait.
      await bus.source.waitForRequests(2)
      for _ in 1...20 { try #require(try await bus.ask(1).fields["cache-status"]?.hasPrefix("holocron; hit") == true) }
      bus.source.release()
      #expect(try await misses.value == [200: 24, 404: 476])
      await other.close()
      worker.send(.terminate)
      try await worker.ends(.exited(0))
    }
  }

  @Test func `another worker takes over from a killed one`() async throws {
    try await BusHarness.with { bus in
      let first = try await bus.cache()
      try await bus.workers(1, of: .cache)
      try await bus.workers(1, of: .fetch)
      bus.source.hold()
      async let reply = bus.ask(1)
      await bus.source.waitForRequests(1)
      // The worker holds the lease in the file and has sent its request to the fetcher.
      first.send(.kill)
      _ = try await first.ending()
      let second = try await bus.cache()
      await bus.source.waitForRequests(2)
      bus.source.release()
      #expect(try await reply.status == 200)
      second.send(.terminate)
      try await second.ends(.exited(0))
    }
  }

  @Test func `stored entries survive a restart`() async throws {
    try await BusHarness.with { bus in
      for round in 1...2 {
        let worker = try await bus.cache()
        try await bus.workers(1, of: .cache)
        try await bus.workers(1, of: .fetch)
        let reply = try await bus.ask(1)
        #expect(reply.status == 200)
        #expect(reply.fields["cache-status"]?.hasPrefix(round == 1 ? "holocron; fwd=miss" : "holocron; hit") == true)
        // Gauges are updated at intervals, so the count may arrive later than the entry.
        let stats = try await eventually("one entry is counted") { () async throws -> JSON? in
          let stats = try await bus.client.ask(StatsRequest(), of: .cache, within: .testLimit)
          return stats["gauges"]?["entries"]?.int == 1 ? stats : nil
        }
        #expect(stats["counters"]?[round == 1 ? "misses" : "hits"]?.int == 1)
        worker.send(.terminate)
        try await worker.ends(.exited(0))
        #expect(worker.errors.isEmpty)
        // After a clean shutdown, the write-ahead log is empty.
        let folder = "\(bus.sandbox.directory.path)/cache/holocron"
        #expect((Files.size("\(folder)/cache.sqlite-wal") ?? 0) == 0)
      }
      #expect(bus.source.requests.count == 1)
    }
  }

  @Test(arguments: [
    (["--store", "memroy"], 2, "unknown store"), (["--store", "/dev/null/x"], 5, "--store memory"),
    (["--lifetime", "soon"], 2, "--lifetime"), (["--store-timeout", "0"], 2, "--store-timeout"),
    (["--kind-lifetimes", "films"], 2, "films=30d"),
  ])
  func `invalid options are explained`(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let process = try await Sandbox().start("holocron-cache", arguments: arguments)
    try await process.ends(.exited(code))
    #expect(process.errors.contains(words))
  }
}

/// A fetch service on the bus that answers from a ``FakeSource``.
private struct FakeFetchService: BusService {
  let source: FakeSource
  var name: String { ServiceName.fetch.text }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply { await source.fetch(request, within: .testLimit) }
}
