extension BusClient {
  /// How a client behaves. The defaults suit workers and long-lived front-ends.
  public struct Settings: Sendable {
    /// Fail with ``BusError/Code/unreachable`` as soon as connecting has failed once, instead of waiting for a broker to come.
    public var failFast = false
    /// Requests that may be outstanding; one more fails with ``BusError/Code/overloaded``.
    public var outstandingLimit = 4_096
    /// The largest frame taken, in bytes.
    public var largestMessage = 16 << 20

    public init(failFast: Bool = false) { self.failFast = failFast }
  }
}
