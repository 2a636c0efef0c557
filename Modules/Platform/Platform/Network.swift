import CStandardStreams
import Glibc
import Synchronization

/// Limits on the connections of Unix domain sockets that listen in this process, including those that libraries accept.
public enum ConnectionLimit {
  private static let limits = Mutex<[String: (descriptors: Range<Int32>, refused: Int)]>([:])

  /// Lets the socket at `path` keep connections at these descriptors only, which limits their number; further ones are closed at once. `nil`
  /// lifts the limit.
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
  /// Returns `preferred` if a server can listen on this TCP port of 127.0.0.1, or else a free port. Another process may bind the port first;
  /// binding then fails with an error.
  public static func loopback(preferring preferred: UInt16? = nil) throws(SystemError) -> UInt16 {
    // Closed connections of an earlier server, which are in TIME_WAIT, keep the port busy only for sockets without SO_REUSEADDR (socket(7)).
    if let preferred, preferred > 0, let port = try? boundPort(preferred, isReused: true) { return port }
    return try boundPort(0, isReused: false)
  }

  /// Binds a socket to `port`, where 0 is any free port, and closes it. Returns its port.
  private static func boundPort(_ port: UInt16, isReused: Bool) throws(SystemError) -> UInt16 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = Descriptor(owning: number)
    var option: Int32 = isReused ? 1 : 0
    guard setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &option, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
      throw .last("setsockopt")
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor.number, $0, length) == 0 && getsockname(descriptor.number, $0, &length) == 0
      }
    }
    guard isBound else { throw .last("bind") }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// IP addresses written as numbers.
public enum NumericAddress {
  /// Returns whether `host` is an address of the loopback interface: 127.0.0.0/8 or `::1`, in any spelling, without brackets. Names such as
  /// `localhost` are not addresses.
  public static func isLoopback(_ host: String) -> Bool {
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 == 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    return withUnsafeBytes(of: &ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// Returns the addresses of `host`, a name or an address, as the system resolves it (getaddrinfo(3)), in their usual spelling; none if it is
  /// unknown. May ask a name server and block.
  public static func addresses(of host: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var addresses: [String] = []
    var next = first
    while let entry = next {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      if getnameinfo(entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
        addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      next = entry.pointee.ai_next
    }
    return addresses
  }
}
