import Platform
import Redis
import TestSupport
import Testing

/// The client with a real cluster, parts of which are killed, stopped and moved.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server is not installed"), .serialized)
struct ClusterTests {
  /// Keys of many slots of each node.
  static let keys = (0..<60).map { "key-\($0)" }

  private func write(_ value: String, to client: RedisClient) async -> [RedisError] {
    let words = { (key: String) in ["SET", key, value].map { Array($0.utf8) } }
    return await client.commands(Self.keys.map { RedisCommand(words($0), key: $0) }).compactMap(\.failure)
  }

  private func owner(of key: String, in cluster: RedisCluster, by client: RedisClient) async throws -> RedisServer {
    let slot = try await cluster.servers[0].ask("CLUSTER", "KEYSLOT", key).trimmed
    for server in cluster.servers {
      let nodes = try await server.ask("CLUSTER", "NODES").split(separator: "\n").first { $0.contains("myself,master") }
      let ranges = nodes?.split(separator: " ").dropFirst(8).filter { !$0.hasPrefix("[") } ?? []
      for range in ranges {
        let ends = range.split(separator: "-").compactMap { Int($0) }
        if let slot = Int(slot), let first = ends.first, let last = ends.last, (first...last).contains(slot) { return server }
      }
    }
    throw TestSupportError("nobody serves \(key)")
  }

  @Test func `commands and scripts go to the nodes of their keys, from any seed`() async throws {
    let cluster = try await RedisCluster.start()
    let client = try RedisClient(RedisURL("redis+cluster://127.0.0.1:\(cluster.servers[2].port)"), timeout: .testLimit)
    #expect(await write("x", to: client).isEmpty)
    #expect(try await Set(client.nodes().map(\.port)) == Set(cluster.servers.map(\.port)))
    var sizes: [Int64] = []
    for node in try await client.nodes() { sizes.append(try await client.command([Array("DBSIZE".utf8)], node: node).integer ?? 0) }
    #expect(sizes.reduce(0, +) == 60)
    #expect(sizes.allSatisfy { $0 > 5 })
    let scripts = Self.keys.map { RedisCommand.script("return redis.call('GET', KEYS[1])", keys: [$0]) }
    for result in await client.commands(scripts) { #expect(try result.get().text == "x") }
    await client.close()
    let single = try RedisClient(RedisURL("redis://127.0.0.1:\(cluster.servers[0].port)"), timeout: .testLimit)
    for key in Self.keys {
      let error = await failure { try await single.ask("GET", key) }
      #expect(error == nil || error?.message.contains("use redis+cluster://127.0.0.1:") == true)
    }
    await single.close()
    await single.close()
  }

  @Test func `a moving slot is followed with ASK and MOVED`() async throws {
    let cluster = try await RedisCluster.start()
    let client = try RedisClient(RedisURL(cluster.url), timeout: .testLimit)
    _ = try await client.ask("SET", "{k}old", "1")
    let source = try await owner(of: "{k}", in: cluster, by: client)
    let target = try #require(cluster.servers.first { $0.port != source.port })
    let slot = try await source.ask("CLUSTER", "KEYSLOT", "{k}").trimmed
    let (sourceID, targetID) = (try await source.ask("CLUSTER", "MYID").trimmed, try await target.ask("CLUSTER", "MYID").trimmed)
    try await target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", sourceID)
    try await source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", targetID)
    // The source has the old key, the target gets the new one.
    #expect(try await client.ask("SET", "{k}new", "2").text == "OK")
    #expect(try await client.ask("GET", "{k}old").text == "1")
    #expect(try await client.ask("GET", "{k}new").text == "2")
    #expect(try await source.ask("CLUSTER", "COUNTKEYSINSLOT", slot).trimmed == "1")
    #expect(try await target.ask("CLUSTER", "COUNTKEYSINSLOT", slot).trimmed == "1")
    // A script with keys on both sides waits until they are together.
    let both = Task {
      try await client.commands([.script("return redis.call('MGET', KEYS[1], KEYS[2])", keys: ["{k}old", "{k}new"])])[0].get()
    }
    try await eventually("a refusal") {
      for server in [source, target] where try await server.ask("INFO", "errorstats").contains("errorstat_TRYAGAIN") { return true }
      return false
    }
    try await source.ask("MIGRATE", "127.0.0.1", "\(target.port)", "{k}old", "0", "5000")
    for server in cluster.servers { try await server.ask("CLUSTER", "SETSLOT", slot, "NODE", targetID) }
    #expect(try await both.value == .array([.bytes([0x31]), .bytes([0x32])]))
    #expect(try await client.ask("GET", "{k}old").text == "1")
    #expect(try await client.ask("GET", "{k}new").text == "2")
    await client.close()
  }

  @Test(arguments: [Signal.kill, .stop]) func `a replica takes over from a primary that is killed or stopped`(signal: Signal) async throws {
    let cluster = try await RedisCluster.start(replicas: 1)
    let client = try RedisClient(RedisURL(cluster.url), timeout: .seconds(1))
    try await eventually("a connection to each node") { await write("1", to: client).isEmpty }
    cluster.servers[0].process.send(signal)
    let errors = await write("2", to: client)
    #expect(errors.allSatisfy { [.unavailable, .timedOut, RedisErrorCode("clusterdown")].contains($0.code) }, "\(errors)")
    try await eventually("all slots are served again") { await write("3", to: client).isEmpty }
    for key in Self.keys { #expect(try await client.ask("GET", key).text == "3") }
    #expect(try await !client.nodes().map(\.port).contains(cluster.servers[0].port))
    // The old primary comes back as a replica.
    if signal == .stop {
      cluster.servers[0].process.send(.continue)
      try await eventually("a replica") { try await cluster.servers[0].ask("ROLE").contains("slave") }
      #expect(await write("4", to: client).isEmpty)
    }
    await client.close()
  }

  @Test func `without a majority, commands fail within their deadlines, and go on when it is back`() async throws {
    let cluster = try await RedisCluster.start()
    let client = try RedisClient(RedisURL(cluster.url), timeout: .seconds(1))
    try await eventually("a connection to each node") { await write("1", to: client).isEmpty }
    for server in cluster.servers[1...] { server.process.send(.stop) }
    try await eventually("the cluster is down") { try await cluster.servers[0].ask("CLUSTER", "INFO").contains("cluster_state:fail") }
    let errors = await write("2", to: client)
    #expect(errors.count == Self.keys.count)
    for server in cluster.servers[1...] { server.process.send(.continue) }
    try await eventually("the cluster is up") { await write("3", to: client).isEmpty }
    await client.close()
  }
}

extension String {
  /// The text without the line end.
  fileprivate var trimmed: String { String(prefix { $0 != "\n" }) }
}
