import Testing

@testable import MessageBus

/// Bodies are plain text in these tests. A prefix `key: ` sets the request's fields: `deadline: 500 x`, `forwarded: a x`. `fields:
/// 70000 x` and `bytes: 9 x` set their sizes. Bodies that start with `POST` are not retryable.
extension String: BrokerContent {
  private func value(_ key: String) -> String? {
    hasPrefix("\(key): ") ? dropFirst(key.count + 2).prefix { $0 != " " }.description : nil
  }

  var byteCount: Int { value("bytes").flatMap { Int($0) } ?? utf8.count }
  var id: [UInt8] { Array(utf8) }
  var isRetryable: Bool { !hasPrefix("POST") }
  var senderName: String? { nil }

  func scanFields() -> FieldScan {
    var fields = ""
    for key in ["deadline", "forwarded"] { if let value = value(key) { fields = "\(key): \(value)" } }
    if let count = value("fields").flatMap({ Int($0) }) { fields = String(repeating: "x", count: count) }
    return fields.withUTF8 { FieldScan(UnsafeRawBufferPointer($0)) }
  }
}

/// Drives a `BrokerMachine` of run 7 with a heartbeat interval of 1 s, liveness 3, at most two queued requests per service and four per client,
/// and no startup grace.
struct BrokerScript: TableScript {
  typealias Machine = BrokerMachine<String>

  let start = Instant.now
  var now: Instant
  let machine: Machine
  /// The request of the last reply.
  private var lastReplied: Machine.PendingRequest?

  private static let limits: [String: any WritableKeyPath<Broker.Settings, Int> & Sendable] = [
    "queueLimit": \.queueLimit, "queueBytes": \.queueBytes, "clientLimit": \.clientLimit, "clientBytes": \.clientBytes,
    "workerBytes": \.workerBytes, "requestLimit": \.requestLimit, "memoryLimit": \.memoryLimit,
  ]

  init(_ options: [String: Int] = [:]) {
    var settings = Broker.Settings()
    settings.heartbeatInterval = .seconds(1)
    settings.liveness = 3
    settings.grace = .seconds(2)
    settings.startupGrace = .seconds(options["startupGrace"] ?? 0)
    (settings.queueLimit, settings.clientLimit) = (2, 4)
    for (name, path) in Self.limits { if let value = options[name] { settings[keyPath: path] = value } }
    now = start
    machine = Machine(settings, run: 7, now: start)
  }

  func peer(_ name: some StringProtocol) -> BrokerMessage.Envelope {
    BrokerMessage.Envelope(peer: PeerID(Array(name.utf8.filter { $0 != UInt8(ascii: "!") })), isDelimited: false)
  }

  private func credit(_ word: Substring?) -> BrokerMessage.Credit {
    word == "invalid" ? .invalid : word.flatMap { Int($0) }.map { .requests($0) } ?? .unspecified
  }

  /// Returns the addresses in `2`, `2-4`, or `DELIVERY/CLIENT/RUN`; clients are numbered in the order of their arrival.
  private func addresses(_ text: Substring) throws -> [ClientAddress] {
    let parts = text.split(separator: "/")
    let ends = try parts[0].split(separator: "-").map { try #require(UInt64($0)) }
    func part(_ index: Int, or value: UInt64) -> UInt64 { index < parts.count ? UInt64(parts[index]) ?? 0 : value }
    return (ends[0]...ends[ends.count - 1]).map { ClientAddress(run: part(2, or: 7), client: part(1, or: 1), delivery: $0) }
  }

  mutating func perform(_ words: [Substring]) throws {
    let (name, verb) = (words[0], words.count > 1 ? words[1] : "")
    let (peer, rest) = (peer(name), Array(words.dropFirst(2)))
    switch verb {
    case "": machine.tick(now: now)  // tick
    case "to": eachSecond(to: rest.first) { $0.machine.tick(now: $0.now) }  // ticks to 3
    case "dropped": if let lastReplied { machine.partDropped(lastReplied, now: now) }  // part dropped
    case "bytes": machine.senderBytes = Int(rest[0]) ?? 0  // sender bytes 38
    case "ready": machine.ready(from: peer, service: rest.count > 1 ? String(rest[1]) : "s", credit(rest.first), now: now)
    case "asks":
      machine.request(from: peer, service: "s", rest.joined(separator: " "), readsTooSlowly: name.hasSuffix("!"), now: now)
    case "final", "part":
      let text = verb == "part" ? "p" : rest.count > 1 ? String(rest[1]) : "answer"
      for address in try addresses(rest[0]) { machine.reply(from: peer, isFinal: verb == "final", to: address, text, now: now) }
    case "beats" where rest.first == "to":
      eachSecond(to: rest.last) {
        $0.machine.heartbeat(from: peer, .unspecified, now: $0.now)
        $0.machine.tick(now: $0.now)
      }
    case "beats": machine.heartbeat(from: peer, credit(rest.first), now: now)
    case "leaves": machine.disconnect(from: peer, now: now)
    case "lost": machine.unreachable(peer.peer, unsent: try rest.first?.split(separator: ",").flatMap(addresses) ?? [], now: now)
    case "hands": machine.handBack(from: peer, try addresses(rest[0])[0], now: now)
    case "blocked", "free": machine.setBlocked(verb == "blocked", peer.peer, now: now)
    case "cancels": machine.cancel(Array(rest[0].utf8), of: peer.peer, now: now)
    case "breaks": machine.dropClients(now: now) { other, _ in other == peer.peer }
    default: throw UnknownEvent(words: words)
    }
  }

  mutating func takeActions() -> [String] {
    var taken: [Machine.Action] = []
    machine.takeActions(&taken)
    func name(_ peer: PeerID) -> String { String(decoding: peer.bytes, as: UTF8.self) }
    return taken.map { action in
      switch action {
      case .request(let to, let address, let content): return "\(name(to.peer)) does \(content) as \(address.delivery)"
      case .reply(let to, let isFinal, _, let content, let pending):
        lastReplied = pending
        return "\(name(to.peer)) gets \(isFinal ? "" : "part ")\(content)"
      case .refuse(let to, _, let refusal, let id): return "\(name(to.peer)) is refused \(String(decoding: id, as: UTF8.self)): \(refusal)"
      case .cancel(let to, let address): return "\(name(to.peer)) drops \(address.delivery)"
      case .heartbeat(let to): return "heartbeat to \(name(to.peer))"
      case .disconnect(let to): return "disconnect \(name(to.peer))"
      case .joined(let service, let peer): return "\(name(peer)) joined \(service)"
      case .left(let service, let peer): return "\(name(peer)) left \(service)"
      }
    }
  }

  func fact(_ name: String) -> Int? {
    switch name {
    case "outstanding": machine.outstandingRequests
    case "bytes": machine.requestBytes
    case "requests": Int(machine.requestCount)
    case "late": Int(machine.lateReplies)
    case "workers": machine.workers.count
    case "services": machine.services.count
    case "queued": machine.services["s"]?.queue.count
    case "held": machine.workers.values.first?.held.count
    case "offered": machine.hasWorker(for: "s") ? 1 : 0
    default: nil
    }
  }
}
