import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import TestSupport
import Testing

/// Search workers as separate processes, with a broker, a cache and a fetcher.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SearchProcessTests {
  /// Starts the processes of one test in a sandbox.
  struct SearchHarness {
    let sandbox: Sandbox
    let client: BusClient
    let address: BusAddress

    init() throws {
      sandbox = try Sandbox()
      address = try BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus"))
      // Some tests purge the cache.
      client = try BusClient(address)
    }

    func broker() async throws -> RunningProcess {
      let broker = try await sandbox.service("holocron-broker")
      try await broker.line(on: .errors, containing: "broker listens")
      return broker
    }

    func cache() async throws -> RunningProcess { try await sandbox.service("holocron-cache", "--store-timeout", "1h") }
    func fetcher() async throws -> RunningProcess { try await sandbox.service("holocron-fetcher", "--origin", "embedded") }
    func search(_ arguments: String...) async throws -> RunningProcess {
      try await sandbox.start("holocron-search", arguments: arguments + ["--lifeline"])
    }

    /// Sends a request, and retries while no worker is attached: under load, a worker may start later than the broker waits for one.
    func ask<C: Contract>(_ contract: C, of service: ServiceName = .search) async throws -> C.Answer {
      try await eventually("\(service) answers") {
        do throws(Problem) {
          return try await client.ask(contract, of: service, within: .testLimit)
        } catch {
          guard error.type == ProblemType.noWorker else { throw error }
          return nil
        }
      }
    }

    func search(_ text: String) async throws -> SearchAnswer { try await ask(SearchRequest(text, mayAskOrigin: false)) }

    /// Waits until each worker has indexed `count` records. The broker passes requests to workers in turn, and there are at most two.
    func indexed(_ count: Int) async throws {
      try await eventually(
        "\(count) records are indexed",
        isTrue: {
          for _ in 0..<4 where try await search("kind:films").coverage.records != count { return false }
          return true
        })
    }

    func statistics() async throws -> JSON { try await ask(StatsRequest()) }
  }

  @Test func `the index is filled from a local origin whatever process starts first`() async throws {
    let harness = try SearchHarness()
    let search = try await harness.search()
    let parts = [try await harness.cache(), try await harness.fetcher(), try await harness.broker()]
    try await eventually("all is indexed", isTrue: { try await harness.search("kind:films").coverage.isComplete })
    let answer = try await harness.search("tatoine")
    #expect(answer.matches.first?.name == "Tatooine")
    #expect(answer.correction == "tatooine")
    #expect(answer.coverage == Coverage(records: 260, of: 260, isComplete: true, origin: "embedded"))
    #expect(try await harness.ask(SuggestRequest("milenium fal")).first?.name == "Millennium Falcon")
    let path = try await harness.ask(PathRequest(from: Reference(.people, 1), to: Reference(.people, 16)))
    #expect(path.steps.count == 2)
    let statistics = try await harness.statistics()
    #expect(statistics["gauges"]?["index.records"]?.int == 260)
    #expect(statistics["gauges"]?["index.complete"]?.int == 1)
    #expect(statistics["origin"] == "embedded" && statistics["warning"] == nil)
    #expect(statistics["counters"]?["suggestions"]?.int == 1)
    search.send(.terminate)
    try await search.ends(.exited(0))
    // A clean exit checkpoints the write-ahead log.
    #expect((Files.size(harness.sandbox.directory.file(".local/share/holocron/history.sqlite-wal")) ?? 0) == 0)
    withExtendedLifetime(parts) {}
    await harness.client.close()
  }

  @Test func `records are indexed when they are cached and removed when they are purged`() async throws {
    let harness = try SearchHarness()
    let parts = [
      try await harness.broker(), try await harness.cache(), try await harness.fetcher(), try await harness.search("--fill", "cached"),
    ]
    #expect(try await harness.search("luke").count == 0)
    _ = try await harness.ask(RecordRequest(Reference(.people, 1)), of: .cache)
    try await harness.indexed(1)
    _ = try await harness.ask(ListRequest(.films, asOrigin: true), of: .cache)
    try await harness.indexed(7)
    #expect(try await harness.search("luke").matches.first?.name == "Luke Skywalker")
    _ = try await harness.ask(PurgeRequest(.kind(KindName.films)), of: .cache)
    try await harness.indexed(1)
    withExtendedLifetime(parts) {}
    await harness.client.close()
  }

  @Test func `a worker restarted after a crash has its history, and indexes the cached lists without a fetcher`() async throws {
    let harness = try SearchHarness()
    let parts = [try await harness.broker(), try await harness.cache()]
    let (fetcher, first) = (try await harness.fetcher(), try await harness.search())
    try await eventually("all is indexed", isTrue: { try await harness.search("kind:films").coverage.isComplete })
    #expect(try await harness.ask(HistoryRequest(.remember("luke"))).entries.map(\.text) == ["luke"])
    for process in [first, fetcher] {
      process.send(.kill)
      _ = try await process.ending()
    }
    let second = try await harness.search()
    // If reading the lists takes more than a second, the first answers say that they are incomplete.
    let answer = try await eventually("the cached lists are indexed") {
      let answer = try await harness.search("falcon")
      return answer.coverage.isComplete ? answer : nil
    }
    #expect(answer.matches.first?.name == "Millennium Falcon")
    #expect(try await harness.ask(HistoryRequest()).entries.first?.text == "luke")
    withExtendedLifetime((parts, second)) {}
    await harness.client.close()
  }

  @Test func `indexing resumes after the broker and the cache are restarted`() async throws {
    let harness = try SearchHarness()
    var broker = try await harness.broker()
    var cache = try await harness.cache()
    let parts = [try await harness.fetcher(), try await harness.search("--fill", "cached")]
    #expect(try await harness.search("luke").count == 0)
    for process in [broker, cache] {
      process.send(.kill)
      _ = try await process.ending()
    }
    broker = try await harness.broker()
    cache = try await harness.cache()
    // Events may be lost before all processes have reconnected, so cache the record again until it is indexed.
    _ = try await eventually("the record is indexed") {
      _ = try await harness.ask(PurgeRequest(.everything), of: .cache)
      _ = try await harness.ask(RecordRequest(Reference(.people, 1)), of: .cache)
      return try await harness.search("luke").matches.first
    }
    withExtendedLifetime((broker, cache, parts)) {}
    await harness.client.close()
  }

  @Test(arguments: [
    (["--history", "memroy"], 2, "--history"), (["--history", "/dev/null/x"], 5, "--history to another file, or to memory"),
    (["--fill", "everything"], 2, "--fill"),
  ])
  func `invalid options are explained`(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let process = try await Sandbox().start("holocron-search", arguments: arguments)
    try await process.ends(.exited(code))
    #expect(process.errors.contains(words), "\(process.errors)")
  }
}
