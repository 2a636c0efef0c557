import Platform

/// The address of a bus: its requests endpoint and its events endpoint.
public struct BusAddress: Sendable, Hashable {
  /// Endpoint of clients and workers.
  public let requests: Endpoint
  /// Endpoint of subscriptions.
  public let events: Endpoint
  /// Whether the requests endpoint is in the user's runtime folder. Only the user may own such an endpoint; elsewhere root may own it, too.
  public let isInRuntimeFolder: Bool

  /// Creates an address. Without `events`, derives the events endpoint from `requests` (``Endpoint/events()``). Throws
  /// ``BusErrorCode/invalid`` if no endpoint can be derived, or if both endpoints are the same.
  public init(requests: Endpoint, events: Endpoint? = nil) throws(BusError) {
    try self.init(requests, events, isInRuntimeFolder: false)
  }

  private init(_ requests: Endpoint, _ events: Endpoint?, isInRuntimeFolder: Bool) throws(BusError) {
    self.requests = requests
    self.isInRuntimeFolder = isInRuntimeFolder
    if let events { self.events = events } else { self.events = try requests.events() }
    guard self.events != requests else {
      throw BusError(
        .invalid, "'\(requests)' cannot be both the requests and the events endpoint; set HOLOCRON_EVENTS to another endpoint")
    }
  }

  /// Creates the address of the bus of `user`, by default the user of this process: `HOLOCRON_BUS` and `HOLOCRON_EVENTS` if set, otherwise
  /// ipc endpoints in the runtime folder, `$XDG_RUNTIME_DIR/holocron` or `/tmp/holocron-UID`. Throws ``BusErrorCode/invalid`` for inproc
  /// endpoints, too: the variables are for several processes.
  public init(environment: [String: String], user: UInt32? = nil) throws(BusError) {
    let folder = XDGFolders(Environment(environment)).runtime(user: user ?? User.current)
    let requests = try Self.shared(environment["HOLOCRON_BUS"].flatMap { $0.isEmpty ? nil : $0 } ?? "ipc://\(folder)/bus")
    let events = environment["HOLOCRON_EVENTS"].flatMap { $0.isEmpty ? nil : $0 }
    try self.init(
      requests, events.map { text throws(BusError) in try Self.shared(text) },
      isInRuntimeFolder: requests.transport == .ipc && requests.address.hasPrefix("\(folder)/"))
  }

  /// Parses an endpoint that other processes can reach.
  private static func shared(_ text: String) throws(BusError) -> Endpoint {
    let endpoint = try Endpoint(text)
    guard endpoint.transport != .inproc else {
      throw BusError(.invalid, "invalid endpoint '\(text)': other processes cannot reach it; use ipc:///path or tcp://host:port")
    }
    return endpoint
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

  func ownership(of endpoint: Endpoint) -> EndpointOwnership { EndpointOwnership(endpoint, isInRuntimeFolder: isInRuntimeFolder) }

  /// Returns whether both endpoints are equal.
  public static func == (left: BusAddress, right: BusAddress) -> Bool { left.requests == right.requests && left.events == right.events }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(requests)
    hasher.combine(events)
  }
}
