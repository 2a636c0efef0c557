import Catalogue
import Contracts
import Glibc
import MessageBus
import Models
import OrderedJSON
import Origin
import TestSupport
import Testing

@testable import Networking

/// `holocron-fetcher` as a process of its own.
@Suite struct FetcherProcessTests {
  let executable = ProductsDirectory.executable("holocron-fetcher")

  @Test(arguments: [
    (["--origin", "swapi.dev/api"], "https://swapi.dev/api"), (["--origin", "http://me@a/api"], "user name"),
    (["--origin", "http://a/api", "--dialect", "klingon"], "swapi"), (["--concurrency", "0"], "--concurrency is '0'"),
    (["--request-timeout", "fast"], "--request-timeout is 'fast'"),
  ])
  func wrongSettingsEndIt(arguments: [String], message: String) async throws {
    let folder = try TemporaryDirectory()
    let process = try await RunningProcess.start(executable, arguments, environment: ["HOLOCRON_BUS": "ipc://\(folder.file("bus"))"])
    try await process.ends(.exited(2))
    #expect(process.errors.contains(message), "\(process.errors)")
  }

  /// The fetcher comes first, then the broker, then the origin.
  @Test func startsBeforeTheBusAndBeforeTheOrigin() async throws {
    let folder = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(folder.file("bus"))"))
    let placeholder = try await ScriptedServer.start { _, _ in [.close] }
    let base = placeholder.base
    let process = try await RunningProcess.start(
      executable, ["--origin", base, "--bus", address.requests.description],
      environment: ["HOLOCRON_BUS": address.requests.description])
    await placeholder.stop()
    let broker = try Broker(binding: [address], logger: quiet)
    async let running: Void = broker.run()
    let client = try BusClient(address)
    let problem = await #expect(throws: Problem.self) { try await client.ask(RecordRequest(luke), of: .fetch, within: .seconds(60)) }
    #expect(problem?.type == Problem.Kind.origin)
    #expect(problem?.detail?.contains("refused the connection") == true, "\(problem?.detail ?? "")")
    #expect(problem?.extensions["origin"] == .string(base))
    let port = try #require(base.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
    try await withOrigin(OriginSettings(port: port)) { _, _ in
      // That nobody listened is remembered for a moment.
      let answer = try await eventually("the record") { () async throws -> Answered? in
        do { return try await client.ask(RecordRequest(luke), of: .fetch, within: .seconds(60)) } catch let problem as Problem
          where problem.type == Problem.Kind.origin
        {
          return nil
        }
      }
      let record = try Catalogue.standard.record(luke)
      #expect(answer.body == record.canonical.bytes())
      try await process.line(on: .errors, containing: "origin answers again")
    }
    let statistics = try await client.ask(StatsRequest(), of: .fetch, within: .seconds(60))
    #expect(statistics["counters"]?["origin.requests"]?.int ?? 0 > 0, "\(statistics)")
    await client.close()
    process.send(SIGTERM)
    try await process.ends(.exited(0))
    broker.stop()
    try await running
  }

  /// One origin's facts must not be mixed with another's.
  @Test func doesNotJoinABusWithAFetcherOfAnotherOrigin() async throws {
    let folder = try TemporaryDirectory()
    let bus = "ipc://\(folder.file("bus"))"
    let address = try BusAddress(requests: Endpoint(bus))
    let broker = try Broker(binding: [address], logger: quiet)
    async let running: Void = broker.run()
    let first = try await RunningProcess.start(executable, [], environment: ["HOLOCRON_BUS": bus])
    let client = try BusClient(address)
    #expect(try await client.ask(OriginRequest(), of: .fetch, within: .seconds(60)) == .embedded)
    let other = try await RunningProcess.start(executable, ["--origin", "http://127.0.0.1:9/api"], environment: ["HOLOCRON_BUS": bus])
    try await other.ends(.exited(1))
    #expect(other.errors.contains("it asks embedded, and this one was told to ask http://127.0.0.1:9/api"), "\(other.errors)")
    #expect(other.errors.contains("--origin embedded"))
    // One of the same origin is welcome, and a broker that is restarted makes no difference to either.
    let second = try await RunningProcess.start(executable, ["--origin", "embedded"], environment: ["HOLOCRON_BUS": bus])
    try await eventually("two fetchers") { try await Self.workers(client) == 2 }
    broker.stop()
    try await running
    let successor = try Broker(binding: [address], logger: quiet)
    async let runningAgain: Void = successor.run()
    try await eventually("two fetchers again") { try await Self.workers(client) == 2 }
    await client.close()
    for process in [first, second] {
      process.send(SIGTERM)
      try await process.ends(.exited(0))
    }
    successor.stop()
    try await runningAgain
  }

  /// Neither sees the other when it asks before it registers: they tell each other.
  @Test func ofTwoThatStartTogetherWithDifferentOriginsOneStays() async throws {
    let folder = try TemporaryDirectory()
    let bus = "ipc://\(folder.file("bus"))"
    let address = try BusAddress(requests: Endpoint(bus))
    // Both wait for the bus, and find it at the same moment.
    let embedded = try await RunningProcess.start(executable, [], environment: ["HOLOCRON_BUS": bus])
    let other = try await RunningProcess.start(executable, ["--origin", "http://127.0.0.1:9/api"], environment: ["HOLOCRON_BUS": bus])
    let broker = try Broker(binding: [address], logger: quiet)
    async let running: Void = broker.run()
    let client = try BusClient(address)
    let stayed = try await within(.seconds(60), "one ends") {
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
    #expect((stayed === embedded ? other : embedded).errors.contains("a fetcher of another origin is on this bus"))
    try await eventually("one fetcher") { try await Self.workers(client) == 1 }
    await client.close()
    stayed.send(SIGTERM)
    try await stayed.ends(.exited(0))
    broker.stop()
    try await running
  }

  static func workers(_ client: BusClient) async throws -> Int {
    let reply = try await client.ask("mmi.workers", Request("GET", Target([])), within: .seconds(60))
    return try JSON(parsing: reply.content).array?.count { $0["service"]?.string == ServiceName.fetch.text } ?? 0
  }
}
