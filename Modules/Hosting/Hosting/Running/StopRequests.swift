import Logging
import UnixSignals

/// Why a process is told to stop.
enum StopRequest: Sendable, Hashable, CustomStringConvertible {
  case signal(UnixSignal)
  /// Standard input was closed: whoever started this process is gone.
  case lifeline

  /// What the process reports when it is cut short: for a signal what a shell reports for a process that it ended.
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

/// Everything that tells the process to stop, in the order in which it comes. From the moment it exists SIGTERM and SIGINT no longer end the process by
/// themselves.
struct StopRequests: Sendable {
  let received: AsyncStream<StopRequest>

  /// Throws what ``Lifeline/closed()`` throws.
  init(watchingLifeline: Bool) async throws(HostError) {
    let (stream, continuation) = AsyncStream.makeStream(of: StopRequest.self)
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    Task { for await signal in signals { continuation.yield(.signal(signal)) } }
    if watchingLifeline {
      let closed = try Lifeline.closed()
      Task { for await _ in closed { continuation.yield(.lifeline) } }
    }
    received = stream
  }
}
