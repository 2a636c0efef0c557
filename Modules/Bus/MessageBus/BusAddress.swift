import Logging
package import Platform

/// The address of a bus: the endpoints of its broker for requests and for events, and those of further brokers, which know nothing of one another.
/// Clients and subscriptions use the first that answers, and move on when it is lost. A worker joins one broker.
public struct BusAddress: Sendable, Hashable, CustomStringConvertible {
  /// Endpoint of clients and workers.
  public let requests: Endpoint
  /// Endpoint of subscriptions.
  public let events: Endpoint
  /// Whether the requests endpoint is in the user's runtime folder. Only the user may own such an endpoint; elsewhere root may own it, too.
  public let isInRuntimeFolder: Bool
  /// The keys with which this process connects to the tcp endpoints of this broker; `nil` for a broker without keys.
  public var keys: ClientKeys?
  /// The other brokers, in the order in which they are tried after this one.
  public private(set) var others: [BusAddress] = []

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

  /// Creates the address of a bus with several brokers, of which there is at least one. Throws ``BusErrorCode/invalid`` for a repeated endpoint.
  public init(brokers: [BusAddress]) throws(BusError) {
    guard let first = brokers.first else { throw BusError(.invalid, "no endpoint") }
    self = first
    others = Array(brokers.dropFirst())
    var seen: Set<Endpoint> = []
    for endpoint in brokers.flatMap({ [$0.requests, $0.events] }) where !seen.insert(endpoint).inserted {
      throw BusError(.invalid, "\(endpoint) occurs twice; each broker has an endpoint for requests and one for events")
    }
  }

  /// The address of each broker alone.
  public var brokers: [BusAddress] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// Creates the address of the bus of `user`, by default the user of this process: `HOLOCRON_BUS` and `HOLOCRON_EVENTS` if set, each an
  /// endpoint or, for several brokers, a list (``endpoints(_:)``), otherwise the endpoints in the file that `HOLOCRON_KEY` names, which also has
  /// the keys, otherwise ipc endpoints in the runtime folder, `$XDG_RUNTIME_DIR/holocron` or `/tmp/holocron-UID`. Throws
  /// ``BusErrorCode/invalid`` for inproc endpoints, too: the variables are for several processes.
  public init(environment: [String: String], user: UInt32? = nil) throws(BusError) {
    let folder = XDGFolders(Environment(environment)).runtime(user: user ?? User.current)
    var environment = environment
    var key: KeyFile?
    if let path = environment["HOLOCRON_KEY"], !path.isEmpty { key = try KeyFile(path) }
    if environment["HOLOCRON_BUS"]?.isEmpty ?? true { environment["HOLOCRON_BUS"] = key?.bus }
    func endpoints(_ variable: String) throws(BusError) -> [Endpoint]? {
      guard let text = environment[variable], !text.isEmpty else { return nil }
      return try Self.endpoints(text)
    }
    let requests: [Endpoint]
    if let named = try endpoints("HOLOCRON_BUS") { requests = named } else { requests = [try Endpoint("ipc://\(folder)/bus")] }
    let events = try endpoints("HOLOCRON_EVENTS")
    if let events, events.count != requests.count {
      throw BusError(
        .invalid, "HOLOCRON_EVENTS names \(events.count) endpoints for \(requests.count) of HOLOCRON_BUS; name one for each, or none")
    }
    try self.init(
      brokers: requests.enumerated().map { index, endpoint throws(BusError) in
        var address = try BusAddress(
          endpoint, events?[index], isInRuntimeFolder: endpoint.transport == .ipc && endpoint.address.hasPrefix("\(folder)/"))
        address.keys = key?.keys
        return address
      })
  }

  /// Parses an endpoint that other processes can reach, or several separated by spaces, each with `://`: an ipc path may contain spaces.
  public static func endpoints(_ text: String) throws(BusError) -> [Endpoint] {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let isList = words.count > 1 && words.allSatisfy { $0.contains("://") }
    return try (isList ? words : [text]).map { word throws(BusError) in
      let endpoint = try Endpoint(word)
      guard endpoint.transport != .inproc else {
        throw BusError(
          .invalid, "invalid endpoint '\(Endpoint.shown(word))': other processes cannot reach it; use ipc:///path or tcp://host:port")
      }
      return endpoint
    }
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

  /// The endpoints for requests, separated by spaces.
  public var description: String { brokers.map(\.requests.description).joined(separator: " ") }

  /// The options with which a service joins this bus, whatever its environment says.
  public var options: [String] { ["--bus", "\(self)", "--events", brokers.map(\.events.description).joined(separator: " ")] }

  var endpoints: [Endpoint] { [requests, events] }

  func ownership(of endpoint: Endpoint) -> EndpointOwnership { EndpointOwnership(endpoint, isInRuntimeFolder: isInRuntimeFolder) }

  /// Returns whether all endpoints are equal.
  public static func == (left: BusAddress, right: BusAddress) -> Bool { left.endpoints == right.endpoints && left.others == right.others }

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

  /// What to do about a bus on another host without a key.
  package static let keyRemedy =
    "run 'holocron keys new NAME --role ROLE' and 'holocron keys export NAME FILE' on the host of the broker, copy the file here, and set "
    + "HOLOCRON_KEY or the setting key to its path"

  /// Whether only processes on this machine can reach the bus.
  package var isLocal: Bool { exposedEndpoints.isEmpty }

  private var exposedEndpoints: [Endpoint] { brokers.flatMap(\.endpoints).filter { !$0.isLocal } }
}

/// The folders of Holocron are known here because the default address of the bus is in one of them.
extension XDGFolders {
  /// Creates the folders of Holocron, such as `~/.config/holocron` and `/tmp/holocron-UID`.
  package init(_ environment: Environment) { self.init("holocron", environment) }
}
