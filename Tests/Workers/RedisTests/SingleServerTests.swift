import Platform
import Redis
import TestSupport
import Testing

/// The client with one real server.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server is not installed"))
struct SingleServerTests {
  @Test func `values arrive as they are`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    let bytes = (0...255).map { UInt8($0) } + Array("\r\n$5\r\n".utf8)
    #expect(try await client.command([Array("SET".utf8), Array("k".utf8), bytes]) == .status("OK"))
    #expect(try await client.ask("GET", "k") == .bytes(bytes))
    #expect(try await client.ask("GET", "none") == .null)
    #expect(try await client.ask("STRLEN", "k") == .integer(262))
    #expect(try await client.ask("MGET", "k", "none") == .array([.bytes(bytes), .null]))
    #expect(
      try await client.ask("EVAL", "return {1, {'a', {}}, redis.error_reply('NO x')}", "0")
        == .array([.integer(1), .array([.bytes([0x61]), .array([])]), .error("NO x")]))
    #expect(try await client.nodes().map(\.port) == [server.port])
    let large = [UInt8](repeating: 0x78, count: 8 << 20)
    _ = try await client.command([Array("SET".utf8), Array("large".utf8), large])
    #expect(try await client.ask("GET", "large") == .bytes(large))
    await client.close()
    #expect(await failure { try await client.ask("PING") }?.code == .cancelled)
  }

  @Test func `an error reply is thrown with its first word as the code`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    #expect(await failure { try await client.ask("NONSENSE") }?.code == RedisErrorCode("err"))
    _ = try await client.ask("LPUSH", "list", "x")
    #expect(await failure { try await client.ask("GET", "list") }?.code == RedisErrorCode("wrongtype"))
    _ = try await client.ask("CONFIG", "SET", "maxmemory", "1")
    #expect(await failure { try await client.ask("SET", "k", "x") }?.code == RedisErrorCode("oom"))
    _ = try await client.ask("CONFIG", "SET", "maxmemory", "0")
    _ = try await client.ask("REPLICAOF", "127.0.0.1", "1")
    #expect(await failure { try await client.ask("SET", "k", "x") }?.code == RedisErrorCode("readonly"))
    await client.close()
  }

  @Test func `thousands of callers share a connection, and each gets its own reply`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    try await withThrowingTaskGroup { group in
      for number in 0..<4_000 {
        group.addTask {
          let reply = try await client.ask("ECHO", "\(number)")
          #expect(reply.text == "\(number)")
        }
      }
      try await group.waitForAll()
    }
    let results = await client.commands((0..<1_000).map { RedisCommand([Array("ECHO".utf8), Array("\($0)".utf8)], key: "k") })
    #expect(results.map { try? $0.get().text } == (0..<1_000).map { "\($0)" })
    // One of the client, one of redis-cli.
    #expect(try await server.ask("INFO", "clients").contains("connected_clients:2"))
    await client.close()
  }

  @Test func `user and password are sent, and wrong ones are reported`() async throws {
    let server = try await RedisServer.start()
    try await server.ask("ACL", "SETUSER", "luke", "on", ">x", "~*", "+@all")
    try await server.ask("CONFIG", "SET", "requirepass", "geheim")
    func ask(_ login: String) async throws -> RedisValue {
      let client = try RedisClient(RedisURL("redis://\(login)127.0.0.1:\(server.port)"), timeout: .seconds(20))
      return try await client.ask("ACL", "WHOAMI")
    }
    #expect(try await ask(":geheim@").text == "default")
    #expect(try await ask("luke:x@").text == "luke")
    for (login, text) in [("", "NOAUTH"), (":wrong@", "WRONGPASS"), ("luke:wrong@", "WRONGPASS")] {
      #expect(await failure { try await ask(login) }?.message.contains("refuses the connection: \(text)") == true)
    }
  }

  @Test func `commands fail before their deadline while a server is dead, and it is found again`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    _ = try await client.ask("PING")
    server.process.send(.kill)
    try await server.process.ending()
    #expect(await failure { try await client.ask("PING") }?.code == .unavailable)
    let again = try await RedisServer.start(port: server.port)
    try await eventually("a reply") { await failure { try await client.ask("PING") } == nil }
    withExtendedLifetime(again) {}
    await client.close()
  }

  @Test func `a command is repeated when its connection is lost`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    for number in 0..<20 {
      async let reply = client.ask("ECHO", "\(number)")
      try await server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
      let text = try await reply.text
      #expect(text == "\(number)")
    }
    await client.close()
  }

  @Test func `a stopped server costs one timeout, then commands fail at once until it continues`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .seconds(1))
    _ = try await client.ask("PING")
    server.process.send(.stop)
    #expect(await failure { try await client.ask("ECHO", "late") }?.code == .timedOut)
    // With a timeout each, they would take a quarter of an hour.
    try await within(.testLimit, "a thousand failures") {
      for _ in 0..<1_000 {
        let error = await failure { try await client.ask("ECHO", "never") }
        #expect(error?.message.contains("did not answer") == true || error?.message.contains("no answer") == true, "\(error as Any)")
      }
    }
    server.process.send(.continue)
    // Replies to the commands before would come first.
    try await eventually("the right reply") {
      guard let reply = try? await client.ask("ECHO", "now") else { return false }
      #expect(reply.text == "now")
      return true
    }
    await client.close()
  }

  @Test func `a cancelled command ends, and its reply goes to nobody else`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    let blocked = Task { () throws(RedisError) in try await client.ask("BLPOP", "list", "0") }
    let waiting = Task { () throws(RedisError) in try await client.ask("ECHO", "cancelled") }
    try await eventually("a blocked client") { try await server.ask("INFO", "clients").contains("blocked_clients:1") }
    let next = Task { () throws(RedisError) in try await client.ask("ECHO", "next") }
    waiting.cancel()
    #expect(await failure { try await waiting.value }?.code == .cancelled)
    try await server.ask("LPUSH", "list", "x")
    #expect(try await blocked.value.array?.last?.text == "x")
    #expect(try await next.value.text == "next")
    await client.close()
  }

  @Test(arguments: [(10_001, 4), (2, 33 << 20)]) func `commands beyond the limits are refused`(count: Int, size: Int) async throws {
    let server = try SilentServer()
    let client = try RedisClient(RedisURL("redis://127.0.0.1:\(server.port)"), timeout: .seconds(1))
    let command = RedisCommand([[UInt8](repeating: 0, count: size)])
    let codes = await client.commands(Array(repeating: command, count: count)).map(\.failure?.code)
    #expect(codes.last == .overloaded)
    #expect(!codes.dropLast().contains { $0 == nil || $0 == .overloaded })
    await client.close()
  }

  @Test func `a cluster's URL for a single server is explained`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL("redis+cluster://127.0.0.1:\(server.port)"), timeout: .seconds(20))
    #expect(
      await failure { try await client.ask("GET", "a") }?.message.contains("is not part of a cluster: use redis://127.0.0.1:\(server.port)")
        == true)
    await client.close()
  }
}
