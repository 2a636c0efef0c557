import CZeroMQ
import Platform

/// The sockets that a broker binds, and the files of each ipc endpoint.
struct BrokerSockets {
  private struct Listener {
    let ownership: EndpointOwnership
    let socket: Socket
    /// Excludes other brokers until it is released.
    var lock: FileLock?
    /// The socket file, once bound.
    var file: FileIdentity?
    var path: String { ownership.endpoint.address }
  }

  /// Takes the messages of clients and workers.
  let router: Socket
  let events: Socket
  private let domain: KeyDomain?
  private let addresses: [BusAddress]
  private var listeners: [Listener] = []
  /// Maximum number of connections to each ipc endpoint.
  let connectionLimit: Int

  /// Creates the sockets and locks every ipc endpoint; ``bind()`` binds them. With a domain, endpoints on tcp are bound with keys, and those of
  /// events by ``KeyedEvents``.
  init(_ addresses: [BusAddress], _ settings: Broker.Settings, _ domain: KeyDomain?, descriptors: Int) throws(BusError) {
    self.addresses = addresses
    self.domain = domain
    let endpoints = addresses.flatMap { address in address.endpoints.filter { $0.transport == .ipc }.map { (address, $0) } }
    // Descriptors for everything but these connections. Over inproc, workers connect that share this process and open files of their own.
    let leastReserved = addresses.contains { $0.requests.transport == .inproc } ? 128 : 48
    let reserved = min(1_024, max(leastReserved, descriptors / 4))
    // Every endpoint gets an equal share, so that idle connections to one of them leave the others reachable.
    connectionLimit = min(settings.connectionLimit, descriptors - reserved) / max(1, endpoints.count)
    let needed = leastReserved + Self.minConnections * endpoints.count
    guard descriptors >= needed || endpoints.isEmpty else {
      throw BusError(.system, "a bus needs \(needed) open files in this process, but the limit is \(descriptors); raise it (ulimit -n)")
    }
    router = try Self.router(settings)
    events = try Self.publisher()
    for socket in [router, events] {
      // A process of another user that can open the socket anyway is refused: libzmq asks the kernel for the user of each connection (SO_PEERCRED).
      for user in [User.effective, 0] { socket.set(ZMQ_IPC_FILTER_UID, Int32(bitPattern: user)) }
    }
    for (index, (address, endpoint)) in endpoints.enumerated() {
      let ownership = address.ownership(of: endpoint)
      listeners.append(Listener(ownership: ownership, socket: socket(of: endpoint, at: address), lock: try ownership.lock()))
      let first = Int32(reserved + index * connectionLimit)
      ConnectionLimit.set(first..<first + Int32(connectionLimit), at: endpoint.address)
    }
  }

  static func publisher() throws(BusError) -> Socket {
    let events = try Socket(.publisher)
    // Reports every subscription, duplicates included, so that subscriptions can be counted.
    events.set(ZMQ_XPUB_VERBOSER, 1)
    // Peers send only subscriptions on this socket.
    events.setConnectionOptions(largestMessage: maxSubscriptionSize)
    // Subscriptions per peer that wait to be read. When libzmq reads subscriptions, it moves all of them to a queue without a limit, and goes on
    // as long as more arrive (xpub.cpp, xread_activated). So few have been moved before its I/O thread delivers the next ones.
    events.set(ZMQ_RCVHWM, 2)
    // With the maximum event size, at most 32 MiB for each subscriber that does not read.
    events.set(ZMQ_SNDHWM, 512)
    events.set(ZMQ_BACKLOG, backlog)
    return events
  }

  /// Minimum number of connections to each ipc endpoint.
  private static let minConnections = 4
  /// Maximum number of connections that wait to be accepted.
  private static let backlog: Int32 = 4_096

  private func socket(of endpoint: Endpoint, at address: BusAddress) -> Socket { endpoint == address.events ? events : router }

  private static func router(_ settings: Broker.Settings) throws(BusError) -> Socket {
    let router = try Socket(.router)
    router.set(ZMQ_ROUTER_MANDATORY, 1)
    router.setConnectionOptions(largestMessage: settings.largestMessage)
    // Messages per peer that wait to be read; few are enough, because the broker reads all the time.
    router.set(ZMQ_RCVHWM, 256)
    // Messages per peer that wait to be written. A small one that arrived alone keeps 18 KiB: at most 9 MiB for a peer that does not read.
    router.set(ZMQ_SNDHWM, 512)
    router.set(ZMQ_BACKLOG, backlog)
    return router
  }

  private static let maxSubscriptionSize = 4_096

  /// Binds every address, without a moment in which other users could connect. Socket monitors must exist by then.
  mutating func bind() throws(BusError) {
    for index in listeners.indices { try bind(index) }
    for address in addresses {
      for endpoint in address.endpoints where endpoint.transport != .ipc {
        let (socket, domain) = (socket(of: endpoint, at: address), endpoint.transport == .tcp ? domain : nil)
        if domain != nil, socket === events { continue }
        try domain?.protect(socket)
        try socket.bind(endpoint)
      }
    }
  }

  private mutating func bind(_ index: Int) throws(BusError) {
    let listener = listeners[index]
    try domain?.unprotect(listener.socket)
    try OwnProcess.withPrivateFiles { () throws(BusError) in try listener.socket.bind(listener.ownership.endpoint) }
    listeners[index].file = FileIdentity(of: listener.path)
  }

  /// Binds the ipc endpoints again whose files were removed, as logind removes the runtime folder when its user logs out. Their connections
  /// remain. Returns these endpoints; throws if that fails, or if another file has taken the place of a socket.
  mutating func restore() throws(BusError) -> [Endpoint] {
    var restored: [Endpoint] = []
    for index in listeners.indices {
      let (path, ownership) = (listeners[index].path, listeners[index].ownership)
      if let file = FileIdentity(of: path) {
        guard file == listeners[index].file else { throw BusError(.inUse, "another program has replaced \(path)") }
        continue
      }
      // The locked file may have been removed, too.
      listeners[index].lock = nil
      listeners[index].lock = try ownership.lock()
      try bind(index)
      restored.append(ownership.endpoint)
    }
    return restored
  }

  /// Returns the endpoints that have refused connections since the last call, and how many.
  func takeRefused() -> [(endpoint: Endpoint, count: Int)] {
    listeners.map { ($0.ownership.endpoint, ConnectionLimit.takeRefused(at: $0.path)) }.filter { $0.1 > 0 }
  }

  /// Removes the socket files of ipc endpoints, which libzmq leaves behind. Call this while the endpoints are locked.
  func removeFiles() {
    for listener in listeners {
      ConnectionLimit.set(nil, at: listener.path)
      if FileIdentity(of: listener.path) == listener.file { FileSystem.remove(listener.path) }
    }
  }
}
