import Dispatch
import TestSupport
import Testing

@testable import MessageBus

@Suite struct RequestBacklogTests {
  private func order(_ backlog: inout RequestBacklog<String>) -> [String] {
    var order: [String] = []
    while let next = backlog.popFirst() { order.append(next) }
    return order
  }

  @Test func `the requests of one client keep their order`() {
    var backlog = RequestBacklog<String>()
    for request in ["a1", "a2", "a3"] { backlog.append(request, of: 1) }
    #expect(backlog.count == 3)
    #expect(order(&backlog) == ["a1", "a2", "a3"])
    #expect(backlog.count == 0)
  }

  @Test func `clients take turns, whichever came first`() {
    var backlog = RequestBacklog<String>()
    for request in ["a1", "a2", "a3", "a4"] { backlog.append(request, of: 1) }
    for request in ["b1", "b2"] { backlog.append(request, of: 2) }
    backlog.append("c1", of: 3)
    #expect(order(&backlog) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  }

  @Test func `a client that comes later waits for one request of each other client at most`() {
    var backlog = RequestBacklog<String>()
    for number in 1...50 { backlog.append("a\(number)", of: 1) }
    for number in 1...50 { backlog.append("b\(number)", of: 2) }
    for _ in 0..<20 { _ = backlog.popFirst() }
    backlog.append("c", of: 3)
    let next = (0..<3).compactMap { _ in backlog.popFirst() }
    #expect(next.contains("c"))
  }

  @Test func `a client that comes again after each answer does not overtake those that wait`() {
    var backlog = RequestBacklog<String>()
    for number in 1...10 { backlog.append("a\(number)", of: 1) }
    var order: [String] = []
    for _ in 1...4 {
      backlog.append("b", of: 2)
      backlog.append("c", of: 3)
      for _ in 1...3 { order.append(backlog.popFirst() ?? "") }
    }
    #expect(order == ["a1", "b", "c", "a2", "b", "c", "a3", "b", "c", "a4", "b", "c"])
  }

  @Test func `a cleared backlog is empty`() {
    var backlog = RequestBacklog<String>()
    backlog.append("a1", of: 1)
    backlog.removeAll()
    #expect(backlog.popFirst() == nil)
  }

  /// Answers each request at once, but only after the test permits it.
  private final class PermittedService: RequestHandler {
    let name = "test.permitted"
    let permits = DispatchSemaphore(value: 0)

    func handle(_ request: Request) -> Handling {
      permits.wait()
      return .reply(Reply(content: Array(request.target.path.joined().utf8)))
    }
  }

  @Test func `a worker answers clients in turn, although the requests of one arrived before`() throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.workers)
    var settings = BusWorker.Settings()
    settings.credit = 64
    settings.heartbeatInterval = .seconds(60)
    let service = PermittedService()
    let worker = try BusWorker(service, at: address, settings: settings, logger: .silent)
    let peer = try broker.registered()
    func send(_ client: UInt64, _ number: UInt64) {
      let address = ClientAddress(run: 1, client: client, delivery: number).withBytes { Frame(Array($0)) }
      broker.send(peer, "MDPW02", "\u{2}", address, "", "id", Frame(Array("GET /\(client == 1 ? "many" : "one")".utf8)), "", "")
    }
    for number in 0..<60 { send(1, UInt64(number)) }
    send(2, 60)
    var before = 0
    service.permits.signal()
    while try #require(broker.receive { $0.count > 4 }).last != "one" {
      before += 1
      service.permits.signal()
    }
    #expect(before < 60)
    for _ in 0..<60 { service.permits.signal() }
    withExtendedLifetime(worker) {}
  }
}
