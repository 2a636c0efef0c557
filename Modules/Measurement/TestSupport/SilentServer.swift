import Glibc

/// A TCP server on a free port of 127.0.0.1 that never reads or writes, like a stopped process: the kernel accepts its connections.
public final class SilentServer: Sendable {
  public let port: UInt16
  private let descriptor: Int32

  public init() throws(TestSupportError) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let server = socket(AF_INET, kind, 0)
    guard server >= 0 else { throw TestSupportError("no descriptors left") }
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, length) == 0 && listen(server, 8) == 0 && getsockname(server, $0, &length) == 0
      }
    }
    descriptor = server
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw TestSupportError("cannot listen") }
  }

  deinit { close(descriptor) }
}
