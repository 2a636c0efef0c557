/// What a broker can receive, read from the frames a ROUTER socket delivers.
enum BrokerMessage {
  case request(service: String, Body)
  case ready(service: String, credit: Int)
  case reply(isFinal: Bool, ClientAddress, Body)
  case heartbeat
  case disconnect

  /// Who sent it, and how.
  struct Envelope {
    let peer: PeerID
    /// The peer puts an empty frame before the header, as REQ sockets do; it is answered in kind.
    let isDelimited: Bool
  }

  struct Invalid: Error, Equatable {
    let reason: String
  }

  /// Throws ``Invalid`` for everything RFC 18 does not allow; the sender is known where there was a first frame.
  static func read(_ message: Multipart, services: inout ServiceNames) throws(Invalid) -> (Envelope, BrokerMessage) {
    guard message.count >= 2 else { throw Invalid(reason: "too few frames") }
    let isDelimited = message[1].isEmpty
    let envelope = Envelope(peer: PeerID(message[0]), isDelimited: isDelimited)
    let header = isDelimited ? 2 : 1
    guard message.count >= header + 2, message[header + 1].count == 1, let command = message[header + 1].first else {
      throw Invalid(reason: "no command")
    }
    if MDP.matches(MDP.Header.client, message[header]) {
      return (envelope, try clientMessage(command, message, header + 2, &services))
    }
    if MDP.matches(MDP.Header.worker, message[header]) {
      return (envelope, try workerMessage(command, message, header + 2, &services))
    }
    throw Invalid(reason: "unknown header")
  }

  private static func clientMessage(
    _ command: UInt8, _ message: Multipart, _ next: Int, _ services: inout ServiceNames
  ) throws(Invalid) -> BrokerMessage {
    guard command == MDP.ClientCommand.request else { throw Invalid(reason: "unknown client command") }
    guard message.count >= next + 2 else { throw Invalid(reason: "a request without service or body") }
    return .request(service: try services.name(message[next]), Body(message, from: next + 1))
  }

  private static func workerMessage(
    _ command: UInt8, _ message: Multipart, _ next: Int, _ services: inout ServiceNames
  ) throws(Invalid) -> BrokerMessage {
    switch command {
    case MDP.WorkerCommand.ready:
      guard (next + 1...next + 2).contains(message.count) else { throw Invalid(reason: "READY takes a service and at most a credit") }
      return .ready(service: try services.name(message[next]), credit: try credit(message, next + 1))
    case MDP.WorkerCommand.partial, MDP.WorkerCommand.final:
      guard message.count >= next + 3, message[next + 1].isEmpty else { throw Invalid(reason: "a reply without address or body") }
      guard let address = ClientAddress(message[next]) else { throw Invalid(reason: "an address this broker never gave out") }
      return .reply(isFinal: command == MDP.WorkerCommand.final, address, Body(message, from: next + 2))
    case MDP.WorkerCommand.heartbeat:
      guard message.count == next else { throw Invalid(reason: "frames after HEARTBEAT") }
      return .heartbeat
    case MDP.WorkerCommand.disconnect:
      guard message.count == next else { throw Invalid(reason: "frames after DISCONNECT") }
      return .disconnect
    default: throw Invalid(reason: "unknown worker command")
    }
  }

  private static func credit(_ message: Multipart, _ index: Int) throws(Invalid) -> Int {
    guard index < message.count else { return 1 }
    guard let text = message.text(index), !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let credit = Int(text),
      credit > 0
    else { throw Invalid(reason: "a credit that is no positive decimal number") }
    return min(credit, MDP.mostCredit)
  }
}

/// Turns service frames into strings; a service seen before costs a comparison, not a new string.
struct ServiceNames {
  private var known: [(bytes: [UInt8], name: String)] = []
  private static let mostKnown = 64

  mutating func name(_ frame: UnsafeRawBufferPointer) throws(BrokerMessage.Invalid) -> String {
    if let match = known.first(where: { $0.bytes.elementsEqual(frame) }) { return match.name }
    guard (1...255).contains(frame.count), let name = String(validating: frame, as: UTF8.self) else {
      throw BrokerMessage.Invalid(reason: "a service name that is not 1 to 255 bytes of UTF-8")
    }
    if known.count < Self.mostKnown { known.append((Array(frame), name)) }
    return name
  }
}
