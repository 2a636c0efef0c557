import OrderedJSON

/// An address that a socket binds or connects to: `ipc:///path`, `tcp://host:port` or `inproc://name`.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  /// How bytes travel.
  public enum Transport: String, Sendable {
    /// A Unix domain socket, for processes on one machine.
    case ipc
    /// TCP, neither encrypted nor authenticated.
    case tcp
    /// Memory, for threads of one process.
    case inproc
  }

  public let transport: Transport
  /// The part after `://`.
  public let address: String

  /// Maximum length of an ipc path in bytes (`sun_path` without its terminating null byte, unix(7)).
  public static let maxPathLength = 107

  /// Parses an endpoint. Throws ``BusErrorCode/invalid`` with the reason if `text` is not one.
  public init(_ text: String) throws(BusError) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"), let transport = Transport(rawValue: String(text[..<colon]))
    else {
      throw BusError(.invalid, "invalid endpoint '\(Self.shown(text))'; use ipc:///path or tcp://host:port")
    }
    let address = String(text[colon...].dropFirst(3))
    try Self.check(address, transport, text)
    self.transport = transport
    self.address = address
  }

  /// Returns a text for a message, with an ellipsis if it is longer than any valid path.
  static func shown(_ text: String) -> String {
    let limit = maxPathLength + "ipc://".count + 32
    return text.count > limit ? String(text.prefix(limit - 1)) + "…" : text
  }

  private static func check(_ address: String, _ transport: Transport, _ text: String) throws(BusError) {
    switch transport {
    case .ipc:
      guard address.hasPrefix("/") else { throw BusError(.invalid, "invalid endpoint '\(shown(text))'; use an absolute path after ipc://") }
      guard address.utf8.count <= maxPathLength else {
        throw BusError(
          .invalid, "the path of '\(shown(text))' has \(address.utf8.count) bytes; choose a path of at most \(maxPathLength) bytes")
      }
    case .tcp:
      let port = address.lastIndex(of: ":").map { address[address.index(after: $0)...] } ?? ""
      guard UInt16(digits: port) != nil || port == "*", !address.hasPrefix(":") else {
        throw BusError(.invalid, "invalid endpoint '\(shown(text))'; use a host and a port from 0 to 65535, such as tcp://127.0.0.1:5555")
      }
    case .inproc:
      guard !address.isEmpty else { throw BusError(.invalid, "invalid endpoint '\(shown(text))'; add a name after inproc://") }
    }
  }

  /// Whether only processes on this machine can reach the endpoint. Interface and host names other than `localhost` and `lo` count as
  /// not local.
  public var isLocal: Bool {
    guard transport == .tcp, let colon = address.lastIndex(of: ":") else { return true }
    let host = address[..<colon].lowercased()
    if ["localhost", "lo", "[::1]"].contains(host) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8(digits: $0) != nil }
  }

  /// Derives the events endpoint from this requests endpoint. ipc: `…/events` for `…/bus`, and `…/NAME.events` for any other name, so
  /// that several buses can share a folder. inproc: `NAME/events`. tcp: the next port. Throws ``BusErrorCode/invalid`` if there is no
  /// next port: for 65535, and for 0 and `*`, which leave the choice to the operating system.
  public func events() throws(BusError) -> Endpoint {
    guard transport == .tcp else { return transport == .ipc ? try sibling("events") : try Endpoint("inproc://\(address)/events") }
    guard let colon = address.lastIndex(of: ":"), let port = UInt16(digits: address[address.index(after: colon)...]),
      (1..<UInt16.max).contains(port)
    else { throw BusError(.invalid, "cannot derive an events endpoint from '\(self)'; set HOLOCRON_EVENTS") }
    return try Endpoint("tcp://\(address[...colon])\(port + 1)")
  }

  /// Derives the endpoint of workers from this requests endpoint. ipc: `…/workers` for `…/bus`, and `…/NAME.workers` for any other name. Others
  /// have no folder that is their owner's alone: workers use the requests endpoint itself.
  public func workers() throws(BusError) -> Endpoint { transport == .ipc ? try sibling("workers") : self }

  private func sibling(_ name: String) throws(BusError) -> Endpoint {
    let folder = address[..<(address.lastIndex(of: "/") ?? address.startIndex)]
    return try Endpoint(address == "\(folder)/bus" ? "ipc://\(folder)/\(name)" : "ipc://\(address).\(name)")
  }

  public var description: String { "\(transport.rawValue)://\(address)" }
}
