extension Broker {
  /// Bounds and times of a broker. The defaults suit one host.
  public struct Settings: Sendable {
    /// How often each worker hears from the broker, and is expected to be heard.
    public var heartbeatInterval: Duration = .milliseconds(500)
    /// A worker silent for this many intervals is dead.
    public var liveness = 4
    /// How long a request waits for a service that nobody offers.
    public var grace: Duration = .seconds(2)
    /// How long a request waits for a service whose last worker was lost: a process that was stopped comes back, one that died is started again.
    public var returnTime: Duration = .seconds(15)
    /// For so long after the broker's start requests wait for a service that has had no worker yet: workers that outlived another broker register again.
    public var gatheringTime: Duration = .seconds(15)
    /// How long a request without a deadline of its own waits for a worker that is busy.
    public var longestWait: Duration = .seconds(60)
    /// The longest deadline that is taken as it is, and how long a worker may hold a request that has none.
    public var longestDeadline: Duration = .seconds(3_600)
    /// How long after its deadline a worker may hold a request; one that holds it longer is told to leave.
    public var overdueLimit: Duration = .seconds(10)
    /// Requests that may wait for one service; one more gets a 503 at once. A client that takes more than eight times the room left gets one, too.
    public var queueLimit = 20_000
    /// The same in bytes.
    public var queueBytes = 128 << 20
    /// Requests that one client may have waiting or in work; one more gets a 503 at once. A service that asks for others is a client, too.
    public var clientLimit = 20_000
    /// The same in bytes.
    public var clientBytes = 64 << 20
    /// Bytes of requests at one worker from which on it gets no more until it has answered some.
    public var workerBytes = 64 << 20
    /// Requests that may wait or be in work altogether; one more gets a 503 at once.
    public var requestLimit = 200_000
    /// Bytes of all requests and unread answers; beyond them requests get a 503, and so do those who wait for an answer that finds no room.
    public var memoryLimit = 256 << 20
    /// How often a request is handed on after the worker that held it died.
    public var redeliveries = 2
    /// Answers kept for one peer that reads too slowly, beyond what libzmq queues; a 503 takes the place of one more.
    public var peerQueueLimit = 1_000
    /// Bytes of answers kept for one peer that reads too slowly, and as many again of large frames that libzmq may have queued for it.
    public var peerQueueBytes = 32 << 20
    /// The broker's own answers, which are small, kept for one peer that reads too slowly; more are dropped.
    public var refusalLimit = 50_000
    /// Connections to all endpoints together. The limit of open files may allow less.
    public var connectionLimit = 32_768
    /// The largest frame taken from a peer, in bytes; a peer that sends more is cut off by libzmq. A message has at most 32 frames.
    public var largestMessage = 16 << 20
    /// Whether endpoints may be bound that other machines can reach. What crosses the bus is neither encrypted nor signed.
    public var isInsecure = false

    public init() {}

    /// The largest event: topic, fields and content together.
    static let largestEvent = 64 << 10
    /// So much before the deadline of a request its client learns that no worker came back.
    var answerAhead: Duration { .milliseconds(100) }
    var silenceMeansDeath: Duration { heartbeatInterval * liveness }
  }
}
