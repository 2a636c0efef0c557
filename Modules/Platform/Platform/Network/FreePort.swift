import Glibc

/// Free TCP ports.
public enum FreePort {
  /// Returns a free TCP port on 127.0.0.1. Another process may bind the port first; binding then fails with an error.
  public static func loopback() throws(SystemError) -> UInt16 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = Descriptor(owning: number)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
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
