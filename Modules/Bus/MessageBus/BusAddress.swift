import Logging
package import Platform

/// The address of a bus: its endpoints for requests and for events.
public struct BusAddress: Sendable, Hashable {
  /// Endpoint of clients and workers.
  public let requests: Endpoint
  /// Endpoint of subscriptions.
  public let events: Endpoint
  /// Whether the requests endpoint is in the user's runtime folder. Only the user may own such an endpoint; elsewhere root may own it, too.
  public let isInRuntimeFolder: Bool
  /// The keys with which this process connects to tcp endpoints; `nil` for a broker without keys.
  public var keys: ClientKeys?

  /// Creates an address, by default with the events endpoint that ``Endpoint/events()`` derives from `requests`. Throws
  /// ``BusErrorCode/invalid`` if it cannot be derived, or if both endpoints are equal.
  public init(requests: Endpoint, events: Endpoint? = nil) throws(BusError) {
    try self.init(requests, events, isInRuntimeFolder: false)
  }

  private init(_ requests: Endpoint, _ events: Endpoint?, isInRuntimeFolder: Bool) throws(BusError) {
    self.requests = requests
    self.isInRuntimeFolder = isInRuntimeFolder
    if let events { self.events = events } else { self.events = try requests.events() }
    guard self.events != requests else {
      throw BusError(
        .invalid,
        "'\(self.events)' cannot be both the events endpoint and the one for requests; set HOLOCRON_EVENTS to another endpoint")
    }
  }

  /// Creates the address of the bus of `user`, by default the user of this process: `HOLOCRON_BUS` and `HOLOCRON_EVENTS`
  /// if set, otherwise ipc endpoints in the runtime folder, `$XDG_RUNTIME_DIR/holocron` or `/tmp/holocron-UID`. Throws
  /// ``BusErrorCode/invalid`` for inproc endpoints, too: the variables are for several processes.
  public init(environment: [String: String], user: UInt32? = nil) throws(BusError) {
    let folder = XDGFolders(Environment(environment)).runtime(user: user ?? User.current)
    func endpoint(_ variable: String) throws(BusError) -> Endpoint? {
      guard let text = environment[variable], !text.isEmpty else { return nil }
      let endpoint = try Endpoint(text)
      guard endpoint.transport != .inproc else {
        throw BusError(
          .invalid, "invalid endpoint '\(Endpoint.shown(text))': other processes cannot reach it; use ipc:///path or tcp://host:port")
      }
      return endpoint
    }
    let requests: Endpoint
    if let named = try endpoint("HOLOCRON_BUS") { requests = named } else { requests = try Endpoint("ipc://\(folder)/bus") }
    try self.init(
      requests, endpoint("HOLOCRON_EVENTS"), isInRuntimeFolder: requests.transport == .ipc && requests.address.hasPrefix("\(folder)/"))
  }

  /// Returns an ending for names of files that belong to this bus: empty for the bus of the runtime folder `folder`, so that its files have
  /// fixed names, and a hash of the requests endpoint for any other bus.
  public func fileSuffix(in folder: String) -> String {
    let endpoint = requests.description
    guard endpoint != "ipc://\(folder)/bus" else { return "" }
    // FNV-1a: unlike `Hasher`, the same in every process.
    let hash = endpoint.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "-\(String(hash, radix: 16))"
  }

  var endpoints: [Endpoint] { [requests, events] }

  func ownership(of endpoint: Endpoint) -> EndpointOwnership { EndpointOwnership(endpoint, isInRuntimeFolder: isInRuntimeFolder) }

  /// Returns whether both endpoints are equal.
  public static func == (left: BusAddress, right: BusAddress) -> Bool { left.endpoints == right.endpoints }

  public func hash(into hasher: inout Hasher) { hasher.combine(endpoints) }
}

extension BusAddress {
  /// Throws ``BusErrorCode/invalid`` if other machines could reach these endpoints without keys, or logs a warning if the settings allow that.
  func checkExposure(_ settings: Broker.Settings, logger: Logger) throws(BusError) {
    guard settings.serverKey == nil else { return }
    guard settings.isInsecure else { return try checkIsLocal() }
    for endpoint in exposedEndpoints {
      logger.warning("any machine that can reach this endpoint can read and forge messages", metadata: ["endpoint": "\(endpoint)"])
    }
  }

  /// Throws ``BusErrorCode/invalid`` if other machines could reach one of these endpoints.
  package func checkIsLocal() throws(BusError) {
    guard let endpoint = exposedEndpoints.first else { return }
    throw BusError(
      .invalid,
      "\(endpoint) would let any machine that can reach it read and forge messages; bind 127.0.0.1, or allow this with "
        + "--insecure (HOLOCRON_BROKER_INSECURE=true)")
  }

  private var exposedEndpoints: [Endpoint] { endpoints.filter { !$0.isLocal } }
}

/// The folders of Holocron are known here because the default address of the bus is in one of them.
extension XDGFolders {
  /// Creates the folders of Holocron, such as `~/.config/holocron` and `/tmp/holocron-UID`.
  package init(_ environment: Environment) { self.init("holocron", environment) }
}
