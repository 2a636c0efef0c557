import Redis
import TestSupport
import Testing

/// Subscriptions with real servers.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server is not installed"))
struct SubscriptionTests {
  /// Returns the next element as text: `listening`, `lost` or the message.
  private func next(_ elements: inout RedisSubscription.AsyncIterator) async -> String? {
    switch await elements.next() {
    case .listening: "listening"
    case .lost: "lost"
    case .message(let bytes): String(decoding: bytes, as: UTF8.self)
    case nil: nil
    }
  }

  /// Reads until the subscription is in force. Returns whether something was lost before.
  private func untilListening(_ elements: inout RedisSubscription.AsyncIterator) async -> Bool {
    var wasLost = false
    while let element = await next(&elements), element != "listening" { wasLost = wasLost || element == "lost" }
    return wasLost
  }

  @Test func `messages arrive in order, and a lost and regained connection is reported`() async throws {
    let server = try await RedisServer.start("--requirepass", "geheim")
    let client = try RedisClient(RedisURL("redis://:geheim@127.0.0.1:\(server.port)"), timeout: .seconds(20))
    var elements = try client.subscribe("news").makeAsyncIterator()
    #expect(await next(&elements) == "listening")
    for number in 0..<100 { try await client.publish("news", Array("\(number)".utf8)) }
    try await client.publish("other", [0x78])
    for number in 0..<100 { #expect(await next(&elements) == "\(number)") }
    server.process.send(.kill)
    #expect(await next(&elements) == "lost")
    let again = try await RedisServer.start(port: server.port, "--requirepass", "geheim")
    _ = await untilListening(&elements)
    try await eventually("a connection") { await failure { try await client.ask("PING") } == nil }
    try await client.publish("news", Array("back".utf8))
    #expect(await next(&elements) == "back")
    withExtendedLifetime(again) {}
    await client.close()
  }

  @Test func `a stopped server is noticed although nothing is published`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .milliseconds(500))
    var elements = try client.subscribe("news").makeAsyncIterator()
    _ = await untilListening(&elements)
    server.process.send(.stop)
    #expect(await next(&elements) == "lost")
    server.process.send(.continue)
    _ = await untilListening(&elements)
    await client.close()
  }

  @Test func `a long message, and more than a slow reader can keep, are reported as lost`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    var elements = try client.subscribe("news").makeAsyncIterator()
    #expect(await next(&elements) == "listening")
    #expect(
      await failure {
        try await client.publish("news", [UInt8](repeating: 0x78, count: 4_097)); return .null
      }?.code == .invalid)
    _ = try await client.command(["PUBLISH", "news", String(repeating: "x", count: 4_097)].map { Array($0.utf8) })
    try await client.publish("news", Array("after".utf8))
    #expect(await next(&elements) == "listening")
    #expect(await next(&elements) == "after")
    let one = RedisCommand([Array("PUBLISH".utf8), Array("news".utf8), [0x78]])
    for _ in 0..<12 { #expect(await client.commands(Array(repeating: one, count: 1_000)).allSatisfy { $0.failure == nil }) }
    var count = 0
    while await next(&elements) == "x" { count += 1 }
    #expect((10_000...12_000).contains(count))
    await client.close()
  }

  @Test func `a closed subscription ends, and one that nobody uses leaves the server`() async throws {
    let server = try await RedisServer.start()
    let client = try RedisClient(RedisURL(server.url), timeout: .testLimit)
    do {
      let subscription = try client.subscribe("news")
      var elements = subscription.makeAsyncIterator()
      #expect(await next(&elements) == "listening")
      subscription.close()
      #expect(await next(&elements) == nil)
      var other = try client.subscribe("news").makeAsyncIterator()
      #expect(await next(&other) == "listening")
    }
    try await eventually("no subscriber") { try await client.ask("PUBSUB", "NUMSUB", "news").array?.last == .integer(0) }
    await client.close()
  }

  @Test func `in a cluster, sharded and plain messages arrive, also after a failover`() async throws {
    let cluster = try await RedisCluster.start(replicas: 1)
    let client = try RedisClient(RedisURL(cluster.url), timeout: .seconds(1))
    var elements = try client.subscribe("news").makeAsyncIterator()
    #expect(await next(&elements) == "listening")
    try await client.publish("news", Array("sharded".utf8))
    #expect(await next(&elements) == "sharded")
    for server in cluster.servers { try await server.ask("PUBLISH", "news", "\(server.port)") }
    for server in cluster.servers { #expect(await next(&elements) == "\(server.port)") }
    // The slot of the channel is 4,480, which the first node serves.
    let slot = try #require(Int(try await cluster.servers[0].ask("CLUSTER", "KEYSLOT", "news").prefix { $0.isNumber }))
    let owner = slot * 3 / 16_384
    cluster.servers[owner].process.send(.kill)
    #expect(await next(&elements) == "lost")
    _ = await untilListening(&elements)
    try await eventually("a new primary") {
      await failure {
        try await client.publish("news", Array("back".utf8)); return .null
      } == nil
    }
    var text = await next(&elements)
    while text == "lost" || text == "listening" { text = await next(&elements) }
    #expect(text == "back")
    await client.close()
  }
}
