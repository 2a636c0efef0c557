import Text

/// A message received by the broker, parsed from the frames of a ROUTER socket.
enum BrokerMessage {
  case request(service: String, Body)
  case ready(service: String, Credit)
  case reply(isFinal: Bool, ClientAddress, Body)
  /// HEARTBEAT, with the worker's new credit if it announces one.
  case heartbeat(Credit)
  /// HEARTBEAT of a draining worker that takes no more requests and has not started the request with this address.
  case handBack(ClientAddress)
  case disconnect

  /// The frame after the service in READY, and after the command in HEARTBEAT.
  enum Credit: Equatable {
    case unspecified
    /// At most ``MDP/maxCredit``. 0 in a HEARTBEAT only.
    case requests(Int)
    /// Not a decimal number, or 0 in READY.
    case invalid
  }

  /// The routing information of a message.
  struct Envelope {
    let peer: PeerID
    /// Whether the peer puts an empty frame before the header, as REQ sockets do; the broker then does the same.
    let isDelimited: Bool
  }

  struct ParseError: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// Parses a message. Throws ``ParseError`` for everything that RFC 18 and GRAMMAR.md do not allow.
  static func read(_ message: Multipart, services: inout ServiceNames) throws(ParseError) -> (Envelope, BrokerMessage) {
    guard message.count >= 2 else { throw ParseError("too few frames") }
    guard message.count <= MDP.maxFrames + 1 else { throw ParseError("more than \(MDP.maxFrames) frames") }
    let isDelimited = message[1].isEmpty
    let envelope = Envelope(peer: PeerID(message[0]), isDelimited: isDelimited)
    let header = isDelimited ? 2 : 1
    guard message.count >= header + 2, message[header + 1].count == 1, let command = message[header + 1].first else {
      throw ParseError("no command")
    }
    if MDP.matches(MDP.Header.client, message[header]) {
      guard command == MDP.ClientCommand.request else { throw ParseError("unknown client command") }
      guard message.count >= header + 4 else { throw ParseError("request without service or body") }
      return (envelope, .request(service: try services.name(message[header + 2]), Body(message, from: header + 3)))
    }
    guard MDP.matches(MDP.Header.worker, message[header]) else { throw ParseError("unknown header") }
    return (envelope, try workerMessage(command, message, header + 2, &services))
  }

  private static func workerMessage(
    _ command: UInt8, _ message: Multipart, _ next: Int, _ services: inout ServiceNames
  ) throws(ParseError) -> BrokerMessage {
    switch command {
    case MDP.WorkerCommand.ready:
      guard (next + 1...next + 2).contains(message.count) else { throw ParseError("READY takes a service and an optional credit") }
      let credit = credit(message, next + 1)
      return .ready(service: try services.name(message[next]), credit == .requests(0) ? .invalid : credit)
    case MDP.WorkerCommand.partial, MDP.WorkerCommand.final:
      guard message.count >= next + 3, message[next + 1].isEmpty else { throw ParseError("reply without address or body") }
      guard let address = ClientAddress(message[next]) else { throw ParseError("not an address of this broker") }
      return .reply(isFinal: command == MDP.WorkerCommand.final, address, Body(message, from: next + 2))
    case MDP.WorkerCommand.heartbeat:
      guard message.count <= next + 2 else { throw ParseError("HEARTBEAT takes an optional credit and an optional address") }
      guard message.count == next + 2 else { return .heartbeat(credit(message, next)) }
      guard credit(message, next) == .requests(0), let address = ClientAddress(message[next + 1]) else {
        throw ParseError("HEARTBEAT with an address needs credit 0 and an address of this broker")
      }
      return .handBack(address)
    case MDP.WorkerCommand.disconnect:
      guard message.count == next else { throw ParseError("DISCONNECT takes no further frames") }
      return .disconnect
    default: throw ParseError("unknown worker command")
    }
  }

  private static func credit(_ message: Multipart, _ index: Int) -> Credit {
    guard index < message.count else { return .unspecified }
    let digits = message[index]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return .invalid }
    return .requests(digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), MDP.maxCredit) })
  }
}

/// Converts service frames to strings. Mostly, the service is that of the last message.
struct ServiceNames {
  private var last: (bytes: [UInt8], name: String) = ([], "")

  /// Returns the service name in `frame`. Throws if the frame is not 1 to 255 bytes of UTF-8.
  mutating func name(_ frame: UnsafeRawBufferPointer) throws(BrokerMessage.ParseError) -> String {
    guard (1...255).contains(frame.count) else { throw Self.invalid }
    if last.bytes.withUnsafeBytes({ $0.hasEqualBytes(as: frame) }) { return last.name }
    guard let name = String(validUTF8: frame) else { throw Self.invalid }
    last = (Array(frame), name)
    return name
  }

  private static var invalid: BrokerMessage.ParseError { BrokerMessage.ParseError("service name is not 1 to 255 bytes of UTF-8") }
}
