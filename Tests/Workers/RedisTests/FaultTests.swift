import Redis
import TestSupport
import Testing

/// Faults that a real server does not make on demand.
struct FaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The answers to the first commands; further ones are answered with `fine`.
    let answers: @Sendable (Int) -> FakeServer.Answer
    var code: RedisErrorCode?
    let sent: Int
  }

  static let table = [
    Row(testDescription: "fine", answers: { _ in .bytes("fine") }, sent: 1),
    Row(testDescription: "closed once", answers: { $0 < 2 ? .close("") : .bytes("fine") }, sent: 2),
    Row(testDescription: "closed within a reply", answers: { $0 < 2 ? .close("$10\r\nfi") : .bytes("fine") }, sent: 2),
    Row(testDescription: "closed always", answers: { _ in .close("") }, code: .unavailable, sent: 3),
    Row(testDescription: "no protocol", answers: { _ in .raw("HTTP/1.1 200 OK\r\n\r\n") }, code: .unavailable, sent: 3),
    Row(testDescription: "a length that is none", answers: { _ in .raw("$-7\r\n") }, code: .unavailable, sent: 3),
    Row(testDescription: "too deep", answers: { _ in .raw(String(repeating: "*1\r\n", count: 20)) }, code: .unavailable, sent: 3),
    Row(testDescription: "loading", answers: { $0 < 4 ? .error("LOADING dataset") : .bytes("fine") }, sent: 4),
    Row(testDescription: "an error", answers: { _ in .error("ERR x") }, code: RedisErrorCode("err"), sent: 1),
  ]

  @Test(arguments: table) func `a fault is overcome or reported, and a command is sent three times at most`(row: Row) async throws {
    let server = try await FakeServer.start { words, number in words[0] == "PING" ? .status("PONG") : row.answers(number) }
    let client = try RedisClient(RedisURL("redis://127.0.0.1:\(server.port)"), timeout: .seconds(60))
    do throws(RedisError) {
      #expect(try await client.ask("GET", "k").text == "fine")
      #expect(row.code == nil)
    } catch { #expect(error.code == row.code, "\(error)") }
    #expect(server.commands.count == row.sent)
    await client.close()
    await server.stop()
  }

  @Test func `a reply too many costs the connection, and goes to nobody`() async throws {
    let server = try await FakeServer.start { words, _ in words[0] == "PING" ? .status("PONG") : .raw("+\(words[1])\r\n+stray\r\n") }
    let client = try RedisClient(RedisURL("redis://127.0.0.1:\(server.port)"), timeout: .seconds(60))
    for number in 0..<20 {
      let reply = try? await client.ask("ECHO", "\(number)")
      #expect(reply == nil || reply?.text == "\(number)")
    }
    await client.close()
    await server.stop()
  }

  @Test func `a silent server loses its connection, and the next command has a new one`() async throws {
    let server = try await FakeServer.start { words, number in
      words[0] == "PING" ? .status("PONG") : number == 1 ? .silence : .bytes("\(number)")
    }
    let client = try RedisClient(RedisURL("redis://127.0.0.1:\(server.port)"), timeout: .milliseconds(300))
    #expect(await failure { try await client.ask("GET", "k") }?.code == .timedOut)
    try await eventually("a reply") { await failure { try await client.ask("GET", "k") } == nil }
    await client.close()
    await server.stop()
  }

  @Test func `MOVED to an unknown node waits for its connection`() async throws {
    let cluster = try await FakeCluster.start(2) { server, _, ports in
      server == 0 ? .error("MOVED \(SlotOf.k) 127.0.0.1:\(ports[1])") : .bytes("moved")
    }
    let client = try cluster.client()
    #expect(try await client.ask("GET", "k").text == "moved")
    #expect(cluster.servers.map(\.commands.count) == [1, 1])
    await client.close()
    await cluster.stop()
  }

  @Test func `a circle of redirections ends`() async throws {
    let cluster = try await FakeCluster.start(2) { server, _, ports in .error("MOVED \(SlotOf.k) 127.0.0.1:\(ports[1 - server])") }
    let client = try cluster.client()
    #expect(await failure { try await client.ask("GET", "k") }?.code == RedisErrorCode("moved"))
    #expect(cluster.servers.map(\.commands.count).reduce(0, +) == 6)
    await client.close()
    await cluster.stop()
  }

  @Test func `ASK is followed for one command and does not change the map`() async throws {
    let cluster = try await FakeCluster.start(2) { server, _, ports in
      server == 0 ? .error("ASK \(SlotOf.k) 127.0.0.1:\(ports[1])") : .bytes("asked")
    }
    let client = try cluster.client()
    for _ in 0..<2 { #expect(try await client.ask("GET", "k").text == "asked") }
    #expect(cluster.servers[0].commands == [["GET", "k"], ["GET", "k"]])
    #expect(cluster.servers[1].commands == [["ASKING"], ["GET", "k"], ["ASKING"], ["GET", "k"]])
    await client.close()
    await cluster.stop()
  }

  @Test func `CLUSTERDOWN passes, and the slots are asked for again`() async throws {
    let cluster = try await FakeCluster.start(1) { _, number, _ in number < 5 ? .error("CLUSTERDOWN Hash slot not served") : .bytes("up") }
    let client = try cluster.client()
    #expect(try await client.ask("GET", "k").text == "up")
    try await eventually("another request for the slots") { cluster.servers[0].slotRequests > 1 }
    await client.close()
    await cluster.stop()
  }

  @Test func `TRYAGAIN that does not pass is reported at the deadline, after a few attempts`() async throws {
    let cluster = try await FakeCluster.start(1) { _, _, _ in .error("TRYAGAIN later") }
    let client = try cluster.client(timeout: .seconds(3))
    let error = await failure { try await client.ask("GET", "k") }
    #expect(error?.code == .timedOut)
    #expect(error?.message.hasSuffix(": TRYAGAIN later") == true)
    #expect((2...20).contains(cluster.servers[0].commands.count))
    await client.close()
    await cluster.stop()
  }

  @Test func `after a timeout, the slots are asked for again, from another node`() async throws {
    let cluster = try await FakeCluster.start(2) { server, number, _ in server == 0 && number > 1 ? .silence : .bytes("\(server)") }
    let client = try cluster.client(timeout: .milliseconds(500))
    try await eventually("a reply of the first") { await failure { try await client.ask("GET", "k") } == nil }
    cluster.setOwner(1)
    _ = await failure { try await client.ask("GET", "k") }
    try await eventually("a reply of the second") { (try? await client.ask("GET", "k"))?.text == "1" }
    await client.close()
    await cluster.stop()
  }

  @Test func `a command that waits for a node goes to the node that took over`() async throws {
    let cluster = try await FakeCluster.start(2) { server, number, _ in server == 0 && number > 1 ? .close("") : .bytes("\(server)") }
    let client = try cluster.client()
    #expect(try await client.ask("GET", "k").text == "0")
    cluster.hang(0)
    cluster.setOwner(1)
    #expect(try await client.ask("GET", "k").text == "1")
    await client.close()
    await cluster.stop()
  }

  @Test func `a command whose node refuses connections goes to the node that took over`() async throws {
    let cluster = try await FakeCluster.start(2) { server, _, _ in .bytes("\(server)") }
    let client = try cluster.client()
    #expect(try await client.ask("GET", "k").text == "0")
    cluster.setOwner(1)
    await cluster.servers[0].stop()
    #expect(try await client.ask("GET", "k").text == "1")
    await client.close()
    await cluster.stop()
  }
}

/// The slot of the key `k`, as a server returns it.
private enum SlotOf { static let k = 7_629 }
