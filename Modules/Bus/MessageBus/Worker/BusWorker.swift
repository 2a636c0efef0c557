public import Logging

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
