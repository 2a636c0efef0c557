import Contracts
import Glibc
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

/// Search workers as people run them: processes of their own, with a broker, a cache and a fetcher.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WorkersTests {
  /// A Holocron of its own for one test.
  struct Scene {
    let sandbox: Sandbox
    let client: BusClient
    let address: BusAddress

    init() throws {
      sandbox = try Sandbox()
      address = try BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus"))
      client = try BusClient(address)
    }

    func broker() async throws -> RunningProcess {
      let broker = try await sandbox.service("holocron-broker")
      try await broker.line(on: .errors, containing: "broker listens")
      return broker
    }

    func cache() async throws -> RunningProcess { try await sandbox.service("holocron-cache") }
    func fetcher() async throws -> RunningProcess { try await sandbox.service("holocron-fetcher", "--origin", "embedded") }
    func search(_ arguments: String...) async throws -> RunningProcess {
      try await sandbox.start("holocron-search", arguments: arguments + ["--lifeline"])
    }

    /// A machine under load may take longer to start a worker than the broker waits for one.
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

    /// Waits until each worker has indexed so many records: the broker asks them in turn, and there are never more than two.
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

  @Test func `it fills itself from an origin on this machine, whatever starts first`() async throws {
    let scene = try Scene()
    let search = try await scene.search()
    let parts = [try await scene.cache(), try await scene.fetcher(), try await scene.broker()]
    try await eventually("all is indexed", isTrue: { try await scene.search("kind:films").coverage.isComplete })
    let answer = try await scene.search("tatoine")
    #expect(answer.matches.first?.name == "Tatooine")
    #expect(answer.correction == "tatooine")
    #expect(answer.coverage == Coverage(records: 260, of: 260, isComplete: true, origin: "embedded"))
    #expect(try await scene.ask(SuggestRequest("milenium fal")).first?.name == "Millennium Falcon")
    let path = try await scene.ask(PathRequest(from: Reference(Person.kind, 1), to: Reference(Person.kind, 16)))
    #expect(path.steps.count == 2)
    let statistics = try await scene.statistics()
    #expect(statistics["gauges"]?["index.records"]?.int == 260)
    #expect(statistics["gauges"]?["index.complete"]?.int == 1)
    #expect(statistics["origin"] == "embedded" && statistics["warning"] == nil)
    #expect(statistics["counters"]?["suggestions"]?.int == 1)
    search.send(SIGTERM)
    try await search.ends(.exited(0))
    // A clean end leaves everything in the files themselves.
    for file in ["cache/holocron/search.sqlite-wal", ".local/share/holocron/history.sqlite-wal"] {
      var status = stat()
      #expect(stat(scene.sandbox.directory.file(file), &status) != 0 || status.st_size == 0, "\(file)")
    }
    withExtendedLifetime(parts) {}
    await scene.client.close()
  }

  @Test func `it follows what the cache learns, and forgets what is purged`() async throws {
    let scene = try Scene()
    let parts = [try await scene.broker(), try await scene.cache(), try await scene.fetcher(), try await scene.search("--fill", "cached")]
    #expect(try await scene.search("luke").count == 0)
    _ = try await scene.ask(RecordRequest(Reference(Person.kind, 1)), of: .cache)
    try await scene.indexed(1)
    _ = try await scene.ask(ListRequest(Film.kind, asOrigin: true), of: .cache)
    try await scene.indexed(7)
    #expect(try await scene.search("luke").matches.first?.name == "Luke Skywalker")
    _ = try await scene.ask(PurgeRequest(.kind(Film.kind)), of: .cache)
    try await scene.indexed(1)
    withExtendedLifetime(parts) {}
    await scene.client.close()
  }

  @Test func `where not all is known the origin's search fills cache and index`() async throws {
    let scene = try Scene()
    let parts = [try await scene.broker(), try await scene.cache(), try await scene.fetcher(), try await scene.search("--fill", "cached")]
    // The fetcher may attach later than the others, and a failure is remembered for a moment.
    let answer = try await eventually("the origin's search answers") {
      let answer = try await scene.ask(SearchRequest("luke"))
      return answer.coverage.askedOrigin ? answer : nil
    }
    #expect(answer.matches.first?.name == "Luke Skywalker")
    #expect(answer.coverage.askedOrigin)
    let cached = RecordRequest(Reference(Person.kind, 1), validation: Validation(onlyIfCached: true))
    #expect(try await scene.ask(cached, of: .cache).status == 200)
    #expect(try await scene.search("skywalker").matches.first?.name == "Luke Skywalker")
    withExtendedLifetime(parts) {}
    await scene.client.close()
  }

  @Test func `killed and started again it knows what it knew, even without a cache`() async throws {
    let scene = try Scene()
    let broker = try await scene.broker()
    let (cache, fetcher, first) = (try await scene.cache(), try await scene.fetcher(), try await scene.search())
    try await eventually("all is indexed", isTrue: { try await scene.search("kind:films").coverage.isComplete })
    #expect(try await scene.ask(HistoryRequest(.remember("luke"))).entries.map(\.text) == ["luke"])
    for process in [first, cache, fetcher] {
      process.send(SIGKILL)
      _ = try await process.ending()
    }
    let second = try await scene.search()
    #expect(try await scene.search("falcon").matches.first?.name == "Millennium Falcon")
    #expect(try await scene.search("falcon").coverage.isComplete)
    #expect(try await scene.ask(HistoryRequest()).last?.text == "luke")
    withExtendedLifetime((broker, second)) {}
    await scene.client.close()
  }

  @Test func `a request under way outlives the worker that held it`() async throws {
    let scene = try Scene()
    let parts = [try await scene.broker(), try await scene.cache(), try await scene.fetcher()]
    var workers = [try await scene.search(), try await scene.search()]
    try await scene.indexed(260)
    for round in 0..<4 {
      async let answers = withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<50 { group.addTask { try await scene.search("tatooine").count } }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      workers[round % 2].send(SIGKILL)
      _ = try await workers[round % 2].ending()
      #expect(try await answers.count == 1)
      workers[round % 2] = try await scene.search()
    }
    withExtendedLifetime(parts) {}
    await scene.client.close()
  }

  @Test func `broker and cache may be restarted`() async throws {
    let scene = try Scene()
    var broker = try await scene.broker()
    var cache = try await scene.cache()
    let parts = [try await scene.fetcher(), try await scene.search("--fill", "cached")]
    #expect(try await scene.search("luke").count == 0)
    for process in [broker, cache] {
      process.send(SIGKILL)
      _ = try await process.ending()
    }
    broker = try await scene.broker()
    cache = try await scene.cache()
    // Events may be lost while nobody is connected; the cache tells of a record as soon as all are back.
    _ = try await eventually("the record is indexed") {
      _ = try await scene.ask(PurgeRequest(.everything), of: .cache)
      _ = try await scene.ask(RecordRequest(Reference(Person.kind, 1)), of: .cache)
      return try await scene.search("luke").matches.first
    }
    withExtendedLifetime((broker, cache, parts)) {}
    await scene.client.close()
  }

  @Test func `a damaged index is set aside and made anew, and the history does not care`() async throws {
    let scene = try Scene()
    let parts = [try await scene.broker(), try await scene.cache(), try await scene.fetcher()]
    let first = try await scene.search()
    try await scene.indexed(260)
    _ = try await scene.ask(HistoryRequest(.remember("luke")))
    first.send(SIGTERM)
    _ = try await first.ending()
    try scene.sandbox.directory.write(String(repeating: "junk ", count: 4_000), to: "cache/holocron/search.sqlite")
    let second = try await scene.search()
    try await scene.indexed(260)
    try await second.line(on: .errors, containing: "set aside")
    #expect(try await scene.ask(HistoryRequest()).entries.map(\.text) == ["luke"])
    withExtendedLifetime(parts) {}
    await scene.client.close()
  }

  @Test func `with no room on its disk it searches in memory and says so, and stores everything as soon as there is room`() async throws {
    let scene = try Scene()
    let parts = [try await scene.broker(), try await scene.cache(), try await scene.fetcher()]
    // No file may grow beyond 16 KiB, which takes no database. The signal that comes with it is what a full disk does not send.
    let search = try await RunningProcess.start(
      "/bin/sh", ["-c", "trap '' XFSZ; ulimit -S -f 16; exec \"$0\" --lifeline", ProductsDirectory.executable("holocron-search")],
      environment: scene.sandbox.environment, keeping: scene.sandbox.directory)
    try await eventually("all is indexed", isTrue: { try await scene.search("kind:films").coverage.isComplete })
    let answer = try await scene.search("falcon")
    #expect(answer.matches.first?.name == "Millennium Falcon")
    #expect(answer.coverage.warning?.contains("make room") == true)
    #expect(try await scene.statistics()["warning"]?.string == answer.coverage.warning)
    let problem = await #expect(throws: Problem.self) { try await scene.ask(HistoryRequest(.remember("luke"))) }
    #expect(problem?.status == 503 && problem?.detail?.contains("history.sqlite") == true)
    let room = try await RunningProcess.start("/usr/bin/prlimit", ["--pid", "\(search.pid)", "--fsize=unlimited"])
    try await room.ends(.exited(0))
    #expect(try await scene.ask(HistoryRequest(.remember("luke"))).entries.map(\.text) == ["luke"])
    try await eventually("the index is stored", isTrue: { try await scene.search("falcon").coverage.warning == nil })
    search.send(SIGKILL)
    _ = try await search.ending()
    let second = try await scene.search("--fill", "cached")
    #expect(try await scene.search("falcon").matches.first?.name == "Millennium Falcon")
    withExtendedLifetime((parts, second)) {}
    await scene.client.close()
  }

  @Test func `a text beyond the bound is refused, and the worker stays alive`() async throws {
    let scene = try Scene()
    let parts = [try await scene.broker(), try await scene.cache(), try await scene.fetcher(), try await scene.search()]
    try await scene.indexed(260)
    let text = String(repeating: "luke ", count: 4_000)
    for request in [SearchRequest(text).request, SuggestRequest(text).request, HistoryRequest(.remember(text)).request] {
      let reply = try await scene.client.ask(ServiceName.search.text, request, within: .testLimit)
      #expect([400, 414].contains(reply.status), "\(reply.problem?.description ?? "")")
    }
    #expect(try await scene.ask(SuggestRequest("luke")).first?.name == "Luke Skywalker")
    #expect(!parts[0].errors.contains("worker left"))
    withExtendedLifetime(parts) {}
    await scene.client.close()
  }

  @Test func `the history is shared, told of, and survives the cache`() async throws {
    let scene = try Scene()
    let broker = try await scene.broker()
    let workers = [try await scene.search("--index", "memory"), try await scene.search("--index", "memory")]
    let events = try EventSubscription(scene.address, topics: ["history/"])
    try await eventually("both are attached", isTrue: { broker.errors.split(separator: "\n").count { $0.contains("worker joined") } == 2 })
    var heard = events.makeAsyncIterator()
    #expect(await heard.next() == .listening)
    _ = try await scene.ask(HistoryRequest(.remember("luke")))
    guard case .event(let event)? = await heard.next() else { throw TestSupportError("the bus went") }
    #expect(event.topic == "history/changed")
    // Whichever of the two answers.
    for _ in 0..<8 { #expect(try await scene.ask(HistoryRequest()).last?.text == "luke") }
    let purge = try await RunningProcess.start("/bin/rm", ["-rf", scene.sandbox.directory.file("cache")], environment: [:])
    _ = try await purge.ending()
    #expect(try await scene.ask(HistoryRequest()).last?.text == "luke")
    #expect(try await scene.ask(HistoryRequest(.forgetAll)).entries.isEmpty)
    events.close()
    withExtendedLifetime(workers) {}
    await scene.client.close()
  }

  @Test(arguments: [
    (["--index", "memroy"], 2, "--index"), (["--history", "/dev/null/x"], 5, "--history memory"), (["--fill", "everything"], 2, "--fill"),
  ])
  func `mistakes are explained`(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let process = try await Sandbox().start("holocron-search", arguments: arguments)
    try await process.ends(.exited(code))
    #expect(process.errors.contains(words), "\(process.errors)")
  }
}
