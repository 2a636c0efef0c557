import Platform

/// The sockets that a broker binds, and the lock of each ipc endpoint.
struct BrokerSockets {
  /// Takes the messages of workers and of all peers of addresses that do not separate workers.
  let router: Socket
  /// Takes the messages of clients that are separated from workers; `nil` if no address separates them.
  let clients: Socket?
  let events: Socket
  private let addresses: [BusAddress]
  /// Never read: the locks are released when this value goes away.
  private let locks: [EndpointLock]

  /// Locks every ipc endpoint and creates the sockets; ``bind()`` binds them.
  init(_ addresses: [BusAddress], _ settings: Broker.Settings, descriptors: Int) throws(BusError) {
    self.addresses = addresses
    var locks: [EndpointLock] = []
    for address in addresses {
      for endpoint in address.endpoints where endpoint.transport == .ipc {
        locks.append(try EndpointLock(address.ownership(of: endpoint)))
      }
    }
    self.locks = locks
    router = try Self.router(settings)
    clients = addresses.contains(where: \.separatesWorkers) ? try Self.router(settings) : nil
    events = try Socket(.publisher)
    // Reports every subscription, duplicates included, so that subscriptions can be counted.
    events.set(ZMQ.xpubVerboser, Int32(1))
    // Peers send only subscriptions on this socket.
    events.setConnectionOptions(largestMessage: Self.maxSubscriptionSize)
    // Subscriptions per peer that wait to be read. When libzmq reads subscriptions, it moves all of them to a queue without a limit, and goes on
    // as long as more arrive (xpub.cpp, xread_activated). So few have been moved before its I/O thread delivers the next ones.
    events.set(ZMQ.receiveHighWaterMark, Int32(2))
    // With the maximum event size, at most 32 MiB for each subscriber that does not read.
    events.set(ZMQ.sendHighWaterMark, Int32(512))
    for socket in routers + [events] {
      socket.set(ZMQ.backlog, ConnectionLimiter.backlog(descriptors: descriptors))
      // A process of another user that can open the socket anyway is refused: libzmq asks the kernel for the user of each connection (SO_PEERCRED).
      for user in [User.effective, 0] { socket.set(ZMQ.ipcFilterUser, Int32(bitPattern: user)) }
    }
  }

  private static func router(_ settings: Broker.Settings) throws(BusError) -> Socket {
    let router = try Socket(.router)
    router.set(ZMQ.routerMandatory, Int32(1))
    router.setConnectionOptions(largestMessage: settings.largestMessage)
    // Messages per peer that wait to be read; few are enough, because the broker reads all the time.
    router.set(ZMQ.receiveHighWaterMark, Int32(256))
    // Messages per peer that wait to be written. A small one that arrived alone keeps a receive buffer of 18 KiB in memory: at most 9 MiB for
    // each peer that does not read.
    router.set(ZMQ.sendHighWaterMark, Int32(512))
    return router
  }

  var routers: [Socket] { [router] + (clients.map { [$0] } ?? []) }

  private static let maxSubscriptionSize = 4_096

  /// Binds every address, without a moment in which other users could connect. Call this after creating the socket monitors, which miss
  /// earlier events.
  func bind() throws(BusError) { try OwnProcess.withPrivateFiles { () throws(BusError) in try bindAll() } }

  private func bindAll() throws(BusError) {
    for address in addresses {
      try router.bind(address.workers)
      if address.separatesWorkers { try clients?.bind(address.requests) }
      try events.bind(address.events)
      for path in Self.paths(address) { FileSystem.remove(Self.hiddenPath(path)) }
    }
  }

  /// Stops or resumes accepting connections on ipc by renaming the socket files. Unbinding would close the existing connections.
  /// tcp needs no such measure: there libzmq survives running out of file descriptors.
  func setAccepting(_ isAccepting: Bool) {
    for path in addresses.flatMap(Self.paths) {
      let hidden = Self.hiddenPath(path)
      if isAccepting { try? FileSystem.rename(hidden, to: path) } else { try? FileSystem.rename(path, to: hidden) }
    }
  }

  /// Removes the socket files of ipc endpoints, which libzmq leaves behind. Call this while the endpoints are locked.
  func removeFiles() {
    for path in addresses.flatMap(Self.paths) {
      FileSystem.remove(path)
      FileSystem.remove(Self.hiddenPath(path))
    }
  }

  private static func paths(_ address: BusAddress) -> [String] {
    address.endpoints.filter { $0.transport == .ipc }.map(\.address)
  }

  private static func hiddenPath(_ path: String) -> String { path + ".full" }
}
