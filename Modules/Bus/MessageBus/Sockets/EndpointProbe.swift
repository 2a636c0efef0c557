import Glibc

/// Whether a process is listening on an ipc endpoint. Asks the kernel at most once a second, because each probe opens a connection.
struct EndpointProbe {
  private let endpoint: Endpoint
  private var last: (at: ContinuousClock.Instant, hasListener: Bool)?

  init(of endpoint: Endpoint) { self.endpoint = endpoint }

  mutating func hasListener(now: ContinuousClock.Instant) -> Bool {
    if let last, now < last.at + .seconds(1) { return last.hasListener }
    let hasListener = endpoint.hasListener
    last = (now, hasListener)
    return hasListener
  }
}

extension Endpoint {
  /// Whether a process is listening on this ipc endpoint, even a stopped process: the kernel accepts the connection.
  var hasListener: Bool {
    guard transport == .ipc, address.utf8.count <= Self.maxPathLength else { return false }
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
