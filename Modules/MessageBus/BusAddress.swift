/// The two endpoints of one bus: requests and events.
public struct BusAddress: Sendable, Hashable {
  public let requests: Endpoint
  public let events: Endpoint

  /// Without `events` they follow from `requests` (``Endpoint/events()``).
  public init(requests: Endpoint, events: Endpoint? = nil) throws(BusError) {
    self.requests = requests
    if let events { self.events = events } else { self.events = try requests.events() }
  }

  /// Where this user's bus is: `HOLOCRON_BUS` and `HOLOCRON_EVENTS` where set, else ipc in `$XDG_RUNTIME_DIR/holocron`, or in
  /// `/tmp/holocron-$UID` where XDG_RUNTIME_DIR is unset.
  public init(environment: [String: String], user: UInt32) throws(BusError) {
    let folder = Self.runtimeFolder(environment: environment, user: user)
    let requests = try Endpoint(environment["HOLOCRON_BUS"].flatMap { $0.isEmpty ? nil : $0 } ?? "ipc://\(folder)/bus")
    let events = environment["HOLOCRON_EVENTS"].flatMap { $0.isEmpty ? nil : $0 }
    try self.init(requests: requests, events: events.map { text throws(BusError) in try Endpoint(text) })
  }

  /// The folder for sockets, locks and state of running processes (XDG Base Directory Specification, runtime directory).
  public static func runtimeFolder(environment: [String: String], user: UInt32) -> String {
    if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return "\(folder)/holocron" }
    return "/tmp/holocron-\(user)"
  }
}
