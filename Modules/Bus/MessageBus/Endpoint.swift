/// Where a socket binds or connects: `ipc:///path`, `tcp://host:port` or `inproc://name`.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  public enum Transport: String, Sendable {
    case ipc, tcp, inproc
  }

  public let transport: Transport
  /// What follows `://`.
  public let address: String

  /// The longest ipc path the operating system takes, in bytes (`sun_path` less its closing zero, unix(7)).
  public static let longestPath = 107

  /// Throws ``BusError/Code/invalid``, naming what is wrong with `text`.
  public init(_ text: String) throws(BusError) {
    guard let separator = text.firstRange(of: "://"),
      let transport = Transport(rawValue: String(text[..<separator.lowerBound]))
    else {
      throw BusError(.invalid, "'\(text)' is not an endpoint: write ipc:///path, tcp://host:port or inproc://name")
    }
    let address = String(text[separator.upperBound...])
    try Self.check(address, transport, text)
    self.transport = transport
    self.address = address
  }

  private static func check(_ address: String, _ transport: Transport, _ text: String) throws(BusError) {
    switch transport {
    case .ipc:
      guard address.hasPrefix("/") else { throw BusError(.invalid, "'\(text)' needs an absolute path after ipc://") }
      guard address.utf8.count <= longestPath else {
        throw BusError(
          .invalid, "'\(text)' is \(address.utf8.count) bytes long after ipc://; at most \(longestPath) fit: choose a shorter path")
      }
    case .tcp:
      let port = address.lastIndex(of: ":").map { address[address.index(after: $0)...] } ?? ""
      guard UInt16(port) != nil || port == "*", !address.hasPrefix(":") else {
        throw BusError(.invalid, "'\(text)' needs a host and a port from 0 to 65535: tcp://127.0.0.1:5555")
      }
    case .inproc:
      guard !address.isEmpty else { throw BusError(.invalid, "'\(text)' needs a name after inproc://") }
    }
  }

  /// Whether only processes of this machine reach it. An interface or host name other than `localhost` and `lo` is taken to reach further.
  public var isLocal: Bool {
    guard transport == .tcp, let colon = address.lastIndex(of: ":") else { return true }
    let host = address[..<colon].lowercased()
    if ["localhost", "lo", "[::1]"].contains(host) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }

  /// The events endpoint that goes with this requests endpoint: beside an ipc path `…/events` for `…/bus` and `…/NAME.events` for any other name, so
  /// that several buses can share a folder; below an inproc name; the next port on tcp.
  public func events() throws(BusError) -> Endpoint {
    switch transport {
    case .ipc:
      let folder = address[..<(address.lastIndex(of: "/") ?? address.startIndex)]
      return try Endpoint(address == "\(folder)/bus" ? "ipc://\(folder)/events" : "ipc://\(address).events")
    case .inproc:
      return try Endpoint("inproc://\(address)/events")
    case .tcp:
      guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]), port < .max else {
        throw BusError(.invalid, "no events endpoint follows from '\(self)': set HOLOCRON_EVENTS")
      }
      return try Endpoint("tcp://\(address[...colon])\(port + 1)")
    }
  }

  public var description: String { "\(transport.rawValue)://\(address)" }
}
