/// The times of one request, from the start of the run, on one clock.
struct RequestTiming: Sendable, Hashable {
  /// When the schedule wanted the request to be sent. In a closed loop, the same as ``sent``.
  let intended: Duration
  /// The earliest time at which the request could be sent: later than ``intended`` if as many requests as allowed were outstanding then.
  let possible: Duration
  let sent: Duration
  let ended: Duration

  /// What a user of the target would have waited. It counts from the intended send time: a request that is sent late because earlier ones are
  /// slow has waited, too (coordinated omission).
  var latency: Duration { ended - intended }
  var service: Duration { ended - sent }
  var queueing: Duration { sent - intended }
  /// Whether the request had to wait for an outstanding one.
  var hasWaited: Bool { possible > intended }
  /// Whether the generator itself was late, by enough to matter beside the latency.
  var isMissed: Bool { sent - possible > max(.milliseconds(1), latency / 10) }

  var generatorDelayNanoseconds: Int {
    let (seconds, attoseconds) = max(.zero, sent - possible).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// What became of one request.
struct RequestOutcome: Sendable {
  let operation: Operation
  let timing: RequestTiming
  /// `200`, or the reason why there was no answer.
  var status: String
  var cacheStatus: String?
  var byteCount = 0
  var isAnswered = true
  var isError = false
  var isVerified = false
  var isWrong = false
  /// A sentence about a wrong or failed answer.
  var example: String?
}
