import Glibc

extension Endpoint {
  /// Whether a process listens there, even one that is stopped and says nothing: its kernel takes the connection. For ipc only, else `false`.
  /// Costs a connection, which is closed at once.
  var isListenedTo: Bool {
    guard transport == .ipc, let address = Self.socketAddress(address) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let outcome = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    // EAGAIN: so many wait there already that no more are taken.
    return outcome == 0 || errno == EAGAIN
  }

  private static func socketAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count <= longestPath else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }
}
