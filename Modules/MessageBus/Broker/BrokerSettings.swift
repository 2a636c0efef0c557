extension Broker {
  /// Bounds and times of a broker. The defaults suit one host.
  public struct Settings: Sendable {
    /// How often each worker hears from the broker, and is expected to be heard.
    public var heartbeatInterval: Duration = .milliseconds(500)
    /// A worker silent for this many intervals is dead.
    public var liveness = 4
    /// How long a request waits for a service that nobody offers.
    public var grace: Duration = .seconds(2)
    /// How long a request without a deadline of its own waits for a worker that is busy.
    public var longestWait: Duration = .seconds(60)
    /// Requests that may wait for one service; one more gets a 503 at once.
    public var queueLimit = 10_000
    /// Requests that one client may have waiting or in work; one more gets a 503 at once.
    public var clientLimit = 5_000
    /// How often a request is handed on after the worker that held it died.
    public var redeliveries = 2
    /// Messages kept for one peer that reads too slowly, beyond what libzmq queues; replies beyond are dropped.
    public var peerQueueLimit = 1_000
    /// The largest frame taken from a peer, in bytes; a peer that sends more is cut off by libzmq.
    public var largestMessage = 16 << 20

    public init() {}

    var silenceMeansDeath: Duration { heartbeatInterval * liveness }
  }
}
