import Platform

/// The identity of a peer on a ROUTER socket: 1 to 255 opaque bytes. Identities of up to eight bytes, such as libzmq's own, are stored
/// inline.
struct PeerID: Hashable, CustomStringConvertible {
  private let head: UInt64
  private let tail: [UInt8]
  private let count: UInt8
  /// Whether the peer is connected to the endpoint for clients, apart from workers. Identities are unique only at one endpoint.
  let isRestricted: Bool

  init(_ bytes: UnsafeRawBufferPointer, isRestricted: Bool = false) {
    var head: UInt64 = 0
    for index in 0..<min(8, bytes.count) { head = head << 8 | UInt64(bytes[index]) }
    self.head = head
    tail = bytes.count > 8 ? Array(bytes.dropFirst(8)) : []
    count = UInt8(clamping: bytes.count)
    self.isRestricted = isRestricted
  }

  init(_ bytes: [UInt8], isRestricted: Bool = false) { self = bytes.withUnsafeBytes { PeerID($0, isRestricted: isRestricted) } }

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
    hasher.combine(isRestricted)
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
