import Testing

@testable import Redis

/// The pure parts of the client: slots, redirections, scripts, encoding.
struct SlotMapTests {
  /// The slots are those that CLUSTER KEYSLOT of a server returns.
  @Test(arguments: [
    ("", 0), ("123456789", 12_739), ("foo", 12_182), ("bar", 5_061), ("{user1000}.following", 3_443), ("{user1000}.followers", 3_443),
    ("foo{}{bar}", 8_363), ("foo{{bar}}zap", 4_015), ("foo{bar}{zap}", 5_061), ("foo{bar", 15_278), ("}{bar}", 5_061),
  ]) func `a key has the slot of its hash tag`(key: String, slot: Int) {
    #expect(SlotMap.slot(of: key.utf8) == slot)
  }

  static let node = RedisAddress("10.0.0.1", 7_000)

  private static func range(_ first: Int64, _ last: Int64, _ hosts: (String?, Int64)...) -> RedisValue {
    let nodes = hosts.map { RedisValue.array([$0.0.map { .bytes(Array($0.utf8)) } ?? .null, .integer($0.1), .bytes([0x78])]) }
    return .array([.integer(first), .integer(last)] + nodes)
  }

  @Test func `the slots of a cluster are read`() throws {
    let reply = RedisValue.array([
      Self.range(0, 99, ("a", 1), ("b", 2)), Self.range(100, 199, (nil, 3)), Self.range(300, 16_383, ("", 4), ("?", 5)),
    ])
    var map = try #require(SlotMap(reply, from: Self.node))
    #expect(
      [0, 99, 100, 199, 200, 16_383].map { map.owner(of: $0)?.description } == [
        "a:1", "a:1", "10.0.0.1:3", "10.0.0.1:3", nil, "10.0.0.1:4",
      ])
    #expect(map.replicas.map(\.description) == ["b:2", "10.0.0.1:5"])
    map.set(200, to: RedisAddress("a", 1))
    #expect(map.owner(of: 200) == RedisAddress("a", 1))
    #expect(map.primaries.count == 3)
  }

  @Test(arguments: [
    RedisValue.null, .array([]), .error("ERR x"), .array([.integer(1)]), .array([range(0, 16_384, ("a", 1))]),
    .array([range(-1, 5, ("a", 1))]),
    .array([range(5, 4, ("a", 1))]), .array([range(0, 1, ("a", 65_536))]), .array([range(0, 1)]),
  ]) func `a reply that does not describe a cluster is refused`(reply: RedisValue) {
    #expect(SlotMap(reply, from: Self.node) == nil)
  }

  @Test(arguments: [
    ("MOVED 3999 b:6381", ReplyAction.moved(slot: 3_999, RedisAddress("b", 6_381))),
    ("MOVED 3999 :6381", .moved(slot: 3_999, RedisAddress("10.0.0.1", 6_381))),
    ("MOVED 3999 ::1:6381", .moved(slot: 3_999, RedisAddress("::1", 6_381))),
    ("MOVED 16384 b:6381", .deliver), ("MOVED 1", .deliver), ("MOVED x b:1", .deliver), ("MOVED 1 b:x", .deliver),
    ("ASK 5 b:1", .ask(RedisAddress("b", 1))), ("TRYAGAIN Multiple keys", .retry(refreshes: false)),
    ("LOADING Redis is loading", .retry(refreshes: false)), ("CLUSTERDOWN The cluster is down", .retry(refreshes: true)),
    ("MASTERDOWN Link", .retry(refreshes: true)), ("READONLY You can't write", .retry(refreshes: true)),
    ("ERR MOVED", .deliver), ("OOM command not allowed", .deliver), ("", .deliver),
  ]) func `an error says what to do next`(text: String, action: ReplyAction) {
    #expect(ReplyAction(to: .error(text), from: Self.node, isCluster: true) == action)
    #expect(ReplyAction(to: .bytes(Array(text.utf8)), from: Self.node, isCluster: true) == .deliver)
  }

  @Test(arguments: ["MOVED 1 b:1", "ASK 1 b:1", "READONLY You can't write"]) func `a single server does not redirect`(text: String) {
    #expect(ReplyAction(to: .error(text), from: Self.node, isCluster: false) == .deliver)
  }

  @Test func `commands are arrays of strings`() {
    var bytes: [UInt8] = []
    RedisEncoding.append([Array("SET".utf8), [], Array(repeating: 0x78, count: 100)], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "*3\r\n$3\r\nSET\r\n$0\r\n\r\n$100\r\n" + String(repeating: "x", count: 100) + "\r\n")
  }
}
