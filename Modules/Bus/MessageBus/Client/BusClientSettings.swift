extension BusClient {
  /// Settings of a client. The defaults suit workers and long-lived front-ends.
  public struct Settings: Sendable {
    /// Whether requests fail with ``BusErrorCode/unreachable`` as soon as one attempt to connect has failed, instead of waiting for a
    /// broker.
    public var failFast = false
    /// The time after the first failed attempt to connect in which a broker may start or come back. After it, each further failed attempt
    /// fails all requests with ``BusErrorCode/unreachable`` if nothing is listening on the endpoint, except requests whose reply has begun.
    /// Only `ipc` endpoints are checked for a listener; on others, each failed attempt counts. `nil`: requests wait until their deadlines.
    public var reconnectGrace: Duration?
    /// Whether to connect to the endpoint for workers, at which clients may publish events and send reserved requests.
    public var usesWorkersEndpoint = false
    /// Maximum number of outstanding requests; more fail with ``BusErrorCode/overloaded``.
    public var outstandingLimit = 4_096
    /// Maximum frame size accepted, in bytes. A larger frame ends the connection, so this is not less than what the broker accepts.
    public var largestMessage = Broker.Settings.largestMessageLimit

    public init(failFast: Bool = false, reconnectGrace: Duration? = nil, usesWorkersEndpoint: Bool = false) {
      self.failFast = failFast
      self.reconnectGrace = reconnectGrace
      self.usesWorkersEndpoint = usesWorkersEndpoint
    }
  }
}
