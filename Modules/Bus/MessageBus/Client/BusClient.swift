import Synchronization

/// Client of the services on a bus. Any number of tasks can share one client and its single socket.
///
/// Requests are queued while there is no broker. Idempotent requests (``Request/isIdempotent``) are sent again after a reconnect, to the same
/// broker or, of several, to another one, and once if their worker is lost in the middle of a streamed reply. All of this happens within each
/// request's deadline.
public final class BusClient: Sendable {
  /// Settings of a client. The defaults suit workers and long-lived front-ends.
  public struct Settings: Sendable {
    /// Whether requests fail with ``BusErrorCode/unreachable`` as soon as one attempt to connect has failed.
    public var failFast = false
    /// After this time without a broker, requests whose reply has not begun fail with ``BusErrorCode/unreachable`` at each failed attempt
    /// to connect, on ipc only if nothing is listening. `nil`: requests wait until their deadlines.
    public var reconnectGrace: Duration?
    /// Maximum number of outstanding requests; more fail with ``BusErrorCode/overloaded``.
    public var outstandingLimit = 4_096

    public init(failFast: Bool = false, reconnectGrace: Duration? = nil) {
      self.failFast = failFast
      self.reconnectGrace = reconnectGrace
    }
  }

  /// The bus that this client uses.
  public let address: BusAddress
  private let mailbox: Mailbox<ClientLoop.Command>
  private let stopped = Latch()
  private let lastID: Atomic<UInt64>

  /// Starts connecting; does not wait for a broker. Throws ``BusErrorCode/untrusted`` if the endpoint belongs to another user.
  public init(_ address: BusAddress, settings: Settings = Settings()) throws(BusError) {
    self.address = address
    mailbox = try Mailbox()
    // Random, so that late replies to another client are not mistaken for replies to this one if libzmq reuses an identity.
    lastID = Atomic(UInt64.random(in: 0...(.max / 2)))
    let loop = try ClientLoop(address, settings, mailbox)
    try startThread("bus-client", loop, stopped: stopped)
  }

  deinit { mailbox.stop() }

  /// Sends a request to `service` and waits for the final reply. A status of 400 or more is a reply, not an error. Time during which this
  /// process is stopped does not count towards `limit`, except for the first two seconds.
  public func ask(_ service: String, _ request: Request, within limit: Duration) async throws(BusError) -> Reply {
    let id = nextID()
    let result: Result<Reply, BusError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        post(id, service, request, limit, .callback { continuation.resume(returning: $0) })
        // The cancellation handler may have run before the request was posted.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    return try result.get()
  }

  /// Sends a request to `service`, and calls `completion` once, on the client's own thread, which it must not block, or, if the client is
  /// closed, before this method returns: a task for each request would cost as much as the request. Returns an ID for ``cancel(_:)``.
  @discardableResult
  package func ask(
    _ service: String, _ request: Request, within limit: Duration, completion: @escaping @Sendable (Result<Reply, BusError>) -> Void
  ) -> UInt64 {
    let id = nextID()
    post(id, service, request, limit, .callback(completion))
    return id
  }

  /// Ends a request with ``BusErrorCode/cancelled``, unless it has ended; its worker is told.
  package func cancel(_ id: UInt64) { mailbox.post(.cancel(id)) }

  /// Sends a request to `service`. Returns the reply's parts, followed by the final reply. Dropping the sequence cancels the request.
  public func stream(_ service: String, _ request: Request, within limit: Duration) -> ReplyStream {
    let id = nextID()
    let buffer = ReplyStream.Buffer()
    buffer.unread.continuation.onTermination = { [mailbox] reason in
      if case .cancelled = reason { mailbox.post(.cancel(id)) }
    }
    post(id, service, request, limit, .stream(buffer))
    return ReplyStream(buffer: buffer)
  }

  /// Publishes an event through the broker. Throws ``BusErrorCode/malformed`` if the broker rejects it, such as one that is too large.
  public func publish(_ event: Event, within limit: Duration = .seconds(1)) async throws(BusError) {
    let reply = try await ask("mmi.publish", Self.publication(of: event), within: limit)
    guard reply.isSuccess else { throw BusError(.malformed, "the broker rejected the event (status \(reply.status))") }
  }

  /// Begins to publish an event, after those that were begun before, and returns at once. The reply of the broker ends the sequence.
  func beginPublishing(_ event: Event, within limit: Duration = .seconds(1)) -> ReplyStream {
    stream("mmi.publish", Self.publication(of: event), within: limit)
  }

  private static func publication(of event: Event) -> Request {
    let target = Target(event.topic.split(separator: "/").map(String.init))
    return Request("PUT", target, fields: event.fields, content: event.content)
  }

  /// Waits until a broker is connected. Returns `false` if there is none within `limit`.
  public func waitUntilConnected(within limit: Duration) async -> Bool { await connectedBroker(within: limit) != nil }

  /// Returns the broker in use, of several, once one is connected; `nil` if there is none within `limit`.
  public func connectedBroker(within limit: Duration) async -> BusAddress? {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.awaitConnection(continuation, .now + limit)) { continuation.resume(returning: nil) }
    }
  }

  /// Fails outstanding requests with ``BusErrorCode/closed`` and closes the socket. Calling this method twice is harmless.
  public func close() async {
    mailbox.stop()
    await stopped.wait()
  }

  private func nextID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  private func post(_ id: UInt64, _ service: String, _ request: Request, _ limit: Duration, _ sink: ClientLoop.ReplySink) {
    let call = ClientLoop.Call(id: id, service: service, request: request, limit: limit, sink: sink)
    if !mailbox.post(.ask(call)) { sink.finish(.failure(BusError(.closed, "the bus client was closed"))) }
  }
}
