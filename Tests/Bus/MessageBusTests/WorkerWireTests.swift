import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// What a worker says and does on the wire, to a broker written by hand.
@Suite struct WorkerWireTests {
  /// A service whose requests wait until the test answers them by their path; they do not end when they are cancelled.
  final class Desk: BusService {
    let name = "test.desk"
    /// Each request's path when it is started.
    let started = AsyncStream.makeStream(of: String.self)
    /// Each request's path when its task is cancelled.
    let cancelled = AsyncStream.makeStream(of: String.self)
    private let waiting = Mutex<[String: CheckedContinuation<String, Never>]>([:])

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

  struct Scene {
    let broker: RawBroker
    let desk: Desk
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

  private func scene(credit: Int = 4, heartbeat: Duration = .milliseconds(50), _ body: (Scene) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.requests)
    var settings = BusWorker.Settings()
    settings.credit = credit
    settings.heartbeatInterval = heartbeat
    let desk = Desk()
    let worker = try BusWorker(desk, at: address, settings: settings, logger: Bus.silent)
    let scene = Scene(broker: broker, desk: desk, worker: worker, address: address)
    try await withTaskExecutorPreference(OwnThreads.shared) { try await body(scene) }
  }

  @Test func `W1 W14 credit is announced by READY, and anew by HEARTBEAT as requests give theirs back`() async throws {
    try await scene { scene in
      let ready = try #require(scene.broker.receive())
      #expect(ready[1...] == ["MDPW02", "\u{1}", "test.desk", "4"])
      for path in ["wait1", "wait2", "wait3"] { scene.request(ready[0], Frame(Array(path.utf8)), path) }
      // Requests give their credit back one by one, so that the last word may take more than one message.
      var credit = ""
      while credit != "7" { credit = try #require(scene.broker.receive()).last?.text ?? "" }
      for path in ["wait1", "wait2", "wait3"] { scene.desk.answer(path, with: "done") }
      for _ in 0..<3 { #expect(try #require(scene.broker.receive { $0.count > 4 })[2] == "\u{4}") }
      while credit != "4" { credit = try #require(scene.broker.receive()).last?.text ?? "" }
    }
  }

  @Test func `W5 W13 after DISCONNECT tasks are cancelled, and late answers are not sent under the next READY`() async throws {
    try await scene(heartbeat: .seconds(60)) { scene in
      let first = try scene.broker.registered()
      scene.request(first, "address 1", "a")
      #expect(try await scene.next(scene.desk.started.stream) == "a")
      scene.broker.send(first, "MDPW02", "\u{6}")
      #expect(try await scene.next(scene.desk.cancelled.stream) == "a")
      let second = try scene.broker.registered()
      #expect(second != first)
      // The late answer comes while the same address is in work again.
      scene.request(second, "address 1", "b")
      #expect(try await scene.next(scene.desk.started.stream) == "b")
      scene.desk.answer("a", with: "late")
      scene.desk.answer("b", with: "right")
      let answer = try #require(scene.broker.receive())
      #expect(answer[0] == second)
      #expect(answer.last == "right")
      #expect(scene.broker.receive(within: .milliseconds(100)) == nil)
    }
  }

  @Test func `W8 W9 W16 a draining worker says credit 0 at once, hands back what was on its way, and leaves when it is done`() async throws
  {
    try await scene(heartbeat: .seconds(60)) { scene in
      let name = try scene.broker.registered()
      scene.request(name, "1", "slow")
      #expect(try await scene.next(scene.desk.started.stream) == "slow")
      scene.worker.drain()
      #expect(scene.broker.receive() == [name, "MDPW02", "\u{5}", "0"])
      for number in 2...4 {
        let address = Frame(Array("\(number)".utf8))
        scene.request(name, address, "late")
        #expect(scene.broker.receive() == [name, "MDPW02", "\u{5}", "0", address])
      }
      scene.desk.answer("slow", with: "slow")
      #expect(scene.broker.receive()?.last == "slow")
      #expect(scene.broker.receive() == [name, "MDPW02", "\u{6}"])
      scene.broker.send(name, "MDPW02", "\u{6}")
      try await scene.worker.run()
    }
  }

  @Test func `W17 a broker that falls silent while a worker owes it an answer gets the answer`() async throws {
    try await scene(heartbeat: .milliseconds(20)) { scene in
      let name = try scene.broker.registered()
      scene.request(name, "1", "slow")
      #expect(try await scene.next(scene.desk.started.stream) == "slow")
      // Ten heartbeats of the worker without one of the broker's: more than twice the liveness time.
      for _ in 0..<10 { #expect(scene.broker.receive(heartbeats: true)?.prefix(3) == [name, "MDPW02", "\u{5}"]) }
      scene.desk.answer("slow", with: "done")
      let answer = try #require(scene.broker.receive())
      #expect(answer[0] == name)
      #expect(answer.last == "done")
    }
  }

  @Test func `W6 a broker that is silent while nothing runs is registered with anew`() async throws {
    try await scene(heartbeat: .milliseconds(20)) { scene in
      let first = try scene.broker.registered()
      let second = try scene.broker.registered()
      #expect(second != first)
    }
  }
}
