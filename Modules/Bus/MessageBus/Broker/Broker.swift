public import Logging
import Platform
import Synchronization

/// The message broker: routes requests and replies, and publishes events. Implements MDP 0.2 (ZeroMQ RFC 18) and MMI (RFC 8), with the
/// credit extension of GRAMMAR.md. Runs on its own thread from creation until ``stop()``.
public final class Broker: Sendable {
  /// Counters since the broker started, and current gauges.
  public struct Statistics: Sendable, Hashable {
    /// Requests received from clients, without those to the broker itself.
    public var requests: UInt64 = 0
    /// Workers registered now.
    public var workers = 0
    /// Current event subscriptions.
    public var subscriptions = 0
    /// Connections of other processes to the events endpoint.
    public var listeners = 0
    /// When the last of these requests arrived; the start of the broker if there was none.
    public var lastRequest: Instant
    /// Messages dropped because they were not valid MDP.
    public var invalid: UInt64 = 0
    /// Replies dropped because their client read too slowly or was gone, and messages of clients that read nothing at all.
    public var dropped: UInt64 = 0
    /// Replies that arrived after their request had ended.
    public var late: UInt64 = 0
    /// Connections to all endpoints.
    public var connections = 0
  }

  private let mailbox: Mailbox<AuthorizedKeys>
  private let shared: BrokerLoop.SharedState

  /// Binds all addresses and starts the broker. Raises the soft limit on open files to the hard limit.
  ///
  /// Throws ``BusErrorCode/inUse`` if another broker listens on an endpoint, ``BusErrorCode/system`` if binding fails for another reason.
  public init(binding addresses: [BusAddress], settings: Settings = Settings(), logger: Logger) throws(BusError) {
    let descriptors = OwnProcess.raiseFileLimit()
    mailbox = try Mailbox()
    let domain = try settings.serverKey.map { key throws(BusError) in try KeyDomain(key, settings.authorizedKeys, logger) }
    shared = BrokerLoop.SharedState(now: .now, domain)
    let loop = try BrokerLoop(addresses, settings, descriptors: descriptors, mailbox, shared, logger)
    try startThread("broker", loop, stopped: shared.stopped)
  }

  /// Waits until the broker has stopped; cancelling the task stops it. Throws if it stopped by itself, because it cannot listen any more.
  public func run() async throws(BusError) {
    await withTaskCancellationHandler {
      await shared.stopped.wait()
    } onCancel: {
      stop()
    }
    if let failure = shared.failure.withLock(\.self) { throw failure }
  }

  /// Closes all sockets. Clients and workers notice and reconnect. Calling this method twice is harmless.
  public func stop() { mailbox.stop() }

  /// Replaces the keys that the broker accepts on tcp, all at once. Has no effect without ``Settings/serverKey``.
  ///
  /// Open connections lose their rights, too: a revoked key gets a 403 for each request, its workers are disconnected and their requests
  /// reassigned, and subscriptions over tcp connect again, which a revoked key cannot.
  public func authorize(_ keys: AuthorizedKeys) {
    guard let domain = shared.domain else { return }
    domain.replaceKeys(with: keys)
    mailbox.post(keys)
  }

  /// Returns when the broker's thread has answered, or has ended: at once, unless it is busy, and never if it hangs.
  public func answer() async { await mailbox.answer() }

  /// Counters and gauges, as of now.
  public var statistics: Statistics { shared.statistics.withLock(\.self) }
}
