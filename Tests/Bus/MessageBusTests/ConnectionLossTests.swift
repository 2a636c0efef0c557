import Platform
import TestSupport
import Testing

@testable import MessageBus

/// Connections that end while messages are under way.
@Suite struct ConnectionLossTests {
  /// Fewer than libzmq queues for a peer (ZMQ_SNDHWM): the broker of these tests drops what does not fit.
  private static let burst = 900

  /// libzmq has an option that aborts the process here; see ``Connection``. Therefore a process of its own.
  @Test func `connections that end within bursts of messages harm neither worker nor client`() async throws {
    await #expect(processExitsWith: .success) { try await Self.loseConnections() }
  }

  private static func loseConnections() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let worker = try BusWorker(Echo(), at: address, logger: .silent)
    let client = try BusClient(address)
    var stream = client.stream("test.stream", Request("GET", Target(["x"])), within: .testLimit)
    for round in 1...20 {
      let broker = try RawBroker(address.requests)
      var first: [String: [Frame]] = [:]
      while first.count < 2 {
        let message = try #require(broker.receive())
        first[message[1].text] = first[message[1].text] ?? message
      }
      let (peer, request) = (try #require(first["MDPW02"])[0], try #require(first["MDPC02"]))
      for number in 0..<burst {
        let text = Frame(Array("\(number)".utf8))
        broker.send(peer, "MDPW02", "\u{2}", text, "", "id", "GET /x", "", text)
        broker.send(request[0], "MDPC02", "\u{2}", "test.stream", request[4], "200", "", text)
      }
      guard round.isMultiple(of: 2) else { continue }
      broker.send(request[0], "MDPC02", "\u{3}", "test.stream", request[4], "200", "", "")
      // A burst may be cut off, but the parts that have arrived are the first ones, each once.
      var received = 0
      for try await part in stream where !part.content.isEmpty {
        try #require(String(decoding: part.content, as: UTF8.self) == "\(received)")
        received += 1
      }
      try #require(received > 0)
      stream = client.stream("test.stream", Request("GET", Target(["x"])), within: .testLimit)
      withExtendedLifetime(broker) {}
    }
    await client.close()
    withExtendedLifetime(worker) {}
  }

  @Test func `every request is answered though the broker is killed again and again`() async throws {
    let sandbox = try Sandbox()
    var process = try await sandbox.service("holocron-broker")
    let address = try BusAddress(environment: sandbox.environment)
    let worker = try BusWorker(Echo(), at: address, logger: .silent)
    let client = try BusClient(address)
    for _ in 0..<10 {
      try await load(client) {
        process.send(.kill)
        process = try await sandbox.service("holocron-broker")
      }
    }
    await client.close()
    worker.drain()
    try await worker.run()
    try await process.stop()
  }

  @Test func `a new broker gets nothing that was sent to the last one`() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    // Reads nothing, so that most of the requests stay in the client's queue.
    var last: RawBroker? = try RawBroker(address.requests, receiveLimit: 10)
    var settings = BusClient.Settings()
    settings.outstandingLimit = Self.burst
    let client = try BusClient(address, settings: settings)
    #expect(await client.waitUntilConnected(within: .testLimit))
    let post = Request("POST", Target(["last"]), content: Array(repeating: 65, count: 10_000))
    let lost = (0..<Self.burst).map { _ in client.stream("s", post, within: .testLimit) }
    // When the second request beyond the limit has failed, the turn that sent the others is over.
    for _ in 0..<2 {
      let error = await #expect(throws: BusError.self) { try await client.ask("s", post, within: .testLimit) }
      #expect(error?.code == .overloaded)
    }
    last = nil
    for stream in lost {
      let error = await #expect(throws: BusError.self) { for try await _ in stream {} }
      #expect(error?.code == .connectionLost)
    }
    let new = try RawBroker(address.requests)
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) {
      async let answer = client.ask("s", Request("GET", Target(["new"])), within: .testLimit)
      let request = try #require(new.receive())
      #expect(request[5] == "GET /new")
      new.send(request[0], "MDPC02", "\u{3}", "s", request[4], "200", "", "")
      #expect(try await answer.isSuccess)
    }
    await client.close()
    withExtendedLifetime(last) {}
  }

  /// Attempts to connect become rarer until a connection lasts. Each row: how long the connection lasted that ended before the attempt, if
  /// there was one, and the maximum delay, in milliseconds.
  @Test func `only a connection that lasts makes the next attempts frequent again`() {
    var backoff = ReconnectBackoff()
    var now = Instant.now
    let rows: [(lasted: Int?, limit: Int)] = [
      (nil, 20), (nil, 40), (nil, 80), (0, 160), (nil, 320), (999, 500), (nil, 500), (1_000, 20), (nil, 40), (1_000, 20), (500, 40),
      (500, 80),
    ]
    for row in rows {
      if let lasted = row.lasted {
        backoff.connected(now: now)
        now += .milliseconds(lasted)
      }
      let delay = backoff.next(now: now)
      #expect(delay >= .milliseconds(row.limit) / 2 && delay <= .milliseconds(row.limit), "\(row)")
      // Only the time of the connection counts.
      now += .seconds(10)
    }
  }

  /// In a process of its own, which no other test needs descriptors in.
  @Test func `requests outlast a lack of file descriptors`() async throws {
    await #expect(processExitsWith: .success) { try await Self.runOutOfDescriptors() }
  }

  /// libzmq ends a process that has descriptors for some of its threads only. In processes of their own, since a process has one context.
  @Test func `a lack of file descriptors is an error of the first socket`() async throws {
    await #expect(processExitsWith: .success) { try Self.openSocket(withFreeDescriptors: 0) }
    await #expect(processExitsWith: .success) { try Self.openSocket(withFreeDescriptors: 2) }
    await #expect(processExitsWith: .success) { try Self.openSocket(withFreeDescriptors: 4) }
  }

  private static func openSocket(withFreeDescriptors number: Int32) throws {
    let lowest = try Descriptor.open("/dev/null", for: .reading).number
    let limit = try DescriptorLimit.set(Int(lowest + number))
    let error = #expect(throws: BusError.self) { _ = try Socket(.dealer) }
    _ = try DescriptorLimit.set(limit)
    #expect(error?.code == .system)
    #expect(error?.message == "cannot open a socket: Too many open files")
  }

  private static func runOutOfDescriptors() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    var last: RawBroker? = try RawBroker(address.requests)
    let client = try BusClient(address)
    let get = Request("GET", Target(["x"]))
    let stream = client.stream("s", get, within: .testLimit)
    #expect(last?.receive() != nil)
    // Open descriptors remain open; every new one has a higher number.
    let limit = try DescriptorLimit.set(3)
    last = nil
    let error = await #expect(throws: BusError.self) { try await client.ask("s", get, within: .milliseconds(300)) }
    // Not as without a broker, which another one would help against.
    #expect(error?.code == .system)
    #expect(error?.cause is BusError, "\(String(describing: error))")
    #expect(error?.message.hasPrefix("cannot connect to ipc://") == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix("Too many open files") == true, "\(error?.message ?? "")")
    _ = try DescriptorLimit.set(limit)
    let new = try RawBroker(address.requests)
    let request = try #require(new.receive())
    new.send(request[0], "MDPC02", "\u{3}", "s", request[4], "200", "", "")
    var replies = stream.makeAsyncIterator()
    #expect(try await replies.next()?.isSuccess == true)
    await client.close()
  }
}
