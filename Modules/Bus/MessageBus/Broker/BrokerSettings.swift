extension Broker {
  /// Limits and timeouts of a broker. The defaults suit one host.
  public struct Settings: Sendable {
    /// Interval at which the broker sends heartbeats to each worker and expects heartbeats from it.
    public var heartbeatInterval: Duration = .milliseconds(500)
    /// Number of missed heartbeats after which a worker counts as dead.
    public var liveness = 4
    /// How long a request waits for a service without workers.
    public var grace: Duration = .seconds(2)
    /// How long a request waits for a service whose last worker was lost: a stopped process may resume, a dead one may be restarted.
    public var returnGrace: Duration = .seconds(15)
    /// Time after the broker's start during which requests wait for services that have had no worker yet.
    public var startupGrace: Duration = .seconds(15)
    /// How long a request without a deadline waits for a free worker.
    public var maxWait: Duration = .seconds(60)
    /// Maximum deadline; longer ones are shortened. Also how long a worker may hold a request without a deadline.
    public var maxDeadline: Duration = .seconds(3_600)
    /// How long a worker may hold a request past its deadline before the broker disconnects it.
    public var overdueLimit: Duration = .seconds(10)
    /// Maximum number of requests waiting for one service, of which one client gets up to eight times the free room; more get a 503.
    public var queueLimit = 20_000
    /// Maximum bytes of requests waiting for one service.
    public var queueBytes = 128 << 20
    /// Maximum number of outstanding requests of one client; more get a 503 at once. A service that sends requests is a client, too.
    public var clientLimit = 20_000
    /// Maximum bytes of outstanding requests of one client.
    public var clientBytes = 64 << 20
    /// Bytes of requests held by one worker at which the worker gets no more until it has answered some.
    public var workerBytes = 64 << 20
    /// Maximum number of outstanding requests of all clients; more get a 503 at once.
    public var requestLimit = 200_000
    /// Maximum bytes of requests and undelivered replies; beyond it, both are answered with a 503, which may take a quarter in addition.
    public var memoryLimit = 256 << 20
    /// How many times a request is redelivered after the worker that held it was lost.
    public var maxRedeliveries = 2
    /// Maximum bytes of replies queued for one slow peer, beyond libzmq's queue; a further reply is replaced by a 503. The broker's own replies
    /// may take a quarter more. libzmq may hold as many bytes again in large replies.
    public var peerQueueBytes = 32 << 20
    /// Maximum number of connections to all ipc endpoints, each of which gets an equal share. The limit on open files may reduce it.
    public var connectionLimit = 32_768
    /// Maximum frame size accepted from a peer, in bytes; libzmq disconnects a peer that exceeds it. A message has at most 32 frames.
    public var largestMessage = 16 << 20
    /// Frames of this size are accepted by every broker of users.
    public static let leastLargestMessage = 128 << 10
    /// Upper limit of ``largestMessage``. Clients and workers accept frames of this size: what the broker has accepted, it can deliver.
    public static let largestMessageLimit = 1 << 30
    /// Whether endpoints that other machines can reach may be bound without keys: anyone there can read and forge messages.
    public var isInsecure = false
    /// The broker's key pair. With one, peers on tcp need a key of ``authorizedKeys``, and traffic on tcp is encrypted (CURVE, ZeroMQ RFC 26).
    public var serverKey: CurveKeyPair?
    /// The keys that the broker accepts at first (``Broker/authorize(_:)``).
    public var authorizedKeys = AuthorizedKeys()

    public init() {}

    /// Maximum size of an event (topic, fields and content), in bytes.
    static let maxEventSize = 64 << 10
    /// A worker that holds more requests than this, the default credit, gets further ones compacted (``BrokerContent/compact()``).
    static let manyHeldRequests = 64
    /// How long before its deadline a request is refused when no worker has returned.
    var refusalLead: Duration { .milliseconds(100) }
    var livenessTimeout: Duration { heartbeatInterval * liveness }
  }
}
