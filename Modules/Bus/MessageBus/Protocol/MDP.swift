import Platform
import Text

/// Constants of the Majordomo Protocol 0.2 (ZeroMQ RFC 18). GRAMMAR.md has the complete grammar.
enum MDP {
  /// Value of frame 0: the half of the protocol that the message belongs to.
  enum Header {
    static let client: StaticString = "MDPC02"
    static let worker: StaticString = "MDPW02"
  }

  enum ClientCommand {
    static let request: UInt8 = 0x01
    static let partial: UInt8 = 0x02
    static let final: UInt8 = 0x03
  }

  enum WorkerCommand {
    static let ready: UInt8 = 0x01
    static let request: UInt8 = 0x02
    static let partial: UInt8 = 0x03
    static let final: UInt8 = 0x04
    static let heartbeat: UInt8 = 0x05
    static let disconnect: UInt8 = 0x06
  }

  /// Maximum credit of a worker; higher values are reduced to it.
  static let maxCredit = 20_000
  /// Maximum number of frames of a message, without the peer's identity; longer messages are dropped. ZMQ_MAXMSGSIZE limits frames only.
  static let maxFrames = 32

  static func matches(_ header: StaticString, _ frame: UnsafeRawBufferPointer) -> Bool {
    header.withUTF8Buffer { UnsafeRawBufferPointer($0).hasEqualBytes(as: frame) }
  }
}

extension Multipart {
  /// Returns the command of a message of this half of the protocol, and the number of the frame after it; `nil` for other messages. A first
  /// frame that is empty, as some brokers send for REQ sockets, is passed over.
  func command(_ header: StaticString) -> (command: UInt8, next: Int)? {
    let first = count > 0 && self[0].isEmpty ? 1 : 0
    guard count >= first + 2, MDP.matches(header, self[first]), self[first + 1].count == 1 else { return nil }
    return (self[first + 1][0], first + 2)
  }
}

/// The client address in REQUEST, which the worker returns unchanged in its replies (RFC 18): three big-endian numbers. It identifies the
/// delivery as well as the client, so that a late reply to an earlier delivery is not mistaken for one to a later delivery.
struct ClientAddress: Hashable {
  /// Identifies the run of the broker, so that late replies to an earlier run are recognised.
  let run: UInt64
  /// Number of the client; the same for all its requests as long as at least one is outstanding.
  let client: UInt64
  /// Number of the delivery; unique within a run.
  let delivery: UInt64

  init(run: UInt64, client: UInt64, delivery: UInt64) { (self.run, self.client, self.delivery) = (run, client, delivery) }

  /// Parses an address; `nil` if `frame` does not have 24 bytes.
  init?(_ frame: UnsafeRawBufferPointer) {
    guard frame.count == 24 else { return nil }
    func number(at offset: Int) -> UInt64 { UInt64(bigEndian: frame.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    (run, client, delivery) = (number(at: 0), number(at: 8), number(at: 16))
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (run.bigEndian, client.bigEndian, delivery.bigEndian), body)
  }
}

/// The identity of a peer on a ROUTER socket: 1 to 255 opaque bytes. Up to eight bytes, such as libzmq's own, are stored inline.
struct PeerID: Hashable, CustomStringConvertible {
  private let head: UInt64
  private let tail: [UInt8]
  private let count: UInt8

  init(_ bytes: UnsafeRawBufferPointer) {
    var head: UInt64 = 0
    for index in 0..<min(8, bytes.count) { head = head << 8 | UInt64(bytes[index]) }
    self.head = head
    tail = bytes.count > 8 ? Array(bytes.dropFirst(8)) : []
    count = UInt8(clamping: bytes.count)
  }

  init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { PeerID($0) } }

  var bytes: [UInt8] {
    let headCount = min(8, Int(count))
    return (0..<headCount).map { UInt8(truncatingIfNeeded: head >> (8 * UInt64(headCount - 1 - $0))) } + tail
  }

  /// Calls `body` with the bytes; allocates only if there are more than eight.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard tail.isEmpty else { return bytes.withUnsafeBytes(body) }
    let aligned = (count == 0 ? 0 : head << (64 - 8 * UInt64(count))).bigEndian
    return withUnsafeBytes(of: aligned) { body(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(head)
    // Identities chosen by peers may differ only in their last bytes.
    if !tail.isEmpty { tail.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// A name for `mmi.workers`, events and logs, the same for the whole run of the broker. It does not reveal the identity: who knows one can guess
  /// those of later peers, and make libzmq end the process by taking one (``BusContext``).
  var description: String {
    var hasher = Hasher()
    hash(into: &hasher)
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }
}

/// What peers call themselves: the field `user-agent` (RFC 9110 section 10.1.5) of a request.
enum PeerName {
  /// What this process calls itself: `holocron (pid 4711)`.
  static let own = "\(OwnProcess.name) (pid \(OwnProcess.id))"

  /// Returns the first 64 bytes of a name, with everything but visible ASCII and spaces replaced by `?`: names are shown on terminals.
  static func visible(_ text: String) -> String {
    String(decoding: text.utf8.prefix(64).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
