import CZeroMQ
import Glibc

/// What runs on a bus thread: sockets and a state machine, moved along by commands, messages and time.
protocol SocketLoop: AnyObject {
  associatedtype Command: Sendable

  var mailbox: Mailbox<Command> { get }
  /// The sockets to wait for.
  var sockets: [Socket] { get }
  /// Whether to wait for the first socket to take messages as well.
  var awaitsRoom: Bool { get }
  /// When something is due even if nothing arrives.
  var nextDue: ContinuousClock.Instant? { get }
  var isFinished: Bool { get }

  func handle(_ commands: [Command], now: ContinuousClock.Instant)
  /// Reads what waits, up to a bound, and does what is due. `true` when there was something to read.
  func turn(now: ContinuousClock.Instant) -> Bool
  /// The last call: everything must be let go.
  func finish(_ untaken: [Command])
}

extension SocketLoop {
  var awaitsRoom: Bool { false }

  fileprivate func run() {
    while !isFinished {
      let commands = mailbox.take()
      let now = ContinuousClock.now
      if !commands.isEmpty { handle(commands, now: now) }
      let busy = turn(now: now)
      guard !busy, !isFinished, mailbox.prepareToSleep() else { continue }
      sleep(now: now)
      mailbox.woke()
    }
    finish(mailbox.close())
  }

  private func sleep(now: ContinuousClock.Instant) {
    var items = [zmq_pollitem_t(socket: nil, fd: mailbox.descriptor, events: Int16(ZMQ_POLLIN), revents: 0)]
    for socket in sockets {
      items.append(zmq_pollitem_t(socket: socket.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
    }
    if awaitsRoom, items.count > 1 { items[1].events |= Int16(ZMQ_POLLOUT) }
    let timeout = nextDue.map { max(0, (now.duration(to: $0) + .microseconds(999)).wholeMilliseconds) } ?? -1
    // EINTR and every other failure lead to one more turn, which finds out by itself.
    zmq_poll(&items, Int32(items.count), Int(timeout))
  }
}

/// Starts a thread that runs `loop` to its end. The loop and its sockets belong to that thread from here on.
func startThread(_ name: String, _ loop: sending some SocketLoop) throws(BusError) {
  // Starting a thread is a full memory fence, so the sockets may move with it.
  let box = Unmanaged.passRetained(ThreadBody(name: name) { loop.run() })
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      holocron_name_thread(body.name)
      blockSignals()
      body.run()
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
  let run: () -> Void
  init(name: String, run: @escaping () -> Void) {
    self.name = name
    self.run = run
  }
}

/// Signals are for the main thread; here they would only interrupt polls.
private func blockSignals() {
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
}
