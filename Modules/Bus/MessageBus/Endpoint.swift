import Glibc
import OrderedJSON
import Platform

/// An address that a socket binds or connects to: `ipc:///path`, `tcp://host:port` or `inproc://name`.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  /// How bytes travel.
  public enum Transport: String, Sendable {
    /// A Unix domain socket, for processes on one machine.
    case ipc
    /// TCP, encrypted and authenticated if the broker has keys (``Broker/Settings/serverKey``).
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
    if let mistake = Self.mistake(in: address, transport) { throw BusError(.invalid, "invalid endpoint '\(Self.shown(text))'; \(mistake)") }
    self.transport = transport
    self.address = address
  }

  /// Returns a text for a message, with an ellipsis if it is longer than any valid path.
  static func shown(_ text: String) -> String {
    let limit = maxPathLength + "ipc://".count + 32
    return text.count > limit ? String(text.prefix(limit - 1)) + "…" : text
  }

  /// Returns how to correct the part after `://`; `nil` if it is valid.
  private static func mistake(in address: String, _ transport: Transport) -> String? {
    switch transport {
    case .ipc where !address.hasPrefix("/"): return "use an absolute path after ipc://"
    case .ipc where address.utf8.count > maxPathLength:
      return "the path has \(address.utf8.count) bytes; choose one of at most \(maxPathLength)"
    case .tcp:
      let port = address.lastIndex(of: ":").map { address[address.index(after: $0)...] } ?? ""
      let isValid = (UInt16(digits: port) != nil || port == "*") && !address.hasPrefix(":") && !address.contains { $0.isWhitespace }
      return isValid ? nil : "use a host and a port from 0 to 65535, such as tcp://127.0.0.1:5555"
    case .inproc where address.isEmpty: return "add a name after inproc://"
    case .ipc, .inproc: return nil
    }
  }

  /// Whether only processes on this machine can reach the endpoint; not with an interface or host name other than `localhost` and `lo`.
  public var isLocal: Bool {
    guard transport == .tcp, let colon = address.lastIndex(of: ":") else { return true }
    let host = address[..<colon].lowercased().filter { $0 != "[" && $0 != "]" }
    return ["localhost", "lo"].contains(host) || NumericAddress.isLoopback(host)
  }

  /// Derives the events endpoint from this requests endpoint. ipc: `…/events` for `…/bus`, and `…/NAME.events` for any other name, so
  /// that several buses can share a folder. inproc: `NAME/events`. tcp: the next port. Throws ``BusErrorCode/invalid`` if there is no
  /// next port: for 65535, and for 0 and `*`, which leave the choice to the operating system.
  public func events() throws(BusError) -> Endpoint {
    switch transport {
    case .inproc: return try Endpoint("inproc://\(address)/events")
    case .ipc:
      let folder = address[..<(address.lastIndex(of: "/") ?? address.startIndex)]
      return try Endpoint(address == "\(folder)/bus" ? "ipc://\(folder)/events" : "ipc://\(address).events")
    case .tcp: break
    }
    guard let colon = address.lastIndex(of: ":"), let port = UInt16(digits: address[address.index(after: colon)...]),
      (1..<UInt16.max).contains(port)
    else { throw BusError(.invalid, "cannot derive an events endpoint from '\(self)'; set HOLOCRON_EVENTS") }
    return try Endpoint("tcp://\(address[...colon])\(port + 1)")
  }

  public var description: String { "\(transport.rawValue)://\(address)" }
}

extension Endpoint {
  /// Whether a process is listening on this ipc endpoint, even a stopped process: the kernel accepts the connection.
  var hasListener: Bool {
    guard transport == .ipc else { return false }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let outcome = withUnsafePointer(to: name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    // EAGAIN: the backlog is full.
    return outcome == 0 || errno == EAGAIN
  }
}
