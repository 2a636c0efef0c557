extension BusClient {
  /// Settings of a client. The defaults suit workers and long-lived front-ends.
  public struct Settings: Sendable {
    /// Whether requests fail with ``BusErrorCode/unreachable`` as soon as one attempt to connect has failed, instead of waiting for a
    /// broker.
    public var failFast = false
    /// The time a lost broker has to come back. After it, requests fail with ``BusErrorCode/unreachable`` when an attempt to connect fails
    /// and nothing is listening on the endpoint, except those whose reply has begun. For `ipc` endpoints; on others, a broker that does not
    /// accept connections counts as gone. `nil`: requests wait for a broker until their deadlines.
    public var reconnectGrace: Duration?
    /// Maximum number of outstanding requests; more fail with ``BusErrorCode/overloaded``.
    public var outstandingLimit = 4_096
    /// Maximum frame size accepted, in bytes.
    public var largestMessage = 16 << 20

    public init(failFast: Bool = false, reconnectGrace: Duration? = nil) {
      self.failFast = failFast
      self.reconnectGrace = reconnectGrace
    }
  }
}
