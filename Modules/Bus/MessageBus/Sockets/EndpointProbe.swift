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

  /// Whether a process accepts connections on this tcp endpoint, be it a broker or not. `false` for other transports, and for names of hosts
  /// except `localhost`, because resolving them may block. Opens a connection and closes it at once; waits for it for 200 ms at most.
  var acceptsTCP: Bool {
    guard transport == .tcp, let colon = address.lastIndex(of: ":") else { return false }
    let name = address[..<colon].drop { $0 == "[" }.prefix { $0 != "]" }
    var hints = addrinfo()
    hints.ai_flags = Int32(AI_NUMERICHOST)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let host = name == "localhost" ? "127.0.0.1" : String(name)
    guard getaddrinfo(host, String(address[colon...].dropFirst()), &hints, &found) == 0, let found else { return false }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(found.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    if connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&waiting, 1, 200) == 1 else { return false }
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 && failure == 0
  }

  private static func socketAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count <= maxPathLength else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }
}
