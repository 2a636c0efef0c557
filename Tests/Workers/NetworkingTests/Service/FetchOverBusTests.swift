import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// The fetch service as a worker on a real bus, with a real server as origin.
@Suite struct FetchOverBusTests {
  func withBus(_ name: String, _ body: (BusAddress) async throws -> Void) async throws {
    let address = try BusAddress(requests: Endpoint("inproc://\(name)"))
    let broker = try Broker(binding: [address], logger: .silent)
    async let running: Void = broker.run()
    do { try await body(address) } catch {
      broker.stop()
      throw error
    }
    broker.stop()
    try await running
  }

  @Test func `records, lists and failures are sent over the bus`() async throws {
    try await withOrigin { base, _ in
      try await withHTTPOrigin(base) { origin in
        try await withBus("fetch-over-bus") { address in
          let worker = try BusWorker(FetchService(origin, timeout: .testLimit), at: address, logger: .silent)
          async let serving: Void = worker.run()
          let client = try BusClient(address)
          let answer = try await client.ask(RecordRequest(luke), of: .fetch, within: .testLimit)
          let record = try Catalogue.standard.record(luke)
          #expect(answer.body == record.canonicalBytes)
          #expect(answer.location == "\(base)/people/1/")
          #expect(answer.entityTag != nil)
          let problem = await #expect(throws: Problem.self) {
            try await client.ask(RecordRequest(Reference(people, 17)), of: .fetch, within: .testLimit)
          }
          #expect(problem?.status == 404)
          let page = try await client.ask(ListRequest(people, .page(2)), of: .fetch, within: .testLimit)
          #expect(try PageBody(page.body).items.first?["id"]?.int == 11)
          await client.close()
          worker.drain()
          try await serving
        }
      }
    }
  }

  /// The origin hangs, and many more requests wait than the worker has credit for. Requests that need no origin are still answered, even
  /// for the client whose requests are waiting.
  @Test func `requests waiting for the origin do not block other requests`() async throws {
    try await withServer { _, _ in
      [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", HTTPSettings(requestTimeout: .testLimit, concurrency: 1)) { origin in
        try await withBus("fetch-credit") { address in
          var settings = BusWorker.Settings()
          settings.credit = 4
          let worker = try BusWorker(FetchService(origin, timeout: .testLimit), at: address, settings: settings, logger: .silent)
          async let serving: Void = worker.run()
          let client = try BusClient(address)
          let waiting = (1...40).map { id in
            Task { try? await client.ask(RecordRequest(Reference(people, id)), of: .fetch, within: .testLimit) }
          }
          try await eventually("39 queued requests") { origin.waitingCount == 39 }
          #expect(try await client.ask(OriginRequest(), of: .fetch, within: .testLimit).text == server.base)
          for task in waiting { task.cancel() }
          await client.close()
          async let stopping: Void = origin.close()
          worker.drain()
          try await serving
          await stopping
        }
      }
    }
  }

  /// The origin keeps every request of one client. Both clients send their requests through another service, as clients of a cache do.
  @Test func `a client whose requests hang at the origin does not delay others`() async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.luke] : [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", HTTPSettings(requestTimeout: .testLimit)) { origin in
        try await withBus("fetch-shares") { address in
          let worker = try BusWorker(FetchService(origin, timeout: .testLimit), at: address, logger: .silent)
          async let serving: Void = worker.run()
          let client = try BusClient(address)
          let hanging = (2...201).map { id in
            Task { await client.reply(of: .fetch, to: RecordRequest(Reference(people, id)).request.onBehalf(of: "a"), within: .testLimit) }
          }
          try await eventually("194 queued requests") { origin.waitingCount == 194 }
          let answer = await client.reply(of: .fetch, to: RecordRequest(luke).request.onBehalf(of: "b"), within: .testLimit)
          #expect(answer.status == 200, "\(answer.problem?.detail ?? "")")
          #expect(origin.waitingCount == 194)
          try await eventually("6 requests that hang, and one that does not") { server.targets.count == 7 }
          for task in hanging { task.cancel() }
          await client.close()
          async let stopping: Void = origin.close()
          worker.drain()
          try await serving
          await stopping
        }
      }
    }
  }

  @Test func `a request that nobody waits for any more leaves the queue, or is aborted`() async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.hang] : [.answer(#"{"name":"x","url":"http://x\#(target)"}"#)]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", HTTPSettings(requestTimeout: .testLimit, concurrency: 1)) { origin in
        try await withBus("fetch-cancel") { address in
          let worker = try BusWorker(FetchService(origin, timeout: .testLimit), at: address, logger: .silent)
          async let serving: Void = worker.run()
          let client = try BusClient(address)
          var tasks: [Task<Void, Never>] = []
          for id in 1...5 {
            tasks.append(Task { _ = try? await client.ask(RecordRequest(Reference(people, id)), of: .fetch, within: .testLimit) })
            try await eventually("one request under way, the others queued") {
              server.targets.count == 1 && origin.waitingCount == id - 1
            }
          }
          // Otherwise the permit of the first would go to the next for a moment.
          for task in tasks.dropFirst() { task.cancel() }
          try await eventually("nothing is queued") { origin.waitingCount == 0 }
          tasks[0].cancel()
          let answer = try await client.ask(RecordRequest(Reference(people, 9)), of: .fetch, within: .testLimit)
          #expect(answer.status == 200)
          // The request that hangs held the only permit.
          #expect(server.targets == ["/api/people/1/", "/api/people/9/"])
          await client.close()
          worker.drain()
          try await serving
        }
      }
    }
  }

  @Test func `failed fetches are published`() async throws {
    try await withBus("fetch-announces") { address in
      let publisher = EventPublisher()
      let service = FetchService(FailingOrigin(error: OriginError(.unreachable, "gone")), publish: publisher.publish)
      let worker = try BusWorker(service, at: address, logger: .silent)
      async let serving: Void = worker.run()
      let client = try BusClient(address)
      let publishing = Task { await publisher.run(through: client) }
      let subscription = try EventSubscription(address, topics: ["fetch/failed/"])
      var heard = subscription.makeAsyncIterator()
      #expect(await heard.next() == .listening)
      await #expect(throws: Problem.self) { try await client.ask(RecordRequest(luke), of: .fetch, within: .testLimit) }
      guard case .event(let event)? = await heard.next() else { throw TestSupportError("the subscription ended") }
      #expect(event.topic == "fetch/failed/people/1")
      publishing.cancel()
      subscription.close()
      await client.close()
      worker.drain()
      try await serving
    }
  }
}
