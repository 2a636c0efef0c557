public import Logging
import Text

/// Worker for one service: registers with the broker, receives requests on its own thread and sends replies.
public final class BusWorker: Sendable {
  /// Settings of a worker. The defaults suit one host.
  public struct Settings: Sendable {
    /// Maximum number of requests held at once. With 1 the credit frame is omitted, for brokers without the extension.
    public var credit = 64
    /// Interval at which this worker sends heartbeats and expects heartbeats from the broker. Use the broker's interval.
    public var heartbeatInterval: Duration = .milliseconds(500)
    /// Number of missed heartbeats after which the broker counts as dead.
    public var liveness = 4

    public init() {}
  }

  private let mailbox: Mailbox<WorkerLoop.Command>
  private let stopped = Latch()
  private let registered = Latch()

  /// Starts connecting. Throws ``BusErrorCode/invalid`` for a credit out of range, ``BusErrorCode/untrusted`` for another user's endpoint.
  public init(_ service: any RequestHandler, at address: BusAddress, settings: Settings = Settings(), logger: Logger) throws(BusError) {
    guard settings.credit >= 1, settings.credit <= MDP.maxCredit else {
      throw BusError(.invalid, "invalid credit \(settings.credit); choose 1 to \(MDP.maxCredit)")
    }
    mailbox = try Mailbox()
    let loop = try WorkerLoop(service, address, settings, mailbox, registered: registered, logger)
    try startThread("bus-worker", loop, stopped: stopped)
  }

  deinit { mailbox.stop() }

  /// Waits until the worker has drained. Cancelling the task stops the worker at once; the broker reassigns its requests.
  public func run() async throws(BusError) {
    await withTaskCancellationHandler {
      await stopped.wait()
    } onCancel: {
      mailbox.stop()
    }
  }

  /// Returns `true` when the worker has registered with a broker for the first time, and `false` if it has ended without.
  public func waitUntilRegistered() async -> Bool { await registered.outcome() }

  /// Returns when the worker's thread has answered, or has ended: at once, unless it is busy, and never if it hangs.
  public func answer() async { await mailbox.answer() }

  /// Starts draining: takes no new requests, finishes the running ones, hands back the rest; then ``run()`` returns.
  public func drain() { mailbox.post(.drain) }
}

/// The requests to a name on the bus, handled by a ``BusService``, by a wrapper around one, or by a service that reads each request once.
public protocol RequestHandler: Sendable {
  /// Name of the service on the bus: `holocron.cache`.
  var name: String { get }

  /// Returns the reply to a request that need not be decoded; `nil` to have it decoded and passed to ``handle(_:)``. Must not block.
  func encodedReply(to request: ReceivedRequest) -> EncodedReply?

  /// Returns the reply to `request`, or how it is made. Called on the bus thread; must neither block nor do I/O.
  func handle(_ request: Request) -> Handling

  /// Notes that a request that was answered later (``Handling/later(waits:start:)``) has its final reply. Called on the bus thread.
  func answered(_ status: Int, after duration: Duration)
}

extension RequestHandler {
  public func answered(_ status: Int, after duration: Duration) {}
  public func encodedReply(to request: ReceivedRequest) -> EncodedReply? { nil }
}

/// How a request is answered.
public enum Handling: Sendable {
  /// Sends the final reply. Called once, on any thread; also for a cancelled request, whose reply is dropped.
  public typealias Finish = @Sendable (Reply) -> Void
  /// Ends the work on a request because nobody waits for its reply. Called on the bus thread; must not block.
  public typealias Cancel = @Sendable () -> Void

  /// The final reply, which is sent at once.
  case reply(Reply)
  /// Begins to answer, and returns what cancels that. Called at once on the bus thread; must not block. A request that `waits` for another
  /// service releases its credit first (``ReplyParts/releaseCredit()``).
  case later(waits: Bool = false, start: @Sendable (ReplyParts, @escaping Finish) -> Cancel)

  /// A task that returns the final reply, after any parts. It is cancelled with the request, and when the worker stops or loses its broker.
  public static func task(
    waits: Bool = false, on executor: (any TaskExecutor)? = nil, _ answer: @escaping @Sendable (ReplyParts) async -> Reply
  ) -> Handling {
    .later(waits: waits) { parts, finish in
      let task = Task(executorPreference: executor) { finish(await answer(parts)) }
      return { task.cancel() }
    }
  }
}

/// A named service, offered on the bus by a ``BusWorker``.
public protocol BusService: RequestHandler {
  /// Returns an immediate reply, or `nil` to have ``answer(_:parts:)`` called in a task. Called on the bus thread; must not block.
  func answerAtOnce(_ request: Request) -> Reply?

  /// Returns the final reply, after any `parts`. Runs in a task (``Handling/task(waits:on:_:)``).
  func answer(_ request: Request, parts: ReplyParts) async -> Reply
}

extension BusService {
  public func answerAtOnce(_ request: Request) -> Reply? { nil }

  public func handle(_ request: Request) -> Handling {
    if let reply = self.answerAtOnce(request) { return .reply(reply) }
    return .task { parts in await self.answer(request, parts: parts) }
  }
}

/// Context of a request: sends parts of a streamed reply, identifies the client, and releases the credit of a request that only waits.
public struct ReplyParts: Sendable {
  /// Opaque key of the client that originated the request, for fair queueing. Not authenticated: any client can claim any key.
  public let client: String
  private let sendPart: @Sendable (Reply) -> Void
  private let release: @Sendable () -> Void

  /// Creates a context. `releasing` is called by ``releaseCredit()``, `send` with each part, in order.
  public init(client: String = "", releasing: @escaping @Sendable () -> Void = {}, _ send: @escaping @Sendable (Reply) -> Void) {
    self.client = client
    release = releasing
    sendPart = send
  }

  /// Sends one part of the reply, in order, before the final reply. Returns at once.
  public func send(_ part: Reply) { sendPart(part) }

  /// Releases the request's credit, because it only waits for another service from now on. Calling this method twice is harmless.
  public func releaseCredit() { release() }
}

/// A request as it was received, before it is decoded. Use its bytes only during the call that receives it.
public struct ReceivedRequest {
  /// Method and target, such as `GET /people/1`.
  public let head: UnsafeRawBufferPointer
  let fields: UnsafeRawBufferPointer

  init(_ body: Body) { (head, fields) = (body.frame(1), body.frame(2)) }

  /// Whether the answer depends on the head alone: the request has no fields besides `deadline`, `forwarded` and `user-agent`.
  public var isPlain: Bool {
    let scan = FieldScan(fields)
    return !scan.isTooLarge && !scan.hasOtherFields && fields.isASCII
  }

  /// The request without its fields and its content; `nil` if the head is too long or malformed.
  public var plainRequest: Request? {
    guard head.count <= BodyFrames.maxHeadLength, let (method, target) = BodyFrames.requestLine(head) else { return nil }
    return Request(method, target)
  }
}

/// A reply that is encoded once and sent any number of times.
public struct EncodedReply: Sendable, Hashable {
  public let status: Int
  let head, fields, content: [UInt8]

  public init(_ reply: Reply) {
    status = reply.status
    head = Array(String(reply.status).utf8)
    fields = Array(reply.fields.text.utf8)
    content = reply.content
  }
}
