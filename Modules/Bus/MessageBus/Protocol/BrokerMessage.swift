/// What a broker can receive, read from the frames a ROUTER socket delivers.
enum BrokerMessage {
  case request(service: String, Body)
  case ready(service: String, Credit)
  case reply(isFinal: Bool, ClientAddress, Body)
  /// With what a worker can hold from now on, where it says so.
  case heartbeat(Credit)
  /// A HEARTBEAT of a worker that drains: it takes nothing more, and has not begun with the request at this address.
  case handBack(ClientAddress)
  case disconnect

  /// The frame after the service in READY, and after the command in HEARTBEAT.
  enum Credit: Equatable {
    case unsaid
    /// At most ``MDP/mostCredit``. 0 in a HEARTBEAT only.
    case requests(Int)
    /// Not a decimal number, or 0 in READY.
    case invalid
  }

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
    guard message.count <= MDP.mostFrames + 1 else { throw Invalid(reason: "more than \(MDP.mostFrames) frames") }
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
      let credit = credit(message, next + 1)
      return .ready(service: try services.name(message[next]), credit == .requests(0) ? .invalid : credit)
    case MDP.WorkerCommand.partial, MDP.WorkerCommand.final:
      guard message.count >= next + 3, message[next + 1].isEmpty else { throw Invalid(reason: "a reply without address or body") }
      guard let address = ClientAddress(message[next]) else { throw Invalid(reason: "an address this broker never gave out") }
      return .reply(isFinal: command == MDP.WorkerCommand.final, address, Body(message, from: next + 2))
    case MDP.WorkerCommand.heartbeat:
      guard message.count <= next + 2 else { throw Invalid(reason: "HEARTBEAT takes at most a credit and an address") }
      guard message.count == next + 2 else { return .heartbeat(credit(message, next)) }
      guard credit(message, next) == .requests(0), let address = ClientAddress(message[next + 1]) else {
        throw Invalid(reason: "HEARTBEAT hands back with credit 0 and an address of this broker's")
      }
      return .handBack(address)
    case MDP.WorkerCommand.disconnect:
      guard message.count == next else { throw Invalid(reason: "frames after DISCONNECT") }
      return .disconnect
    default: throw Invalid(reason: "unknown worker command")
    }
  }

  private static func credit(_ message: Multipart, _ index: Int) -> Credit {
    guard index < message.count else { return .unsaid }
    let digits = message[index]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return .invalid }
    return .requests(digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), MDP.mostCredit) })
  }
}
