import Glibc

/// The sockets that a broker binds, and the claim on each endpoint.
struct Doors {
  let router: Socket
  let events: Socket
  private let addresses: [BusAddress]
  /// Held for the locks they are: released with the doors.
  private let claims: [EndpointClaim]

  /// Binds every address at once.
  init(_ addresses: [BusAddress], _ settings: Broker.Settings, descriptors: Int) throws(BusError) {
    self.addresses = addresses
    var claims: [EndpointClaim] = []
    for address in addresses {
      for endpoint in [address.requests, address.events] where endpoint.transport == .ipc {
        claims.append(try EndpointClaim(address.ownership(of: endpoint)))
      }
    }
    self.claims = claims
    router = try Socket(.router)
    router.set(ZMQ.routerMandatory, Int32(1))
    router.setConnectionOptions(largestMessage: settings.largestMessage)
    // So many messages of one peer wait to be read at most: they are read all the time.
    router.set(ZMQ.mostQueuedToRead, Int32(256))
    events = try Socket(.publisher)
    // Every subscription is told, also a second one to the same topic, so that listeners can be counted.
    events.set(ZMQ.tellAllSubscriptions, Int32(1))
    // Nothing comes in but subscriptions.
    events.setConnectionOptions(largestMessage: Self.longestSubscription)
    // With the bound on events: 32 MiB for each subscriber that does not read.
    events.set(ZMQ.mostQueuedToSend, Int32(512))
    for socket in [router, events] { socket.set(ZMQ.backlog, ConnectionGate.backlog(descriptors: descriptors)) }
  }

  private static let longestSubscription = 4_096

  /// Call after the monitors are there: they miss what was before them.
  func open() throws(BusError) {
    for address in addresses {
      try router.bind(address.requests)
      try events.bind(address.events)
      EndpointClaim.restrict(address.requests)
      EndpointClaim.restrict(address.events)
      for path in Self.paths(address) { unlink(Self.aside(path)) }
    }
  }

  /// Lets nobody else in, or lets them in again, by moving the files of ipc sockets aside. What is connected stays so, which it would not if the sockets were
  /// unbound. On tcp libzmq survives the want of descriptors by itself.
  func setOpen(_ isOpen: Bool) {
    for path in addresses.flatMap(Self.paths) {
      if isOpen { rename(Self.aside(path), path) } else { rename(path, Self.aside(path)) }
    }
  }

  private static func paths(_ address: BusAddress) -> [String] {
    [address.requests, address.events].filter { $0.transport == .ipc }.map(\.address)
  }

  private static func aside(_ path: String) -> String { path + ".full" }
}
