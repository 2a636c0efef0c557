import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// The worker over real sockets, against a raw broker.
@Suite struct WorkerWireTests {
  /// A service whose requests wait until the test answers them by path; cancelling does not end them.
  final class ManualService: BusService {
    let name = "test.manual"
    /// The path of each request when it starts.
    let started = AsyncStream.makeStream(of: String.self)
    /// The path of each request when its task is cancelled.
    let cancelled = AsyncStream.makeStream(of: String.self)
    private let waiting = Mutex<[String: CheckedContinuation<String, Never>]>([:])

    func handle(_ request: Request) -> Handling {
      .task(waits: request.target.path.joined().hasPrefix("idle")) { parts in await self.answer(request, parts: parts) }
    }

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      let path = request.target.path.joined()
      if path.hasPrefix("wait") { parts.releaseCredit() }
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          waiting.withLock { $0[path] = continuation }
          started.continuation.yield(path)
        }
      } onCancel: {
        cancelled.continuation.yield(path)
      }
      return Reply(content: Array(answer.utf8))
    }

    func answer(_ path: String, with text: String) {
      waiting.withLock { $0.removeValue(forKey: path) }?.resume(returning: text)
    }
  }

  struct WorkerHarness {
    let broker: RawBroker
    let service: ManualService
    let worker: BusWorker
    let address: BusAddress

    func request(_ worker: Frame, _ address: Frame, _ path: String) {
      broker.send(worker, "MDPW02", "\u{2}", address, "", "id", Frame(Array("GET /\(path)".utf8)), "", "")
    }

    func next(_ stream: AsyncStream<String>) async throws -> String? {
      try await within(.testLimit, "the service is called") {
        for await path in stream { return path }
        return nil
      }
    }
  }

  private func withHarness(credit: Int = 4, heartbeat: Duration = .milliseconds(50), _ body: (WorkerHarness) async throws -> Void)
    async throws
  {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.requests)
    var settings = BusWorker.Settings()
    settings.credit = credit
    settings.heartbeatInterval = heartbeat
    let service = ManualService()
    let worker = try BusWorker(service, at: address, settings: settings, logger: .silent)
    let harness = WorkerHarness(broker: broker, service: service, worker: worker, address: address)
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await body(harness) }
  }

  /// Keeps the bus thread of its worker busy with each request.
  struct BusyService: BusService {
    let name = "test.busy"
    func answerAtOnce(_ request: Request) -> Reply? {
      let end = Instant.now + .milliseconds(10)
      while Instant.now < end {}
      return Reply()
    }
    func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply() }
  }

  @Test func `a worker sends heartbeats between requests that keep its thread busy`() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.requests)
    var settings = BusWorker.Settings()
    settings.heartbeatInterval = .milliseconds(100)
    settings.liveness = 1_000
    let worker = try BusWorker(BusyService(), at: address, settings: settings, logger: .silent)
    let peer = try broker.registered()
    let requests = 100
    for number in 0..<requests { broker.send(peer, "MDPW02", "\u{2}", Frame([UInt8(number)]), "", "id", "GET /x", "", "") }
    var (replies, heartbeats) = (0, 0)
    while replies < requests, let message = broker.receive(heartbeats: true) {
      if message[2] == "\u{4}" { replies += 1 } else if replies > 0 { heartbeats += 1 }
    }
    #expect(replies == requests)
    #expect(heartbeats > 0)
    withExtendedLifetime(worker) {}
  }

  /// Requests that begin with "idle" release their credit when they start.
  @Test(arguments: ["wait", "idle"])
  func `W1 W14 credit is announced in READY, and again in HEARTBEAT when requests release theirs`(kind: String) async throws {
    try await withHarness { harness in
      let ready = try #require(harness.broker.receive())
      #expect(ready[1...] == ["MDPW02", "\u{1}", "test.manual", "4"])
      for path in ["\(kind)1", "\(kind)2", "\(kind)3"] { harness.request(ready[0], Frame(Array(path.utf8)), path) }
      // Requests release their credit one by one, so the final value may take several messages.
      var credit = ""
      while credit != "7" { credit = try #require(harness.broker.receive()).last?.text ?? "" }
      // The credit is released before the service can be told to answer.
      for _ in 0..<3 { _ = try await harness.next(harness.service.started.stream) }
      for path in ["\(kind)1", "\(kind)2", "\(kind)3"] { harness.service.answer(path, with: "done") }
      for _ in 0..<3 { #expect(try #require(harness.broker.receive { $0.count > 4 })[2] == "\u{4}") }
      while credit != "4" { credit = try #require(harness.broker.receive()).last?.text ?? "" }
    }
  }

  @Test func `W5 W13 after DISCONNECT tasks are cancelled, and late replies are not sent under the next READY`() async throws {
    try await withHarness(heartbeat: .seconds(60)) { harness in
      let first = try harness.broker.registered()
      harness.request(first, "address 1", "a")
      #expect(try await harness.next(harness.service.started.stream) == "a")
      harness.broker.send(first, "MDPW02", "\u{6}")
      #expect(try await harness.next(harness.service.cancelled.stream) == "a")
      let second = try harness.broker.registered()
      #expect(second != first)
      // The late reply is sent while a request with the same address is running again.
      harness.request(second, "address 1", "b")
      #expect(try await harness.next(harness.service.started.stream) == "b")
      harness.service.answer("a", with: "late")
      harness.service.answer("b", with: "right")
      let answer = try #require(harness.broker.receive())
      #expect(answer[0] == second)
      #expect(answer.last == "right")
      #expect(harness.broker.receive(within: .milliseconds(100)) == nil)
    }
  }

  @Test func `W8 W9 W16 a draining worker announces credit 0 at once, hands back later requests, and leaves when it is done`() async throws
  {
    try await withHarness(heartbeat: .seconds(60)) { harness in
      let name = try harness.broker.registered()
      harness.request(name, "1", "slow")
      #expect(try await harness.next(harness.service.started.stream) == "slow")
      harness.worker.drain()
      #expect(harness.broker.receive() == [name, "MDPW02", "\u{5}", "0"])
      for number in 2...4 {
        let address = Frame(Array("\(number)".utf8))
        harness.request(name, address, "late")
        #expect(harness.broker.receive() == [name, "MDPW02", "\u{5}", "0", address])
      }
      harness.service.answer("slow", with: "slow")
      #expect(harness.broker.receive()?.last == "slow")
      #expect(harness.broker.receive() == [name, "MDPW02", "\u{6}"])
      harness.broker.send(name, "MDPW02", "\u{6}")
      try await harness.worker.run()
    }
  }

  @Test func `W20 a request that nobody waits for is cancelled, and its reply is sent as ever`() async throws {
    try await withHarness(heartbeat: .seconds(60)) { harness in
      let name = try harness.broker.registered()
      for path in ["a", "b"] { harness.request(name, Frame(Array(path.utf8)), path) }
      for path in ["a", "b"] { #expect(try await harness.next(harness.service.started.stream) == path) }
      for address: Frame in ["other", "b", "b"] { harness.broker.send(name, "MDPW02", "\u{5}", address) }
      #expect(try await harness.next(harness.service.cancelled.stream) == "b")
      for path in ["b", "a"] {
        harness.service.answer(path, with: path)
        #expect(harness.broker.receive()?.last?.text == path)
      }
    }
  }
}
