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
  var isReserved: Bool { hasPrefix("PURGE") }

  func scanFields() -> FieldScan {
    var fields = ""
    for key in ["deadline", "forwarded"] { if let value = value(key) { fields = "\(key): \(value)" } }
    if let count = value("fields").flatMap({ Int($0) }) { fields = String(repeating: "x", count: count) }
    return fields.withUTF8 { FieldScan(UnsafeRawBufferPointer($0)) }
  }
}

/// Drives a `BrokerMachine` and describes each of its actions in one short line.
protocol BrokerHarness {
  var start: ContinuousClock.Instant { get }
  var machine: BrokerMachine<String> { get }
}

extension BrokerHarness {
  typealias Machine = BrokerMachine<String>

  /// Creates a machine of run 7 with a heartbeat interval of 1 s, liveness 3, at most two queued requests per service and four per
  /// client, and no startup grace.
  static func newMachine(at start: ContinuousClock.Instant, _ change: (inout Broker.Settings) -> Void = { _ in }) -> Machine {
    var settings = Broker.Settings()
    settings.heartbeatInterval = .seconds(1)
    settings.liveness = 3
    settings.grace = .seconds(2)
    settings.startupGrace = .zero
    settings.queueLimit = 2
    settings.clientLimit = 4
    change(&settings)
    return Machine(settings, run: 7, now: start)
  }

  func peer(_ name: String, delimited: Bool = false, isRestricted: Bool = false) -> BrokerMessage.Envelope {
    BrokerMessage.Envelope(peer: PeerID(Array(name.utf8), isRestricted: isRestricted), isDelimited: delimited)
  }

  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// Returns the actions since the last call; requests show their delivery number.
  func actions() -> [String] {
    var taken: [Machine.Action] = []
    machine.takeActions(&taken)
    func name(_ peer: PeerID) -> String { String(decoding: peer.bytes, as: UTF8.self) }
    return taken.map { action in
      switch action {
      case .request(let to, let address, let content): "\(name(to.peer)) does \(content) as \(address.delivery)"
      case .reply(let to, let isFinal, _, let content, _): "\(name(to.peer)) gets \(isFinal ? "" : "part ")\(content)"
      case .refuse(let to, _, let refusal, let id): "\(name(to.peer)) is refused \(String(decoding: id, as: UTF8.self)): \(refusal)"
      case .cancel(let to, let address): "\(name(to.peer)) drops \(address.delivery)"
      case .heartbeat(let to): "heartbeat to \(name(to.peer))"
      case .disconnect(let to): "disconnect \(name(to.peer))"
      case .joined(let service, let peer): "\(name(peer)) joined \(service)"
      case .left(let service, let peer): "\(name(peer)) left \(service)"
      }
    }
  }

  func ready(_ worker: String, credit: Int? = nil, _ service: String = "s", at seconds: Double = 0) {
    machine.ready(from: peer(worker), service: service, credit.map { .requests($0) } ?? .unspecified, now: at(seconds))
  }
  func ask(_ content: String, from client: String = "c", at seconds: Double = 0) {
    machine.request(from: peer(client), service: "s", content, now: at(seconds))
  }
  /// Returns a client address; clients are numbered in order of arrival.
  func address(_ delivery: UInt64, run: UInt64 = 7, client: UInt64 = 1) -> ClientAddress {
    ClientAddress(run: run, client: client, delivery: delivery)
  }
  func final(_ delivery: UInt64, by worker: String, _ content: String = "answer", client: UInt64 = 1, at seconds: Double = 0) {
    machine.reply(from: peer(worker), isFinal: true, to: address(delivery, client: client), content, now: at(seconds))
  }
  func part(_ delivery: UInt64, by worker: String, at seconds: Double = 0) {
    machine.reply(from: peer(worker), isFinal: false, to: address(delivery), "p", now: at(seconds))
  }
  func heartbeat(_ worker: String, _ credit: BrokerMessage.Credit = .unspecified, at seconds: Double = 0) {
    machine.heartbeat(from: peer(worker), credit, now: at(seconds))
  }
}

/// A broker machine with settings of its own.
struct CustomBrokerHarness: BrokerHarness {
  let start = ContinuousClock.now
  let machine: BrokerMachine<String>

  init(_ change: (inout Broker.Settings) -> Void) { machine = Self.newMachine(at: start, change) }
}
