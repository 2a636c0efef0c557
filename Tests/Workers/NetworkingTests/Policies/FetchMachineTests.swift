import Contracts
import MessageBus
import Testing

@testable import Networking

@Suite struct FetchMachineTests {
  /// A machine with its time, and what it has done so far.
  struct Harness {
    var machine: FetchMachine
    var now = ContinuousClock.now
    /// The paths at the origin with their flights, in the order in which they were sent.
    var sent: [(path: String, flight: FetchMachine.Flight)] = []
    /// The paths of the requests that were aborted.
    var aborted: [String] = []
    var retries = 0
    var results: [UInt64: FetchMachine.Outcome] = [:]

    init(_ change: (inout HTTPSettings) -> Void = { _ in }) {
      var settings = HTTPSettings(concurrency: 1, retry: RetryPolicy(initialDelay: .milliseconds(100)))
      change(&settings)
      machine = FetchMachine(settings, origin: "it", start: now)
    }

    var paths: [String] { sent.map(\.path) }

    mutating func ask(_ id: UInt64, _ path: String, client: String = "a", within seconds: Int = 60, tag: String? = nil) throws {
      let request = HTTPRequest(url: "http://x/\(path)", entityTag: tag)
      machine.ask(request, for: FetchMachine.Call(id: id, client: client, deadline: now + .seconds(seconds)) { _ in }, now: now)
      perform()
    }

    mutating func answer(_ status: Int = 200, to path: String? = nil, location: String? = nil, retryAfter: String? = nil) throws {
      let response = HTTPResponse(
        status: status, fields: retryAfter.map { ["retry-after": $0] } ?? [:], redirectTarget: location)
      try end(.success(response), path)
    }

    mutating func end(_ outcome: FetchMachine.Outcome, _ path: String? = nil) throws {
      let flight = try #require(sent.last { path == nil || $0.path == path }).flight
      machine.receive(outcome, of: flight, jitter: 0.5, now: now)
      perform()
    }

    mutating func cancel(_ id: UInt64) {
      machine.cancel(id, now: now)
      perform()
    }

    mutating func wait(milliseconds: Int) {
      now += .milliseconds(milliseconds)
      machine.tick(now: now)
      perform()
    }

    private mutating func perform() {
      for action in machine.takeActions() {
        switch action {
        case .send(let flight, let request): sent.append((String(request.url.dropFirst("http://x/".count)), flight))
        case .abort(let flight): aborted += sent.last { $0.flight === flight }.map { [$0.path] } ?? []
        case .countRetry: retries += 1
        case .finish(let call, let outcome):
          #expect(results[call.id] == nil, "a call ended twice")
          results[call.id] = outcome
        }
      }
    }

    func status(_ id: UInt64) -> Int? { try? results[id]?.get().status }

    func error(_ id: UInt64) -> OriginError? {
      guard case .failure(let error) = results[id] else { return nil }
      return error
    }
  }

  /// Calls (client and path) while a request holds the only permit, and the order in which their requests are sent.
  @Test(arguments: [
    ("a1 a2 a3", "123"), ("a1 a2 a3 b4 b5 c6", "146253"), ("a1 a2 a3 b3", "132"), ("a1 a2 b2 a2", "12"), ("b1 a2 b3 a4 a5", "12345"),
  ])
  func `clients are served in turn, and the requests of each in order`(calls: String, order: String) throws {
    var harness = Harness()
    try harness.ask(100, "first", client: "z")
    for (id, call) in calls.split(separator: " ").enumerated() {
      try harness.ask(UInt64(id), String(call.dropFirst()), client: String(call.prefix(1)))
    }
    #expect(harness.paths == ["first"])
    #expect(harness.machine.queuedCount == order.count)
    for _ in 0...order.count { try harness.answer() }
    #expect(harness.paths.dropFirst().joined() == order)
    #expect(harness.results.count == calls.split(separator: " ").count + 1)
    #expect(harness.machine.queuedCount == 0)
  }

  @Test func `a client that holds its permits does not delay others`() throws {
    var harness = Harness { $0.concurrency = 4 }
    for id in 1...10 { try harness.ask(UInt64(id), "\(id)") }
    #expect(harness.paths == ["1", "2", "3"])
    for id in 11...20 {
      try harness.ask(UInt64(id), "\(id)", client: "b")
      #expect(harness.paths.last == "\(id)")
      try harness.answer()
    }
    // Nothing happens before a response.
    #expect(harness.machine.nextTick(now: harness.now) == harness.now + .seconds(15))
    try harness.answer(to: "1")
    #expect(harness.paths.last == "4")
  }

  @Test func `a document is requested once for all calls, and again for the next`() throws {
    var harness = Harness { $0.concurrency = 8 }
    for id in 1...100 { try harness.ask(UInt64(id), "x", client: "\(id)") }
    try harness.ask(101, "x", tag: "\"1\"")
    #expect(harness.paths == ["x", "x"])
    harness.machine.receive(.success(HTTPResponse(status: 200)), of: harness.sent[0].flight, jitter: 0, now: harness.now)
    harness.wait(milliseconds: 0)
    #expect((1...100).allSatisfy { harness.status($0) == 200 })
    #expect(harness.results[101] == nil)
    try harness.ask(102, "x")
    #expect(harness.sent.count == 3)
  }

  @Test func `a request is aborted when its last call ends, and its permit is free`() throws {
    var harness = Harness()
    try harness.ask(1, "x")
    try harness.ask(2, "x", within: 1)
    try harness.ask(3, "y")
    harness.cancel(1)
    #expect(harness.error(1)?.code == .cancelled)
    #expect(harness.aborted.isEmpty)
    harness.wait(milliseconds: 1_000)
    #expect(harness.error(2)?.callerTimedOut == true && harness.error(2)?.wasSent == true)
    #expect(harness.aborted == ["x"])
    #expect(harness.paths == ["x", "y"])
    // Its response may have been on the way.
    harness.machine.receive(.success(HTTPResponse(status: 200)), of: harness.sent[0].flight, jitter: 0, now: harness.now)
    try harness.answer(to: "y")
    #expect(harness.status(3) == 200)
    // A new call for the document is a new request.
    try harness.ask(4, "x")
    #expect(harness.paths == ["x", "y", "x"])
  }

  @Test func `a call that ends in the queue costs its client no turn`() throws {
    var harness = Harness()
    try harness.ask(1, "x", client: "z")
    try harness.ask(2, "2", within: 1)
    try harness.ask(3, "3")
    try harness.ask(4, "4", client: "b")
    harness.wait(milliseconds: 1_000)
    #expect(harness.error(2)?.timedOutInQueue == true)
    for _ in 1...3 { try harness.answer() }
    #expect(harness.paths == ["x", "3", "4"])
  }

  @Test func `the request timeout counts from when the request was sent`() throws {
    var harness = Harness { $0.requestTimeout = .seconds(5) }
    try harness.ask(1, "x")
    try harness.ask(2, "y")
    harness.wait(milliseconds: 4_999)
    #expect(harness.results.isEmpty)
    harness.wait(milliseconds: 1)
    #expect(harness.error(1)?.code == .timedOut && harness.error(1)?.callerTimedOut == false)
    #expect(harness.aborted == ["x"])
    #expect(harness.paths == ["x", "y"])
    harness.wait(milliseconds: 4_999)
    #expect(harness.results[2] == nil)
    harness.wait(milliseconds: 1)
    #expect(harness.error(2)?.code == .timedOut)
  }

  @Test func `a failure is retried after a delay, in which others are served`() throws {
    var harness = Harness()
    try harness.ask(1, "x")
    try harness.ask(2, "y")
    try harness.answer(502)
    #expect(harness.paths == ["x", "y"])
    try harness.answer()
    harness.wait(milliseconds: 49)
    #expect(harness.sent.count == 2)
    #expect(harness.machine.nextTick(now: harness.now) == harness.now + .milliseconds(1))
    harness.wait(milliseconds: 1)
    #expect(harness.paths == ["x", "y", "x"])
    try harness.end(.failure(OriginError(.connectionLost, "lost")))
    harness.wait(milliseconds: 100)
    try harness.end(.failure(OriginError(.connectionLost, "lost")))
    #expect(harness.error(1)?.code == .connectionLost)
    #expect(harness.retries == 2)
  }

  @Test func `the budget ends retries`() throws {
    var harness = Harness()
    for id in 1...4 {
      try harness.ask(UInt64(id), "\(id)")
      for _ in 1...3 where harness.results[UInt64(id)] == nil {
        try harness.answer(504)
        harness.wait(milliseconds: 200)
      }
    }
    #expect(harness.retries == 3)
    #expect(harness.sent.count == 7)
  }

  /// The targets of redirects, the paths that are requested, and the error.
  @Test(
    arguments: [
      (["http://x/b"], "a b", nil), (["http://x/b", "http://x/c", "http://x/d"], "a b c d", nil), ([nil], "a", "without a valid location"),
      (["http://x/b", "http://x/a", "http://x/b", "http://x/a"], "a b a b", "more than 3 times"),
      (["http://y/b"], "a", "another server, http://y/b"), (["https://x/b"], "a", "another server"),
    ] as [([String?], String, String?)])
  func `redirects are followed within the server`(targets: [String?], paths: String, message: String?) throws {
    var harness = Harness()
    try harness.ask(1, "a")
    for target in targets { try harness.answer(302, location: target) }
    if message == nil {
      try harness.answer()
      #expect(try harness.results[1]?.get().redirectedTo == targets.last)
    } else {
      #expect(harness.error(1)?.code == .redirected)
      #expect(harness.error(1)?.message.contains(message ?? "") == true)
    }
    #expect(harness.paths.joined(separator: " ") == paths)
    // The permit is free.
    try harness.ask(2, "z")
    #expect(harness.paths.last == "z")
  }

  @Test func `the maximum rate delays requests, and a redirect counts`() throws {
    var harness = Harness {
      $0.maxRate = 1
      $0.concurrency = 8
    }
    for id in 1...3 { try harness.ask(UInt64(id), "\(id)") }
    try harness.ask(4, "4", within: 1)
    #expect(harness.error(4)?.timedOutInQueue == true)
    try harness.answer(301, location: "http://x/elsewhere")
    #expect(harness.paths == ["1", "elsewhere"])
    #expect(harness.machine.nextTick(now: harness.now) == harness.now + .seconds(2))
    for _ in 1...3 { harness.wait(milliseconds: 1_000) }
    #expect(harness.paths == ["1", "elsewhere", "2", "3"])
  }

  @Test func `a client that fills the queue leaves room for others`() throws {
    var harness = Harness()
    for id in 0...UInt64(FetchMachine.maxQueued) { try harness.ask(id, "\(id)") }
    let refused = harness.results.values.count { if case .failure(let error) = $0 { error.code == .overloaded } else { false } }
    #expect(refused == harness.results.count && (1...FetchMachine.maxQueued / 4).contains(refused))
    try harness.ask(100_000, "other", client: "b")
    #expect(harness.results[100_000] == nil)
  }

  @Test func `all that wait are told at once that the origin asks for a pause`() throws {
    var harness = Harness()
    for id in 1...50 { try harness.ask(UInt64(id), "\(id)", client: "\(id % 3)") }
    try harness.answer(429, retryAfter: "60")
    #expect(harness.sent.count == 1)
    #expect((1...50).allSatisfy { harness.status($0) == 429 })
    try harness.ask(51, "x")
    #expect(harness.status(51) == 429)
    harness.wait(milliseconds: 60_000)
    try harness.ask(52, "x")
    #expect(harness.sent.count == 2)
  }

  @Test func `while the breaker is open, requests fail at once`() throws {
    var harness = Harness { $0.breaker.minimum = 3 }
    for id in 1...5 {
      try harness.ask(UInt64(id), "\(id)")
      if harness.results[UInt64(id)] == nil { try harness.answer(500) }
    }
    #expect(harness.sent.count == 3)
    #expect(harness.error(5)?.code == .failing && harness.error(5)?.isCached == true)
  }

  @Test func `all calls end when the origin is closed`() throws {
    var harness = Harness()
    for id in 1...3 { try harness.ask(UInt64(id), "\(id)") }
    harness.machine.cancelAll(now: harness.now)
    harness.wait(milliseconds: 0)
    #expect((1...3).allSatisfy { harness.error($0)?.code == .cancelled })
  }
}
