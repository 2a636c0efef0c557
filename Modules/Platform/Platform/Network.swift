import CStandardStreams
import Glibc
import Synchronization

/// Limits on the connections of Unix domain sockets that listen in this process, including those that libraries accept.
public enum ConnectionLimit {
  private static let limits = Mutex<[String: (descriptors: Range<Int32>, refused: Int)]>([:])

  /// Lets the socket at `path` keep connections at these descriptors only; further ones are closed at once. `nil` lifts the limit.
  public static func set(_ descriptors: Range<Int32>?, at path: String) {
    limits.withLock { $0[path] = descriptors.map { ($0, 0) } }
    connections_set_filter { path, connection in
      guard let path, let connection else { return false }
      return ConnectionLimit.apply(at: String(cString: path), to: &connection.pointee)
    }
  }

  /// Returns the number of connections closed since the last call.
  public static func takeRefused(at path: String) -> Int {
    limits.withLock { limits in
      defer { limits[path]?.refused = 0 }
      return limits[path]?.refused ?? 0
    }
  }

  private static func apply(at path: String, to connection: inout Int32) -> Bool {
    limits.withLock { limits in
      guard let range = limits[path]?.descriptors else { return false }
      let accepted = connection
      connection = fcntl(accepted, F_DUPFD_CLOEXEC, range.lowerBound)
      if accepted >= 0 { close(accepted) }
      if connection >= range.upperBound {
        close(connection)
        connection = -1
      }
      if connection < 0, accepted >= 0 { limits[path]?.refused += 1 }
      return true
    }
  }
}

/// Free TCP ports.
public enum FreePort {
  /// Returns `preferred` if a server can listen on this TCP port of 127.0.0.1, or else a free port.
  public static func loopback(preferring preferred: UInt16? = nil) throws(SystemError) -> UInt16 {
    if let preferred, preferred > 0, let port = try? bound(preferred) { return port }
    return try bound(0)
  }

  /// Binds a socket to `port`, where 0 is any free port, and closes it. Returns its port.
  private static func bound(_ port: UInt16) throws(SystemError) -> UInt16 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = Descriptor(owning: number)
    // Closed connections of an earlier server, which are in TIME_WAIT, keep the port busy only for sockets without this option (socket(7)).
    if port > 0 { try descriptor.set(SO_REUSEADDR, Int32(1)) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) == 0 && getsockname(number, $0, &length) == 0 }
    }
    guard isBound else { throw .last("bind") }
    return withExtendedLifetime(descriptor) { UInt16(bigEndian: address.sin_port) }
  }
}

/// IP addresses written as numbers.
public enum NumericAddress {
  /// Returns whether `host` is an address of the loopback interface, 127.0.0.0/8 or `::1`, without brackets. `localhost` is none.
  public static func isLoopback(_ host: String) -> Bool {
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 == 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    return withUnsafeBytes(of: &ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }
}
