import CZeroMQ
import Platform

/// An event loop on its own thread: owns sockets and a state machine, and reacts to commands, messages and timeouts.
protocol SocketLoop: AnyObject {
  associatedtype Command: Sendable

  var mailbox: Mailbox<Command> { get }
  /// Whether the loop ends after this turn.
  var isFinished: Bool { get set }
  /// Sockets polled for messages.
  var sockets: [Socket] { get }
  /// Sockets with little traffic, read only if their descriptor signals, which saves several system calls per turn. The descriptor is
  /// edge-triggered (ZMQ_FD, zmq_getsockopt(3)): it signals once for any number of messages, so they must be read until they are empty.
  var edgeTriggeredSockets: [Socket] { get }
  /// When to run a turn even if nothing arrives.
  var nextTimeout: Instant? { get }

  func handle(_ commands: [Command], now: Instant)
  /// Called first in a turn that starts `gap` too late, because the process was suspended. Messages of that time may not have arrived yet.
  func processResumed(after gap: Duration, now: Instant)
  /// Reads queued messages, up to a limit, and handles timeouts. Reads ``edgeTriggeredSockets`` only if `edgeTriggeredReady` is `true`.
  /// Returns whether to run another turn before sleeping: the limit was reached, so that more messages may be queued, or a socket that is
  /// polled only through its descriptor may have been signalled unnoticed.
  func turn(now: Instant, edgeTriggeredReady: Bool) -> Bool
  /// Releases everything. The last call; `unhandled` are the commands left in the mailbox.
  func finish(_ unhandled: [Command])
}

extension SocketLoop {
  var edgeTriggeredSockets: [Socket] { [] }
  func handle(_ commands: [Command], now: Instant) {}
  func processResumed(after gap: Duration, now: Instant) {}

  /// Whether a turn that began at `start` may go on after `count` messages, whatever they cost: heartbeats are sent between turns.
  func hasTime(after count: Int, since start: Instant) -> Bool {
    count % 16 != 0 || start.duration(to: .now) < .milliseconds(100)
  }

  fileprivate func run() {
    var (edgeTriggeredReady, turns) = (true, 0)
    /// When this turn should have started; `nil` if no timeout was set.
    var expected: Instant?
    var poller = DescriptorPoller()
    while !isFinished {
      let (commands, isStopping) = mailbox.take()
      let now = Instant.now
      if let expected, expected + suspensionThreshold < now { processResumed(after: expected.duration(to: now), now: now) }
      if !commands.isEmpty { handle(commands, now: now) }
      if isStopping { isFinished = true }
      let mayHaveMore = turn(now: now, edgeTriggeredReady: edgeTriggeredReady)
      turns += 1
      // A loop that never sleeps reads the edge-triggered sockets regularly, too.
      edgeTriggeredReady = turns % 64 == 0
      expected = now
      // What arrived while the turn was busy sending is read without asking the kernel again.
      guard !mayHaveMore, !isFinished, !hasWork, mailbox.prepareToSleep() else { continue }
      let due = nextTimeout
      let wake = sleep(&poller, now: now, due: due)
      mailbox.didWake(isSignalled: wake.mailbox)
      edgeTriggeredReady = edgeTriggeredReady || wake.edgeTriggered
      expected = due.map { max($0, now) }
    }
    finish(mailbox.take(closes: true).commands)
  }

  /// Sleeps until a socket or the mailbox is readable, or until `due`. Returns whether the mailbox was signalled, and whether to read the
  /// edge-triggered sockets. Polls descriptors, because `zmq_poll` asks the kernel twice, and once more for each socket.
  private func sleep(
    _ poller: inout DescriptorPoller, now: Instant, due: Instant?
  ) -> (mailbox: Bool, edgeTriggered: Bool) {
    poller.removeAll()
    poller.add(mailbox.descriptor)
    for socket in sockets { poller.add(socket.descriptor) }
    let firstEdgeTriggered = poller.count
    for socket in edgeTriggeredSockets { poller.add(socket.descriptor) }
    let timeout = due.map { Int32(clamping: max(0, (now.duration(to: $0) + .microseconds(999)).wholeMilliseconds)) } ?? -1
    // After a signal or any other error, the next turn checks everything.
    guard poller.wait(milliseconds: timeout) else { return (true, true) }
    return (poller.isReady(0), (firstEdgeTriggered..<poller.count).contains { poller.isReady($0) })
  }

  /// Whether a socket has a message. Also makes libzmq handle the commands of its own threads, without which a socket's descriptor, which is
  /// edge-triggered, would not signal again.
  private var hasWork: Bool { sockets.contains { $0.events & ZMQ_POLLIN != 0 } }
}

/// A turn that starts later than this means that the process was suspended.
private let suspensionThreshold = Duration.seconds(1)

/// Starts a thread that owns and runs `loop`. `stopped` opens after the loop has released everything, so that endpoints can be bound again.
func startThread(_ name: String, _ loop: sending some SocketLoop, stopped: Latch? = nil) throws(BusError) {
  let owner = LoopOwner { loop.run() }
  // Starting a thread is a full memory fence, so the sockets may move with it.
  do {
    try BackgroundThread.start {
      holocron_name_thread(name)
      owner.body?()
      owner.body = nil
      stopped?.open()
    }
  } catch { throw BusError(.system, "cannot start a thread: \(error.reason)", cause: error) }
}

/// Holds a loop with its sockets and locks, until it has run.
private final class LoopOwner {
  var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }
}
