import TestSupport
import Testing

@testable import MessageBus

/// The end of streamed replies.
@Suite struct ReplyStreamTests {
  typealias Replying = (_ command: Frame, _ status: Frame, _ content: Frame) -> Void

  /// Runs `body` with a client that has sent a request, and the raw broker that receives it.
  private func withStream(_ body: (_ stream: ReplyStream, _ client: BusClient, _ broker: RawBroker) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.requests)
    let client = try BusClient(address)
    let stream = client.stream("s", Request("GET", Target(["x"])), within: .testLimit)
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await body(stream, client, broker) }
    await client.close()
  }

  /// Runs `body` after the broker has received the request.
  private func withRequest(_ body: (_ stream: ReplyStream, _ client: BusClient, _ reply: Replying) async throws -> Void) async throws {
    try await withStream { stream, client, broker in
      let request = try #require(broker.receive())
      try await body(stream, client) { command, status, content in
        broker.send(request[0], "MDPC02", command, "s", request[4], status, "", content)
      }
    }
  }

  private func read(_ stream: ReplyStream) async -> (texts: [String], error: BusError?) {
    var texts: [String] = []
    do throws(BusError) {
      var replies = stream.makeAsyncIterator()
      while let reply = try await replies.next() { texts.append(String(decoding: reply.content, as: UTF8.self)) }
      return (texts, nil)
    } catch { return (texts, error) }
  }

  @Test func `a complete reply ends without an error, even if the stream is read again`() async throws {
    try await withRequest { stream, _, reply in
      reply("\u{2}", "200", "part")
      reply("\u{3}", "200", "end")
      let (texts, error) = await read(stream)
      #expect(texts == ["part", "end"])
      #expect(error == nil)
      let (_, later) = await read(stream)
      #expect(later == nil)
    }
  }

  /// The broker cannot do so: it does not keep the parts that it has passed on.
  @Test func `a reply that a lost worker cut off is requested again, once, and continued`() async throws {
    let lost: Frame = #"{"type":"urn:holocron:worker-lost","title":"the worker was lost","status":502}"#
    try await withStream { stream, _, broker in
      for contents in [["part 1"], ["part 1", "part 2"]] {
        let request = try #require(broker.receive())
        for content in contents { broker.send(request[0], "MDPC02", "\u{2}", "s", request[4], "200", "", Frame(Array(content.utf8))) }
        broker.send(request[0], "MDPC02", "\u{3}", "s", request[4], "502", "", lost)
      }
      let (texts, error) = await read(stream)
      #expect(texts.dropLast() == ["part 1", "part 2"])
      #expect(texts.last?.contains("worker-lost") == true)
      #expect(error == nil)
    }
  }

  @Test func `a stream whose reader is cancelled ends with an error`() async throws {
    try await withRequest { stream, _, reply in
      reply("\u{2}", "200", "part")
      let (taken, take) = AsyncStream.makeStream(of: Void.self)
      let reading = Task {
        var replies = stream.makeAsyncIterator()
        _ = try await replies.next()
        take.yield()
        return try await replies.next()
      }
      for await _ in taken { break }
      reading.cancel()
      let result = await reading.result
      let error = #expect(throws: BusError.self) { try result.get() }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func `an invalid part ends the stream with an error, even if a final reply follows`() async throws {
    try await withRequest { stream, _, reply in
      reply("\u{2}", "200", "part")
      reply("\u{2}", "nonsense", "part")
      reply("\u{3}", "200", "end")
      let (texts, error) = await read(stream)
      #expect(texts == ["part"])
      #expect(error?.code == .malformed)
    }
  }

  @Test func `a reader that leaves too many parts unread gets an error, so that memory is bounded`() async throws {
    try await withRequest { stream, client, reply in
      let content = Frame(Array(repeating: 65, count: 8 << 20))
      for _ in 0..<12 { reply("\u{2}", "200", content) }
      reply("\u{3}", "200", "end")
      // The reply to another request follows these parts.
      _ = try? await client.ask("s", Request("GET", Target(["y"])), within: .seconds(1))
      let (texts, error) = await read(stream)
      #expect(error?.code == .overloaded)
      #expect(texts.count == 7)
    }
  }

  @Test func `the fields of unread parts count, too`() {
    let buffer = ReplyStream.Buffer()
    let part = Reply(fields: ["x": String(repeating: "x", count: 8 << 20)])
    #expect((0..<12).count { _ in buffer.unread.add(.part(part)) } == 7)
  }
}
