import Glibc
public import Logging
import Synchronization

/// The middle of the bus: takes requests of clients, hands them to workers, takes the answers back, and spreads events.
///
/// Speaks MDP 0.2 (RFC 18) and MMI (RFC 8), with the credit extension of GRAMMAR.md. Runs on a thread of its own from
/// creation until ``stop()``.
public final class Broker: Sendable {
  /// What a broker has seen since it started.
  public struct Statistics: Sendable, Hashable {
    public var requests: UInt64 = 0
    public var workers = 0
    /// Subscriptions to events that are in force.
    public var subscriptions = 0
    /// Connections of other processes that listen to events.
    public var listeners = 0
    public var lastRequest: ContinuousClock.Instant
    /// Messages dropped because they were not MDP.
    public var invalid: UInt64 = 0
    /// Answers dropped because their client read too slowly or was gone.
    public var dropped: UInt64 = 0
    /// Answers that came after their request had ended.
    public var late: UInt64 = 0
    /// Connections to all endpoints.
    public var connections = 0
  }

  private let mailbox: Mailbox<BrokerLoop.Command>
  private let shared: BrokerLoop.Shared

  /// Binds every address at once. On ipc a lock file beside the socket keeps a second broker away and the socket is open to this user only.
  ///
  /// Throws ``BusError/Code/inUse`` when another broker listens there, ``BusError/Code/system`` when binding fails otherwise.
  /// Raises the soft limit of open files to the hard one: libzmq aborts the process when it cannot accept on ipc for want of a descriptor.
  public init(binding addresses: [BusAddress], settings: Settings = Settings(), logger: Logger) throws(BusError) {
    let descriptors = Self.raiseFileLimit()
    mailbox = try Mailbox()
    shared = BrokerLoop.Shared(now: .now)
    let loop = try BrokerLoop(addresses, settings, descriptors: descriptors, mailbox, shared, logger)
    try startThread("broker", loop, stopped: shared.stopped)
  }

  /// Returns after ``stop()``, or when the task is cancelled, which stops it.
  public func run() async throws(BusError) {
    await withTaskCancellationHandler {
      await shared.stopped.wait()
    } onCancel: {
      stop()
    }
  }

  /// Lets go of all sockets. Clients and workers find out and look for another broker. May be called twice.
  public func stop() { mailbox.post(.stop) }

  public var statistics: Statistics { shared.statistics.withLock(\.self) }

  /// Returns how many descriptors this process may have.
  private static func raiseFileLimit() -> Int {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0 else { return 1_024 }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    if before < limit.rlim_max, setrlimit(files, &limit) != 0 { limit.rlim_cur = before }
    return Int(clamping: limit.rlim_cur)
  }
}
