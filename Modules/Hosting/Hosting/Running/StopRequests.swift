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

/// The stop requests to this process, in the order received. Once created, SIGTERM, SIGINT and SIGHUP no longer end the process by themselves.
/// A SIGHUP that the process ignores from the start, as under nohup(1), stays ignored.
struct StopRequests: Sendable {
  let received: AsyncStream<StopRequest>

  /// Throws the errors of ``Lifeline/closed()``.
  init(watchingLifeline: Bool) async throws(HostError) {
    let (stream, continuation) = AsyncStream.makeStream(of: StopRequest.self)
    let hangUp: [UnixSignal] = Signal.hangUp.isIgnored ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + hangUp)
    Task { for await signal in signals { continuation.yield(.signal(signal)) } }
    if watchingLifeline {
      let closed = try Lifeline.closed()
      Task { for await _ in closed { continuation.yield(.lifeline) } }
    }
    received = stream
  }
}
