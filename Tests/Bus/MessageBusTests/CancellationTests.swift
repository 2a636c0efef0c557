import TestSupport
import Testing

@testable import MessageBus

/// Requests whose reply nobody wants any more, over real sockets.
@Suite struct CancellationTests {
  /// Answers no request until it is cancelled. Says which requests have started and which were cancelled.
  final class EndlessService: RequestHandler {
    let name = "test.endless"
    let started = AsyncStream.makeStream(of: String.self)
    let cancelled = AsyncStream.makeStream(of: String.self)

    func handle(_ request: Request) -> Handling {
      let path = request.target.path.joined()
      return .later { _, finish in
        self.started.continuation.yield(path)
        return {
          self.cancelled.continuation.yield(path)
          finish(Reply(499))
        }
      }
    }
  }

  private func request(_ path: String) -> Request { Request("GET", Target([path])) }

  private func next(_ count: Int, of paths: AsyncStream<String>) async throws -> [String] {
    try await within(.testLimit, "\(count) requests") {
      var found: [String] = []
      for await path in paths.prefix(count) { found.append(path) }
      return found
    }
  }

  @Test(arguments: ["the task is cancelled", "the reader of a sequence is cancelled", "the client is closed"])
  func `a worker is told that nobody waits, and requests that wait never reach it`(how: String) async throws {
    try await BusHarness.with { bus in
      let service = EndlessService()
      try bus.worker(service, credit: 2)
      let (leaving, staying) = (try bus.client(), try bus.client())
      func ask(_ path: String) -> Task<Void, any Error> {
        Task {
          guard how == "the task is cancelled" else {
            for try await _ in leaving.stream(service.name, request(path), within: .testLimit) {}
            return
          }
          _ = try await leaving.ask(service.name, request(path), within: .testLimit)
        }
      }
      let held = [ask("held"), ask("held")]
      #expect(try await next(2, of: service.started.stream) == ["held", "held"])
      let waiting = [ask("waits"), ask("waits")]
      try await eventually("two requests wait") { bus.broker.statistics.requests == 4 }
      // Cancelled first, or the credit of the others would serve them.
      if how == "the client is closed" { await leaving.close() } else { for task in waiting + held { task.cancel() } }
      #expect(try await next(2, of: service.cancelled.stream).count == 2)
      // The credit is free again, and the other two are gone.
      let other = Task { try await staying.ask(service.name, request("other"), within: .testLimit) }
      #expect(try await next(1, of: service.started.stream) == ["other"])
      other.cancel()
      #expect(try await next(1, of: service.cancelled.stream) == ["other"])
      #expect(bus.broker.statistics.late == 0)
    }
  }

  @Test func `a request of a process that is killed ends`() async throws {
    try await BusHarness.with { bus in
      let service = EndlessService()
      try bus.worker(service)
      var peer: RawPeer? = try RawPeer(bus.address.requests)
      peer?.send("MDPC02", "\u{1}", "test.endless", "id", "GET /raw", "", "")
      #expect(try await next(1, of: service.started.stream) == ["raw"])
      peer = nil
      #expect(try await next(1, of: service.cancelled.stream) == ["raw"])
    }
  }

  @Test func `C12 a client sends mmi.cancel with the ID of a request that it gives up`() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.requests)
    let client = try BusClient(address)
    let id = client.ask("s", request("x"), within: .testLimit) { _ in }
    let request = try #require(broker.receive())
    client.cancel(id)
    let cancellation = try #require(broker.receive())
    #expect(cancellation[1...] == ["MDPC02", "\u{1}", "mmi.cancel", request[4], "CANCEL /", "", ""])
    await client.close()
  }
}
