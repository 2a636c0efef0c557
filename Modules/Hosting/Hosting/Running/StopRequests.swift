import Logging
import Platform
import UnixSignals

/// The reason a process is asked to stop.
enum StopRequest: Sendable, Hashable, CustomStringConvertible {
  case signal(UnixSignal)
  /// End of file on standard input: the parent has gone away.
  case lifeline

  /// The exit code after a forced stop; for a signal, 128 and its number, as shells report it.
  var exitCode: Int32 {
    switch self {
    case .signal(let signal): 128 + signal.rawValue
    case .lifeline: HostError.Code.failed.exitCode
    }
  }

  var description: String {
    switch self {
    case .signal(let signal): "\(signal)"
    case .lifeline: "standard input closed"
    }
  }
}

/// The stop requests to this process, in the order received. Once created, SIGTERM, SIGINT and SIGHUP do not end the process by themselves.
/// A SIGHUP that the process ignores from the start, as under nohup(1), stays ignored.
struct StopRequests: Sendable {
  let received: AsyncStream<StopRequest>

  /// Throws ``HostErrorCode/unavailable`` if no thread can be started that watches the lifeline.
  init(watchingLifeline: Bool) async throws(HostError) {
    let (stream, continuation) = AsyncStream.makeStream(of: StopRequest.self)
    let hangUp: [UnixSignal] = Signal.hangUp.isIgnored ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + hangUp)
    Task { for await signal in signals { continuation.yield(.signal(signal)) } }
    if watchingLifeline { try Self.watchLifeline { continuation.yield(.lifeline) } }
    received = stream
  }

  /// Calls `closed` at end of file on standard input: the parent holds the other end of the pipe and writes nothing. The kernel closes the pipe
  /// however the parent ends, SIGKILL included. PR_SET_PDEATHSIG would send its signal when the thread that started this process ends, even if
  /// the parent runs on.
  ///
  /// Uses one sleeping thread: a dispatch source that is cancelled while its pipe is closed can crash libdispatch. A process that is stopped
  /// (SIGSTOP) sees the end only when it continues. The kernel continues the children of a supervisor that was killed, because their process
  /// groups are then orphaned (setpgid(2)): unless pid 1 belongs to the same session, as in some containers.
  private static func watchLifeline(_ closed: @escaping @Sendable () -> Void) throws(HostError) {
    do {
      try BackgroundThread.start {
        while let input = try? StandardStream.input.read(upTo: 256), !input.isEmpty {}
        closed()
      }
    } catch { throw HostError(.unavailable, "cannot watch standard input: \(error.reason)", cause: error) }
  }
}
