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
  /// Runs `body` with a client of a bus on which the service is offered.
  func withFetcher(
    _ name: String, _ origin: any Networking.Origin, credit: Int = BusWorker.Settings().credit,
    publish: @escaping @Sendable (Event) -> Void = { _ in }, _ body: (BusClient, BusAddress) async throws -> Void
  ) async throws {
    let address = try BusAddress(requests: Endpoint("inproc://\(name)"))
    let broker = try Broker(binding: [address], logger: .silent)
    async let running: Void = broker.run()
    var settings = BusWorker.Settings()
    settings.credit = credit
    let service = FetchService(origin, timeout: .testLimit, publish: publish)
    let worker = try BusWorker(service, at: address, settings: settings, logger: .silent)
    async let serving: Void = worker.run()
    let client = try BusClient(address)
    var failure: (any Error)?
    do { try await body(client, address) } catch { failure = error }
    await client.close()
    // Requests that hang end with the origin.
    async let stopping: Void = origin.close()
    worker.drain()
    try await serving
    await stopping
    broker.stop()
    try await running
    if let failure { throw failure }
  }

  /// Settings for requests that hang.
  func patient(concurrency: Int = 8) -> HTTPSettings { HTTPSettings(requestTimeout: .testLimit, concurrency: concurrency) }

  func ask(_ client: BusClient, _ id: Int) async throws -> CachedResponse {
    try await client.ask(RecordRequest(Reference(people, id)), of: .fetch, within: .testLimit)
  }

  @Test func `records, lists and failures are sent over the bus`() async throws {
    try await withOrigin { base, _ in
      try await withHTTPOrigin(base) { origin in
        try await withFetcher("fetch-over-bus", origin) { client, _ in
          let answer = try await ask(client, 1)
          let record = try Catalogue.standard.record(luke)
          #expect(answer.body == record.canonicalBytes)
          #expect(answer.location == "\(base)/people/1/")
          #expect(answer.entityTag != nil)
          let problem = await #expect(throws: Problem.self) { try await ask(client, 17) }
          #expect(problem?.status == 404)
          let page = try await client.ask(ListRequest(people, .page(2)), of: .fetch, within: .testLimit)
          #expect(try PageBody(page.body).items.first?["id"]?.int == 11)
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
      try await withHTTPOrigin(server.base, dialect: "swapi", patient(concurrency: 1)) { origin in
        try await withFetcher("fetch-credit", origin, credit: 4) { client, _ in
          let waiting = (1...40).map { id in Task { try? await ask(client, id) } }
          try await eventually("39 queued requests") { origin.waitingCount == 39 }
          #expect(try await client.ask(OriginRequest(), of: .fetch, within: .testLimit).text == server.base)
          for task in waiting { task.cancel() }
        }
      }
    }
  }

  /// The origin keeps every request of one client. Both clients send their requests through another service, as clients of a cache do.
  @Test func `a client whose requests hang at the origin does not delay others`() async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.luke] : [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", patient()) { origin in
        try await withFetcher("fetch-shares", origin) { client, _ in
          let hanging = (2...201).map { id in
            Task { await client.reply(of: .fetch, to: RecordRequest(Reference(people, id)).request.onBehalf(of: "a"), within: .testLimit) }
          }
          try await eventually("194 queued requests") { origin.waitingCount == 194 }
          let answer = await client.reply(of: .fetch, to: RecordRequest(luke).request.onBehalf(of: "b"), within: .testLimit)
          #expect(answer.status == 200, "\(answer.problem?.detail ?? "")")
          #expect(origin.waitingCount == 194)
          try await eventually("6 requests that hang, and one that does not") { server.targets.count == 7 }
          for task in hanging { task.cancel() }
        }
      }
    }
  }

  @Test func `a request that nobody waits for any more leaves the queue, or is aborted`() async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.hang] : [.answer(#"{"name":"x","url":"http://x\#(target)"}"#)]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", patient(concurrency: 1)) { origin in
        try await withFetcher("fetch-cancel", origin) { client, _ in
          var tasks: [Task<Void, Never>] = []
          for id in 1...5 {
            tasks.append(Task { _ = try? await ask(client, id) })
            try await eventually("one request under way, the others queued") {
              server.targets.count == 1 && origin.waitingCount == id - 1
            }
          }
          // Otherwise the permit of the first would go to the next for a moment.
          for task in tasks.dropFirst() { task.cancel() }
          try await eventually("nothing is queued") { origin.waitingCount == 0 }
          tasks[0].cancel()
          #expect(try await ask(client, 9).status == 200)
          // The request that hangs held the only permit.
          #expect(server.targets == ["/api/people/1/", "/api/people/9/"])
        }
      }
    }
  }

  @Test func `failed fetches are published`() async throws {
    let publisher = EventPublisher()
    let origin = FailingOrigin(error: OriginError(.unreachable, "gone"))
    try await withFetcher("fetch-announces", origin, publish: publisher.publish) { client, address in
      let publishing = Task { await publisher.run(through: client) }
      let subscription = try EventSubscription(address, topics: ["fetch/failed/"])
      var heard = subscription.makeAsyncIterator()
      #expect(await heard.next() == .listening)
      await #expect(throws: Problem.self) { try await ask(client, 1) }
      guard case .event(let event)? = await heard.next() else { throw TestSupportError("the subscription ended") }
      #expect(event.topic == "fetch/failed/people/1")
      publishing.cancel()
      subscription.close()
    }
  }
}
