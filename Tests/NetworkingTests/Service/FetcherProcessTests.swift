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
      let answer = try await client.ask(RecordRequest(luke), of: .fetch, within: .seconds(60))
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
}
