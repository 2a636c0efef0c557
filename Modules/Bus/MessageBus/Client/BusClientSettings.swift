extension BusClient {
  /// Settings of a client. The defaults suit workers and long-lived front-ends.
  public struct Settings: Sendable {
    /// Whether requests fail with ``BusErrorCode/unreachable`` as soon as one attempt to connect has failed, instead of waiting for a
    /// broker.
    public var failFast = false
    /// Maximum number of outstanding requests; more fail with ``BusErrorCode/overloaded``.
    public var outstandingLimit = 4_096
    /// Maximum frame size accepted, in bytes.
    public var largestMessage = 16 << 20

    public init(failFast: Bool = false) { self.failFast = failFast }
  }
}
