import Cache
import Contracts
import Glibc
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

/// Cache workers as people run them: processes of their own on a broker, over one file, with a fetch service in the test's hand.
@Suite(.serialized) struct WorkersTests {
  /// A bus with a fetch service on it, for one test.
  struct Scene: Sendable {
    let sandbox: Sandbox
    let address: BusAddress
    let source: FakeSource
    let client: BusClient

    static func with(_ body: @Sendable @escaping (Scene) async throws -> Void) async throws {
      let sandbox = try Sandbox()
      let address = try BusAddress(requests: Endpoint("ipc://\(sandbox.directory.path)/bus"))
      let source = FakeSource()
      let broker = try Broker(binding: [address], logger: .silent)
      let fetcher = try BusWorker(FakeFetchService(source: source), at: address, logger: .silent)
      let scene = Scene(sandbox: sandbox, address: address, source: source, client: try BusClient(address))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await broker.run() }
        group.addTask { try await fetcher.run() }
        try await within(.testLimit, "the scene ends") { try await body(scene) }
        await scene.client.close()
        fetcher.drain()
        broker.stop()
        try await group.waitForAll()
      }
    }

    func cache() async throws -> RunningProcess {
      try await sandbox.service("holocron-cache", "--bus", "\(address.requests)", "--log-level", "warning")
    }

    /// Waits until so many workers offer the service.
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

  @Test func aThousandRequestsAreOneFetch() async throws {
    try await Scene.with { scene in
      let workers = [try await scene.cache(), try await scene.cache()]
      try await scene.workers(2, of: .cache)
      try await scene.workers(1, of: .fetch)
      let events = try EventSubscription(scene.address, topics: ["changed/"])
      try await within(.testLimit, "the subscription is in force") { for await case .listening in events { break } }
      scene.source.hold()
      let clients = try (0..<10).map { _ in try BusClient(scene.address) }
      async let statuses = withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<1_000 { group.addTask { try await scene.ask(1, clients[index % clients.count]).status } }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      await scene.source.arrived(1)
      scene.source.letGo()
      #expect(try await statuses == [200: 1_000])
      #expect(scene.source.asked == ["GET /people/1"])
      try await within(.testLimit, "the change is announced") {
        for await case .event(let event) in events {
          #expect(event.topic == "changed/people/1")
          break
        }
      }
      events.close()
      for client in clients { await client.close() }
      for worker in workers {
        worker.send(SIGTERM)
        try await worker.ends(.exited(0))
      }
    }
  }

  /// More misses wait than the worker has credit, and one client's hit is answered all the same.
  @Test func missesThatWaitKeepNoHitWaiting() async throws {
    try await Scene.with { scene in
      let worker = try await scene.cache()
      try await scene.workers(1, of: .cache)
      try await scene.workers(1, of: .fetch)
      #expect(try await scene.ask(1).status == 200)
      scene.source.hold()
      let other = try BusClient(scene.address)
      let misses = Task {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for id in 2...501 { group.addTask { try await scene.ask(id, other).status } }
          return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
      }
      // As many as the fetcher holds at once have reached it; behind them wait all others.
      await scene.source.arrived(2)
      for _ in 1...20 { try #require(try await scene.ask(1).fields["cache-status"]?.hasPrefix("holocron; hit") == true) }
      scene.source.letGo()
      #expect(try await misses.value == [200: 24, 404: 476])
      await other.close()
      worker.send(SIGTERM)
      try await worker.ends(.exited(0))
    }
  }

  @Test func anotherTakesOverFromTheKilled() async throws {
    try await Scene.with { scene in
      let first = try await scene.cache()
      try await scene.workers(1, of: .cache)
      try await scene.workers(1, of: .fetch)
      scene.source.hold()
      async let reply = scene.ask(1)
      await scene.source.arrived(1)
      // It holds the claim in the file, and the question to the fetcher is out.
      first.send(SIGKILL)
      _ = try await first.ending()
      let second = try await scene.cache()
      await scene.source.arrived(2)
      scene.source.letGo()
      #expect(try await reply.status == 200)
      second.send(SIGTERM)
      try await second.ends(.exited(0))
    }
  }

  @Test func whatIsKnownSurvivesARestart() async throws {
    try await Scene.with { scene in
      for round in 1...2 {
        let worker = try await scene.cache()
        try await scene.workers(1, of: .cache)
        try await scene.workers(1, of: .fetch)
        let reply = try await scene.ask(1)
        #expect(reply.status == 200)
        #expect(reply.fields["cache-status"]?.hasPrefix(round == 1 ? "holocron; fwd=miss" : "holocron; hit") == true)
        // Gauges follow from time to time; what was counted before the entry came may be noted after it.
        let stats = try await eventually("one entry is counted") { () async throws -> JSON? in
          let stats = try await scene.client.ask(StatsRequest(), of: .cache, within: .testLimit)
          return stats["gauges"]?["entries"]?.int == 1 ? stats : nil
        }
        #expect(stats["counters"]?[round == 1 ? "misses" : "hits"]?.int == 1)
        worker.send(SIGTERM)
        try await worker.ends(.exited(0))
        #expect(worker.errors.isEmpty)
        // A clean end leaves everything in the file itself.
        let folder = "\(scene.sandbox.directory.path)/cache/holocron"
        var status = stat()
        #expect(stat("\(folder)/cache.sqlite-wal", &status) != 0 || status.st_size == 0)
      }
      #expect(scene.source.asked.count == 1)
    }
  }

  @Test(arguments: [
    (["--store", "memroy"], 2, "is no store"), (["--store", "/dev/null/x"], 5, "--store memory"),
    (["--lifetime", "soon"], 2, "--lifetime"),
    (["--kind-lifetimes", "films"], 2, "films=30d"),
  ])
  func mistakesAreExplained(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let process = try await Sandbox().start("holocron-cache", arguments: arguments)
    try await process.ends(.exited(code))
    #expect(process.errors.contains(words))
  }
}

/// The fake source as a service on the bus.
private struct FakeFetchService: BusService {
  let source: FakeSource
  var name: String { ServiceName.fetch.text }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply { await source.fetch(request, within: .testLimit) }
}
