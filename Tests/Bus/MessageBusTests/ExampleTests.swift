import Logging
import MessageBus
import TestSupport
import Testing

/// The examples of MessageBus.docc, which a test of the architecture compares with this file.
struct ExampleTests {
  @Test func `a service answers a client`() async throws {
    let address = try BusAddress(requests: Endpoint("inproc://example"))
    let logger = Logger(label: "example")
    let broker = try Broker(binding: [address], logger: logger)
    let worker = try BusWorker(Greeter(), at: address, logger: logger)
    let client = try BusClient(address)

    let request = Request("GET", Target(["greeting"], query: [Target.Item("name", "Leia")]))
    let reply = try await client.ask("example.greeter", request, within: .seconds(30))
    let text = String(decoding: reply.content, as: UTF8.self)  // Hello, Leia!

    #expect(text == "Hello, Leia!")
    let nameless = try await client.ask("example.greeter", Request("GET", Target(["greeting"])), within: .seconds(30))
    #expect(nameless.problem?.title == "missing query item 'name'")

    await client.close()
    worker.drain()
    try await worker.run()
    broker.stop()
    try await broker.run()
  }

  @Test func `a reply arrives in parts`() async throws {
    try await BusHarness.with { bus in
      let (address, client) = (bus.address, try bus.client())
      let worker = try BusWorker(Countdown(), at: address, logger: Logger(label: "countdown"))
      async let serving: Void = worker.run()
      var numbers: [String] = []
      let request = Request("GET", Target(["countdown"], query: [Target.Item("from", "3")]))
      for try await reply in client.stream("example.countdown", request, within: .seconds(30)) {
        numbers.append(String(decoding: reply.content, as: UTF8.self))
      }
      #expect(numbers == ["3", "2", "1", "liftoff"])
      worker.drain()
      try await serving
    }
  }

  @Test func `an event reaches a subscription`() async throws {
    try await BusHarness.with { bus in
      let topic = try await firstGreeting(on: bus.address, from: bus.client())
      #expect(topic == "greeted/leia")
    }
  }
}

struct Greeter: BusService {
  let name = "example.greeter"

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    guard let name = request.target["name"] else { return Reply(Problem(400, "missing query item 'name'")) }
    return Reply(content: Array("Hello, \(name)!".utf8))
  }
}

/// Counts down: one part per number, then the final reply.
struct Countdown: BusService {
  let name = "example.countdown"

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    guard let start = request.target["from"].flatMap({ Int($0) }), (1...100).contains(start) else {
      return Reply(Problem(400, "invalid query item 'from'", detail: "Use a number from 1 to 100."))
    }
    for number in (1...start).reversed() { parts.send(Reply(content: Array("\(number)".utf8))) }
    return Reply(content: Array("liftoff".utf8))
  }
}

/// Publishes an event as soon as the subscription is in force. Returns the topic of the first event.
func firstGreeting(on address: BusAddress, from client: BusClient) async throws -> String? {
  for await element in try EventSubscription(address, topics: ["greeted/"]) {
    switch element {
    case .listening: try await client.publish(Event("greeted/leia"), within: .seconds(30))
    case .event(let event): return event.topic
    }
  }
  return nil
}
