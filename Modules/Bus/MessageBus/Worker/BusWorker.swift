public import Logging

/// Offers one service on the bus: registers with the broker, takes requests, answers them, and registers again whenever the
/// broker was away. Runs on a thread of its own; answers that are not at hand run in tasks.
public final class BusWorker: Sendable {
  public struct Settings: Sendable {
    /// Requests held at once. 1 leaves the credit frame out, for brokers that do not know the extension.
    public var credit = 64
    /// How often the broker hears from this worker, and is expected to be heard. The broker's should be the same.
    public var heartbeatInterval: Duration = .milliseconds(500)
    /// A broker silent for this many intervals is dead.
    public var liveness = 4
    /// The largest frame taken, in bytes.
    public var largestMessage = 16 << 20

    public init() {}
  }

  private let mailbox: Mailbox<WorkerLoop.Command>
  private let stopped: Latch

  /// Starts connecting at once; does not wait for a broker.
  public init(_ service: any BusService, at address: BusAddress, settings: Settings = Settings(), logger: Logger) throws(BusError) {
    guard settings.credit >= 1, settings.credit <= MDP.mostCredit else {
      throw BusError(.invalid, "credit is \(settings.credit): choose 1 to \(MDP.mostCredit)")
    }
    mailbox = try Mailbox()
    stopped = Latch()
    let loop = try WorkerLoop(service, address, settings, mailbox, logger)
    try startThread("bus-worker", loop, stopped: stopped)
  }

  deinit { mailbox.post(.stop) }

  /// Returns once the worker has drained. Cancelling the task stops at once: what runs is cancelled, and the broker hands it on.
  public func run() async throws(BusError) {
    await withTaskCancellationHandler {
      await stopped.wait()
    } onCancel: {
      mailbox.post(.stop)
    }
  }

  /// Takes no new work, finishes what runs, hands back the rest, and lets ``run()`` return. May be called twice.
  public func drain() { mailbox.post(.drain) }
}
