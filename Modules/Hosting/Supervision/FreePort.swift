import Glibc
public import Hosting

/// Free TCP ports.
public enum FreePort {
  /// Returns a free TCP port on 127.0.0.1. Another process may bind the port first; binding then fails with an error.
  public static func loopback() throws(HostError) -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let done = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard done else { throw failure() }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func failure() -> HostError {
    HostError(.unavailable, "no free port on 127.0.0.1: \(String(cString: strerror(errno)))")
  }
}
