/// The two endpoints of one bus: requests and events.
public struct BusAddress: Sendable, Hashable {
  public let requests: Endpoint
  public let events: Endpoint
  /// Whether this is the user's own bus in the runtime folder, which nobody but the user may own. Elsewhere a bus may also be root's.
  public let isOwnPlace: Bool

  /// Without `events` they follow from `requests` (``Endpoint/events()``). Throws ``BusError/Code/invalid`` when there is no such endpoint, or when
  /// both are the same.
  public init(requests: Endpoint, events: Endpoint? = nil) throws(BusError) {
    try self.init(requests, events, isOwnPlace: false)
  }

  private init(_ requests: Endpoint, _ events: Endpoint?, isOwnPlace: Bool) throws(BusError) {
    self.requests = requests
    self.isOwnPlace = isOwnPlace
    if let events { self.events = events } else { self.events = try requests.events() }
    guard self.events != requests else {
      throw BusError(.invalid, "'\(requests)' cannot be both endpoints of a bus: choose another for events (HOLOCRON_EVENTS)")
    }
  }

  /// Where this user's bus is: `HOLOCRON_BUS` and `HOLOCRON_EVENTS` where set, else ipc in `$XDG_RUNTIME_DIR/holocron`, or in
  /// `/tmp/holocron-$UID` where XDG_RUNTIME_DIR is unset.
  public init(environment: [String: String], user: UInt32) throws(BusError) {
    let folder = Self.runtimeFolder(environment: environment, user: user)
    let requests = try Endpoint(environment["HOLOCRON_BUS"].flatMap { $0.isEmpty ? nil : $0 } ?? "ipc://\(folder)/bus")
    let events = environment["HOLOCRON_EVENTS"].flatMap { $0.isEmpty ? nil : $0 }
    try self.init(
      requests, events.map { text throws(BusError) in try Endpoint(text) },
      isOwnPlace: requests.transport == .ipc && requests.address.hasPrefix("\(folder)/"))
  }

  /// The folder for sockets, locks and state of running processes (XDG Base Directory Specification, runtime directory).
  public static func runtimeFolder(environment: [String: String], user: UInt32) -> String {
    if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return "\(folder)/holocron" }
    return "/tmp/holocron-\(user)"
  }

  func ownership(of endpoint: Endpoint) -> EndpointOwnership { EndpointOwnership(endpoint, isOwnPlace: isOwnPlace) }

  /// Addresses are equal when their endpoints are.
  public static func == (left: BusAddress, right: BusAddress) -> Bool { left.requests == right.requests && left.events == right.events }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(requests)
    hasher.combine(events)
  }
}
