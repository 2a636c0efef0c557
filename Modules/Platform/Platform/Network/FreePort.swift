import Glibc

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
