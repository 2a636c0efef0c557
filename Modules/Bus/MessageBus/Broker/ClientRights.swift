extension Broker {
  /// What clients may do at an endpoint for requests that is apart from the one for workers. At the endpoint for workers, everything is allowed.
  public struct ClientRights: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Publish events (`mmi.publish`).
    public static let publish = ClientRights(rawValue: 1)
    /// Send requests with a reserved method (``Broker/Settings/reservedMethods``).
    public static let reservedMethods = ClientRights(rawValue: 2)
    /// Register as a worker.
    public static let work = ClientRights(rawValue: 4)
  }
}
