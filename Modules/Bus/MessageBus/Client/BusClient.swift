import Synchronization

/// Asks services over the bus. One client serves any number of tasks, with hundreds of requests outstanding on its one socket.
///
/// Requests wait while no broker is there, and idempotent ones (``Request/isIdempotent``) are sent again when the broker was restarted,
/// each within its own deadline.
public final class BusClient: Sendable {
  public let address: BusAddress
  private let mailbox: Mailbox<ClientLoop.Command>
  private let stopped = Latch()
  private let serial: Atomic<UInt64>

  /// Starts connecting; does not wait for a broker. Throws ``BusError/Code/untrusted`` when the endpoint belongs to another user; when that shows later,
  /// requests fail with the same error.
  public init(_ address: BusAddress, settings: Settings = Settings()) throws(BusError) {
    self.address = address
    mailbox = try Mailbox()
    // A random start keeps late replies to another client's requests apart when an identity is reused.
    serial = Atomic(UInt64.random(in: 0...(.max / 2)))
    let loop = try ClientLoop(address, settings, mailbox)
    try startThread("bus-client", loop, stopped: stopped)
  }

  deinit { mailbox.post(.stop) }

  /// Asks `service` and waits for the final reply. A status of 400 or more is a reply, not an error. Cancelling the task gives up at once.
  ///
  /// Time in which this process is stopped, or the machine suspended, does not count towards `limit`.
  public func ask(_ service: String, _ request: Request, within limit: Duration) async throws(BusError) -> Reply {
    let number = nextNumber()
    let result: Result<Reply, BusError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let call = ClientLoop.Call(number: number, service: service, request: request, limit: limit, answer: .single(continuation))
        post(call)
        // The cancellation handler may have run before there was anything to cancel.
        if Task.isCancelled { mailbox.post(.cancel(number)) }
      }
    } onCancel: {
      mailbox.post(.cancel(number))
    }
    return try result.get()
  }

  /// Asks `service`; the sequence gives each part, then the final reply, and ends. Dropping the sequence gives up.
  public func stream(_ service: String, _ request: Request, within limit: Duration) -> ReplyStream {
    let number = nextNumber()
    let (stream, continuation) = AsyncStream.makeStream(of: ReplyStream.Inlet.Element.self)
    let inlet = ReplyStream.Inlet(continuation: continuation, unread: ReplyStream.Inlet.Unread())
    let mailbox = mailbox
    continuation.onTermination = { reason in
      if case .cancelled = reason { mailbox.post(.cancel(number)) }
    }
    post(ClientLoop.Call(number: number, service: service, request: request, limit: limit, answer: .stream(inlet)))
    return ReplyStream(stream, inlet.unread)
  }

  /// Publishes through the broker (`mmi.publish`); returns when the broker has it.
  public func publish(_ event: Event, within limit: Duration = .seconds(1)) async throws(BusError) {
    let target = Target(event.topic.split(separator: "/").map(String.init))
    let reply = try await ask("mmi.publish", Request("PUT", target, fields: event.fields, content: event.content), within: limit)
    guard reply.isSuccess else { throw BusError(.malformed, "the broker does not take events (status \(reply.status))") }
  }

  /// `true` as soon as a broker is connected; `false` when none was within `limit`.
  public func waitUntilConnected(within limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.awaitConnection(continuation, .now + limit)) { continuation.resume(returning: false) }
    }
  }

  /// Fails what is outstanding with ``BusError/Code/closed`` and frees the socket. May be called twice.
  public func close() async {
    mailbox.post(.stop)
    await stopped.wait()
  }

  private func nextNumber() -> UInt64 { serial.add(1, ordering: .relaxed).newValue }

  private func post(_ call: ClientLoop.Call) {
    if !mailbox.post(.ask(call)) { call.answer.finish(.failure(BusError(.closed, "the bus client was closed"))) }
  }
}
