/// Which node of a cluster serves which slot, as far as this client knows.
struct SlotMap: Sendable {
  static let slotCount = 16_384

  /// The nodes that serve slots.
  private(set) var primaries: [RedisAddress] = []
  private(set) var replicas: [RedisAddress] = []
  /// For each slot, an index of ``primaries``; -1 if nobody serves it.
  private var owners = [Int16](repeating: -1, count: slotCount)

  /// Reads the reply to CLUSTER SLOTS. Returns `nil` if it is none, or empty.
  ///
  /// - Parameter node: the node that answered. A node that does not know its own name leaves it out.
  init?(_ reply: RedisValue, from node: RedisAddress) {
    for range in reply.array ?? [] {
      guard let parts = range.array, parts.count >= 3, let first = parts[0].integer, let last = parts[1].integer, first >= 0, first <= last,
        last < Self.slotCount
      else { return nil }
      for (index, part) in parts[2...].enumerated() {
        guard let fields = part.array, fields.count >= 2, let port = fields[1].integer.flatMap({ UInt16(exactly: $0) }) else { return nil }
        let host = fields[0].text ?? ""
        let address = RedisAddress(host.isEmpty || host == "?" ? node.host : host, port)
        if index > 0 { replicas.append(address) } else { for slot in first...last { set(Int(slot), to: address) } }
      }
    }
    if primaries.isEmpty { return nil }
  }

  /// Asks one node after the other, on new connections, until one knows the cluster. Blocks.
  static func fetch(from addresses: [RedisAddress], _ url: RedisURL, within limit: Duration) throws(RedisError) -> SlotMap {
    var failure = RedisError(.unavailable, "no node of the cluster is known")
    for address in addresses {
      do throws(RedisError) {
        let reply = try RedisConnection(to: address, url, within: limit).ask(["CLUSTER", "SLOTS"])
        if let map = SlotMap(reply, from: address) { return map }
        if case .error(let text) = reply {
          let isSingle = text.contains("cluster support disabled")
          throw isSingle
            ? RedisError(.invalid, "Redis at \(address) is not part of a cluster: use redis://\(address)") : RedisError(reply: text)
        }
        throw RedisError(.unavailable, "Redis at \(address) knows no slots: create the cluster with redis-cli --cluster create")
      } catch { failure = error }
    }
    throw failure
  }

  func owner(of slot: Int) -> RedisAddress? { owners[slot] < 0 ? nil : primaries[Int(owners[slot])] }

  mutating func set(_ slot: Int, to address: RedisAddress) {
    let index = primaries.lastIndex(of: address) ?? primaries.count
    guard owners.indices.contains(slot), index <= Int16.max else { return }
    if index == primaries.count { primaries.append(address) }
    owners[slot] = Int16(index)
  }

  /// Returns the slot of a key: CRC16 (XMODEM) of the key, or of the part between the first `{` and the next `}` unless that is empty.
  static func slot(of key: some Collection<UInt8>) -> Int {
    if let open = key.firstIndex(of: UInt8(ascii: "{")) {
      let tag = key[key.index(after: open)...]
      if let close = tag.firstIndex(of: UInt8(ascii: "}")), close != tag.startIndex { return Int(crc16(tag[..<close])) % slotCount }
    }
    return Int(crc16(key)) % slotCount
  }

  private static func crc16(_ bytes: some Collection<UInt8>) -> UInt16 {
    bytes.reduce(0) { crc, byte in
      (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
    }
  }
}

/// What to do with a reply.
enum ReplyAction: Equatable {
  case deliver
  /// The node serves the slot from now on.
  case moved(slot: Int, RedisAddress)
  /// The node has the key already while the slot moves to it: ask it this once.
  case ask(RedisAddress)
  /// The condition passes: try again later, after a look at who serves what if it says so.
  case retry(refreshes: Bool)

  /// - Parameter node: the node that answered. One that does not know a host's name leaves it out.
  init(to reply: RedisValue, from node: RedisAddress, isCluster: Bool) {
    self = .deliver
    guard case .error(let text) = reply else { return }
    let words = text.split(separator: " ")
    switch words.first {
    case "MOVED" where isCluster, "ASK" where isCluster:
      guard words.count >= 3, let slot = Int(words[1]), (0..<SlotMap.slotCount).contains(slot), let colon = words[2].lastIndex(of: ":"),
        let port = UInt16(words[2][words[2].index(after: colon)...])
      else { return }
      let host = words[2][..<colon]
      let address = RedisAddress(host.isEmpty || host == "?" ? node.host : String(host), port)
      self = words[0] == "ASK" ? .ask(address) : .moved(slot: slot, address)
    case "LOADING", "TRYAGAIN": self = .retry(refreshes: false)
    case "CLUSTERDOWN", "MASTERDOWN": self = .retry(refreshes: true)
    // The node has become a replica; in a cluster, another one has taken its place.
    case "READONLY" where isCluster: self = .retry(refreshes: true)
    default: break
    }
  }
}
