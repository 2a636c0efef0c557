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
  }

  /// Parses a message. Throws ``ParseError`` for everything that RFC 18 and GRAMMAR.md do not allow.
  ///
  /// - Parameter isRestricted: whether the message arrived at the endpoint for clients, apart from workers.
  static func read(
    _ message: Multipart, isRestricted: Bool = false, services: inout ServiceNameCache
  ) throws(ParseError) -> (Envelope, BrokerMessage) {
    guard message.count >= 2 else { throw ParseError(reason: "too few frames") }
    guard message.count <= MDP.maxFrames + 1 else { throw ParseError(reason: "more than \(MDP.maxFrames) frames") }
    let isDelimited = message[1].isEmpty
    let envelope = Envelope(peer: PeerID(message[0], isRestricted: isRestricted), isDelimited: isDelimited)
    let header = isDelimited ? 2 : 1
    guard message.count >= header + 2, message[header + 1].count == 1, let command = message[header + 1].first else {
      throw ParseError(reason: "no command")
    }
    if MDP.matches(MDP.Header.client, message[header]) {
      return (envelope, try clientMessage(command, message, header + 2, &services))
    }
    if MDP.matches(MDP.Header.worker, message[header]) {
      return (envelope, try workerMessage(command, message, header + 2, &services))
    }
    throw ParseError(reason: "unknown header")
  }

  private static func clientMessage(
    _ command: UInt8, _ message: Multipart, _ next: Int, _ services: inout ServiceNameCache
  ) throws(ParseError) -> BrokerMessage {
    guard command == MDP.ClientCommand.request else { throw ParseError(reason: "unknown client command") }
    guard message.count >= next + 2 else { throw ParseError(reason: "request without service or body") }
    return .request(service: try services.name(message[next]), Body(message, from: next + 1))
  }

  private static func workerMessage(
    _ command: UInt8, _ message: Multipart, _ next: Int, _ services: inout ServiceNameCache
  ) throws(ParseError) -> BrokerMessage {
    switch command {
    case MDP.WorkerCommand.ready:
      guard (next + 1...next + 2).contains(message.count) else { throw ParseError(reason: "READY takes a service and an optional credit") }
      let credit = credit(message, next + 1)
      return .ready(service: try services.name(message[next]), credit == .requests(0) ? .invalid : credit)
    case MDP.WorkerCommand.partial, MDP.WorkerCommand.final:
      guard message.count >= next + 3, message[next + 1].isEmpty else { throw ParseError(reason: "reply without address or body") }
      guard let address = ClientAddress(message[next]) else { throw ParseError(reason: "not an address of this broker") }
      return .reply(isFinal: command == MDP.WorkerCommand.final, address, Body(message, from: next + 2))
    case MDP.WorkerCommand.heartbeat:
      guard message.count <= next + 2 else { throw ParseError(reason: "HEARTBEAT takes an optional credit and an optional address") }
      guard message.count == next + 2 else { return .heartbeat(credit(message, next)) }
      guard credit(message, next) == .requests(0), let address = ClientAddress(message[next + 1]) else {
        throw ParseError(reason: "HEARTBEAT with an address needs credit 0 and an address of this broker")
      }
      return .handBack(address)
    case MDP.WorkerCommand.disconnect:
      guard message.count == next else { throw ParseError(reason: "DISCONNECT takes no further frames") }
      return .disconnect
    default: throw ParseError(reason: "unknown worker command")
    }
  }

  private static func credit(_ message: Multipart, _ index: Int) -> Credit {
    guard index < message.count else { return .unspecified }
    let digits = message[index]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return .invalid }
    return .requests(digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), MDP.maxCredit) })
  }
}

/// Converts service frames to strings; for a known service, this costs a table lookup instead of a new string.
struct ServiceNameCache {
  private struct Entry {
    let bytes: [UInt8]
    let name: String
  }

  /// Entries by the hash of their bytes. Cleared when full, so that invented names do not accumulate.
  private var entries: [Int: Entry] = [:]
  private var latest: Entry?
  static let capacity = 1_024

  var count: Int { entries.count }

  /// Returns the service name in `frame`. Throws if the frame is not 1 to 255 bytes of UTF-8.
  mutating func name(_ frame: UnsafeRawBufferPointer) throws(BrokerMessage.ParseError) -> String {
    if let latest, Self.matches(latest, frame) { return latest.name }
    guard (1...255).contains(frame.count) else { throw Self.invalid }
    var hasher = Hasher()
    hasher.combine(bytes: frame)
    let key = hasher.finalize()
    if let match = entries[key], Self.matches(match, frame) {
      latest = match
      return match.name
    }
    guard let name = String(validating: frame, as: UTF8.self) else { throw Self.invalid }
    if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    let new = Entry(bytes: Array(frame), name: name)
    entries[key] = new
    latest = new
    return name
  }

  private static var invalid: BrokerMessage.ParseError { BrokerMessage.ParseError(reason: "service name is not 1 to 255 bytes of UTF-8") }

  private static func matches(_ entry: Entry, _ frame: UnsafeRawBufferPointer) -> Bool {
    entry.bytes.withUnsafeBytes { $0.hasEqualBytes(as: frame) }
  }
}
