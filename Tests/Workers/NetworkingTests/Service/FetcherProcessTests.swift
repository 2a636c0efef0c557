import Contracts
import MessageBus
import Models
import OrderedJSON
import Origin
import Platform
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Tests of `holocron-fetcher` as a process.
@Suite struct FetcherProcessTests {
  let executable = ProductsDirectory.executable("holocron-fetcher")

  @Test(arguments: [
    (["--origin", "swapi.dev/api"], "https://swapi.dev/api"), (["--origin", "http://me@a/api"], "user name"),
    (["--origin", "http://a/api", "--dialect", "klingon"], "swapi"), (["--concurrency", "0"], "invalid value '0' for --concurrency"),
    (["--request-timeout", "fast"], "invalid value 'fast' for --request-timeout"),
  ])
  func `invalid settings end the process`(arguments: [String], message: String) async throws {
    let folder = try TemporaryDirectory()
    let process = try await RunningProcess.start(executable, arguments, environment: ["HOLOCRON_BUS": "ipc://\(folder.file("bus"))"])
    try await process.ends(.exited(2))
    #expect(process.errors.contains(message), "\(process.errors)")
  }

  /// The fetcher starts first, then the broker, then the origin.
  @Test func `starts before the bus and the origin`() async throws {
    let bus = try FetcherHarness()
    let port = Int(try FreePort.loopback())
    let base = "http://127.0.0.1:\(port)/api"
    let process = try await bus.fetcher("--origin", base, "--bus", bus.address.requests.description)
    try await bus.withBroker { client in
      let problem = await #expect(throws: Problem.self) { try await client.ask(RecordRequest(luke), of: .fetch, within: .testLimit) }
      #expect(problem?.type == ProblemType.origin)
      #expect(problem?.detail?.contains("refused the connection") == true, "\(problem?.detail ?? "")")
      #expect(problem?.extensions["origin"] == .string(base))
      try await withOrigin(OriginSettings(port: port)) { _, _ in
        // While the circuit is open, the fetcher does not ask.
        let answer = try await eventually("the record") { () async throws -> CachedResponse? in
          do { return try await client.ask(RecordRequest(luke), of: .fetch, within: .testLimit) } catch let problem as Problem
            where problem.type == ProblemType.origin
          {
            return nil
          }
        }
        let record = try Catalogue.standard.record(luke)
        #expect(answer.body == record.canonicalBytes)
        try await process.line(on: .errors, containing: "origin recovered")
      }
      let statistics = try await client.ask(StatsRequest(), of: .fetch, within: .testLimit)
      #expect(statistics["counters"]?["origin.requests"]?.int ?? 0 > 0, "\(statistics)")
      #expect(try await process.stop() == .exited(0))
    }
  }

  /// Records of different origins must not be mixed.
  @Test func `does not join a bus with a fetcher for another origin`() async throws {
    let bus = try FetcherHarness()
    var fetchers: [RunningProcess] = []
    try await bus.withBroker { client in
      fetchers.append(try await bus.fetcher())
      #expect(try await client.ask(OriginRequest(), of: .fetch, within: .testLimit) == .embedded)
      let other = try await bus.fetcher("--origin", "http://127.0.0.1:9/api")
      try await other.ends(.exited(1))
      #expect(
        other.errors.contains("holocron-fetcher: this bus has a fetcher for another origin (embedded, not http://127.0.0.1:9/api)"),
        "\(other.errors)")
      #expect(other.errors.contains("--origin embedded"))
      // A fetcher for the same origin may join, and both survive a restart of the broker.
      fetchers.append(try await bus.fetcher("--origin", "embedded"))
      try await eventually("two fetchers") { try await FetcherHarness.workers(client) == 2 }
    }
    try await bus.withBroker { client in
      try await eventually("two fetchers again") { try await FetcherHarness.workers(client) == 2 }
      for fetcher in fetchers { #expect(try await fetcher.stop() == .exited(0)) }
    }
  }

  /// Neither fetcher sees the other before it registers, so they exchange their origins by events.
  @Test func `one of two fetchers with different origins that start together stays`() async throws {
    let bus = try FetcherHarness()
    // Both wait for the bus and connect at the same moment.
    let embedded = try await bus.fetcher()
    let other = try await bus.fetcher("--origin", "http://127.0.0.1:9/api")
    try await bus.withBroker { client in
      let stayed = try await within(.testLimit, "one ends") {
        try await withThrowingTaskGroup(of: RunningProcess.self) { group in
          group.addTask {
            try await embedded.ends(.exited(1))
            return other
          }
          group.addTask {
            try await other.ends(.exited(1))
            return embedded
          }
          defer { group.cancelAll() }
          return try await group.next() ?? embedded
        }
      }
      #expect((stayed === embedded ? other : embedded).errors.contains("this bus has a fetcher for another origin"))
      try await eventually("one fetcher") { try await FetcherHarness.workers(client) == 1 }
      #expect(try await stayed.stop() == .exited(0))
    }
  }
}

/// A bus for one test, with fetchers as processes. The test controls when a broker runs.
private struct FetcherHarness {
  let folder: TemporaryDirectory
  let address: BusAddress

  init() throws {
    folder = try TemporaryDirectory()
    address = try BusAddress(requests: Endpoint("ipc://\(folder.file("bus"))"))
  }

  func fetcher(_ arguments: String...) async throws -> RunningProcess {
    try await RunningProcess.start(
      ProductsDirectory.executable("holocron-fetcher"), arguments,
      environment: ["HOLOCRON_BUS": address.requests.description, "HOME": folder.path],
      keeping: folder)
  }

  /// Runs `body` with a client while a broker is running.
  func withBroker(_ body: (BusClient) async throws -> Void) async throws {
    let broker = try Broker(binding: [address], logger: .silent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      defer { group.cancelAll() }
      let client = try BusClient(address)
      try await body(client)
      await client.close()
      broker.stop()
      try await group.waitForAll()
    }
  }

  static func workers(_ client: BusClient) async throws -> Int {
    let reply = try await client.ask("mmi.workers", Request("GET", Target([])), within: .testLimit)
    return try JSON(parsing: reply.content).array?.count { $0["service"]?.string == ServiceName.fetch.text } ?? 0
  }
}
