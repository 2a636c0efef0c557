import Glibc

extension Endpoint {
  /// Whether a process is listening on this ipc endpoint, even a stopped process that does not respond: the kernel accepts the connection.
  /// `false` for other transports. Opens a connection and closes it at once.
  var hasListener: Bool {
    guard transport == .ipc, let address = Self.socketAddress(address) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let outcome = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    // EAGAIN: the backlog is full.
    return outcome == 0 || errno == EAGAIN
  }

  private static func socketAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count <= maxPathLength else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }
}
