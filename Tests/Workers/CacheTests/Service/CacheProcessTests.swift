import Cache
import Contracts
import MessageBus
import Platform
import TestSupport
import Testing

/// Cache workers as separate processes that share a file, with a fake fetch service on the bus.
@Suite(.serialized) struct CacheProcessTests {
  @Test(arguments: [false, true]) func `another worker takes over from a killed one`(_ usesRedis: Bool) async throws {
    let server = usesRedis && RedisServer.isInstalled ? try await RedisServer.start() : nil
    try await BusHarness.with { bus in
      let first = try await bus.cache(server)
      try await bus.workers(1, of: .cache)
      try await bus.workers(1, of: .fetch)
      bus.source.hold()
      async let reply = bus.ask(1)
      await bus.source.waitForRequests(1)
      // The worker holds the lease in the file and has sent its request to the fetcher.
      first.send(.kill)
      _ = try await first.ending()
      let second = try await bus.cache(server)
      await bus.source.waitForRequests(2)
      bus.source.release()
      #expect(try await reply.status == 200)
      #expect(bus.source.requests.count == 2)
      second.send(.terminate)
      try await second.ends(.exited(0))
    }
  }

  /// A worker that is stopped keeps its lease until the term ends, and no longer. When it continues, its late answer does no harm.
  @Test func `another worker takes over from a stopped one`() async throws {
    try await BusHarness.with { bus in
      let first = try await bus.cache()
      try await bus.workers(1, of: .cache)
      try await bus.workers(1, of: .fetch)
      bus.source.hold()
      let client = try BusClient(bus.address)
      async let firstReply = bus.ask(1, client)
      await bus.source.waitForRequests(1)
      first.send(.stop)
      let second = try await bus.cache()
      // The request of the other client finds the lease of a process that exists but does not renew it.
      async let secondReply = bus.ask(1)
      await bus.source.waitForRequests(2)
      bus.source.release()
      #expect(try await secondReply.status == 200)
      first.send(.continue)
      #expect(try await firstReply.status == 200)
      #expect(try await bus.ask(1).cacheStatus?.hasPrefix("holocron; hit") == true)
      await client.close()
      for worker in [first, second] {
        worker.send(.terminate)
        try await worker.ends(.exited(0))
      }
    }
  }

  /// The limit on the size of files (RLIMIT_FSIZE) makes the file system as good as full for the worker alone.
  @Test func `a worker whose disk is full answers, says so, and stores again when there is space`() async throws {
    try await BusHarness.with(people: 2_000) { bus in
      let script = "trap '' XFSZ; ulimit -S -f 512; exec \"$0\" \"$@\""
      let worker = try await RunningProcess.start(
        "/bin/sh",
        ["-c", script, ProductsDirectory.executable("holocron-cache"), "--bus", "\(bus.address.requests)", "--log-level", "warning"]
          + ["--lifeline"],
        environment: bus.sandbox.environment, keeping: bus.sandbox.directory)
      try await bus.workers(1, of: .cache)
      try await bus.workers(1, of: .fetch)
      var id = 0
      func askNext() async throws -> Reply {
        id += 1
        let reply = try await bus.ask(id)
        try #require(reply.status == 200 && reply.text.contains("Person \(1_000 - id)\""), "people/\(id): \(reply.text)")
        return reply
      }
      while !worker.errors.contains("cache store failed; continuing without it") {
        try #require(id < 2_000, "the store is not full")
        _ = try await askNext()
      }
      #expect(worker.errors.contains("free space"))
      for _ in 1...20 { #expect(try await askNext().cacheStatus?.contains("stored") == false) }
      // What was stored before is there, and is not fetched again.
      #expect(try await bus.ask(1).cacheStatus?.hasPrefix("holocron; hit") == true)
      #expect(bus.source.requests.filter { $0 == "GET /people/1" }.count == 1)
      let raised = try await RunningProcess.start("/usr/bin/prlimit", ["--pid", "\(worker.pid)", "--fsize=unlimited:"])
      try await raised.ends(.exited(0))
      try await eventually("answers are stored again", isTrue: { try await askNext().cacheStatus?.contains("stored") == true })
      worker.send(.terminate)
      try await worker.ends(.exited(0))
    }
  }

  @Test(arguments: [
    (["--store", "memroy"], 2, "unknown store"), (["--store", "Redis://:x@h"], 2, "'Redis://…'"),
    (["--store", "/dev/null/x"], 5, "HOLOCRON_CACHE_STORE"),
    (["--lifetime", "soon"], 2, "--lifetime"), (["--store-timeout", "0"], 2, "--store-timeout"),
    (["--kind-lifetimes", "films"], 2, "films=30d"),
  ])
  func `invalid options are explained`(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let process = try await Sandbox().start("holocron-cache", arguments: arguments)
    try await process.ends(.exited(code))
    #expect(process.errors.contains(words))
  }
}
