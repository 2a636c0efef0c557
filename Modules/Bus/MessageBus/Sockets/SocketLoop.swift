import CZeroMQ
import Glibc

/// What runs on a bus thread: sockets and a state machine, moved along by commands, messages and time.
protocol SocketLoop: AnyObject {
  associatedtype Command: Sendable

  var mailbox: Mailbox<Command> { get }
  /// The sockets to wait for.
  var sockets: [Socket] { get }
  /// Sockets on which little happens, to wait for as well. They are looked at only when their descriptor has spoken, which spares several system
  /// calls a turn; it speaks once for any number of messages (ZMQ_FD, zmq_getsockopt(3)), so they are always read until nothing is left.
  var sidelines: [Socket] { get }
  /// Whether to wait for the first socket to take messages as well.
  var awaitsRoom: Bool { get }
  /// When something is due even if nothing arrives.
  var nextDue: ContinuousClock.Instant? { get }
  var isFinished: Bool { get }

  func handle(_ commands: [Command], now: ContinuousClock.Instant)
  /// The loop stood still for `gap` when it should have run: the process was stopped, or the machine suspended. Called before anything else is done;
  /// what others did meanwhile may be read already, or only soon.
  func stoodStill(for gap: Duration, now: ContinuousClock.Instant)
  /// Reads what waits, up to a bound, and does what is due; with `sidelines` those too. `true` when there was something to read.
  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool
  /// The last call: everything must be let go.
  func finish(_ untaken: [Command])
}

extension SocketLoop {
  var sidelines: [Socket] { [] }
  var awaitsRoom: Bool { false }
  func stoodStill(for gap: Duration, now: ContinuousClock.Instant) {}

  fileprivate func run() {
    var (looksAside, turns) = (true, 0)
    /// By when this turn should have begun; `nil` when nothing was due.
    var expected: ContinuousClock.Instant?
    while !isFinished {
      let commands = mailbox.take()
      let now = ContinuousClock.now
      if let expected, expected + longestPause < now { stoodStill(for: expected.duration(to: now), now: now) }
      if !commands.isEmpty { handle(commands, now: now) }
      let isBusy = turn(now: now, sidelines: looksAside)
      turns += 1
      // A loop that never sleeps looks aside now and then all the same.
      looksAside = turns % 64 == 0
      expected = now
      guard !isBusy, !isFinished, mailbox.prepareToSleep() else { continue }
      let due = nextDue
      looksAside = sleep(now: now, due: due)
      mailbox.woke()
      expected = due.map { max($0, now) }
    }
    finish(mailbox.close())
  }

  /// Sleeps until something happens or is due. `false` when the sidelines were silent and time has not passed either.
  private func sleep(now: ContinuousClock.Instant, due: ContinuousClock.Instant?) -> Bool {
    var items = [zmq_pollitem_t(socket: nil, fd: mailbox.descriptor, events: Int16(ZMQ_POLLIN), revents: 0)]
    for socket in sockets {
      items.append(zmq_pollitem_t(socket: socket.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
    }
    if awaitsRoom, items.count > 1 { items[1].events |= Int16(ZMQ_POLLOUT) }
    let firstSideline = items.count
    for socket in sidelines {
      items.append(zmq_pollitem_t(socket: nil, fd: socket.descriptor, events: Int16(ZMQ_POLLIN), revents: 0))
    }
    let timeout = due.map { max(0, (now.duration(to: $0) + .microseconds(999)).wholeMilliseconds) } ?? -1
    // EINTR and every other failure lead to one more turn, which finds out by itself.
    let count = zmq_poll(&items, Int32(items.count), Int(timeout))
    return count <= 0 || items[firstSideline...].contains { $0.revents != 0 }
  }
}

/// A turn that begins later than this after it should have says that nothing of this process ran.
private let longestPause = Duration.seconds(1)

/// Starts a thread that runs `loop` to its end. The loop and its sockets belong to that thread from here on. `stopped` opens when all they held is let
/// go, endpoints and their locks included: whoever waits for it may bind them again.
func startThread(_ name: String, _ loop: sending some SocketLoop, stopped: Latch? = nil) throws(BusError) {
  // Starting a thread is a full memory fence, so the sockets may move with it.
  let box = Unmanaged.passRetained(ThreadBody(name: name, stopped: stopped) { loop.run() })
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      holocron_name_thread(body.name)
      blockSignals()
      body.runAndLetGo()
      return nil
    }, box.toOpaque())
  guard failure == 0 else {
    box.release()
    throw BusError(.system, "cannot start a thread: \(SystemError(number: failure))", cause: SystemError(number: failure))
  }
  pthread_detach(thread)
}

private final class ThreadBody {
  let name: String
  private var run: (() -> Void)?
  private let stopped: Latch?

  init(name: String, stopped: Latch?, run: @escaping () -> Void) {
    self.name = name
    self.stopped = stopped
    self.run = run
  }

  func runAndLetGo() {
    run?()
    // The loop goes with the closure that holds it.
    run = nil
    stopped?.open()
  }
}

/// Signals are for the main thread; here they would only interrupt polls.
private func blockSignals() {
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
}
