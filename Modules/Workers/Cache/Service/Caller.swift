import MessageBus

/// The client that sent a request, and the time left to answer it.
struct Caller: Sendable {
  private var end: ContinuousClock.Instant
  private let parts: ReplyParts

  /// Sets the limit to slightly less than the deadline (by a tenth, at most 100 ms), so that a stale answer or an error still arrives in
  /// time.
  init(_ parts: ReplyParts, deadline: Duration?, default timeout: Duration, from start: ContinuousClock.Instant = .now) {
    end = start + (deadline.map { $0 - min($0 / 10, .milliseconds(100)) } ?? timeout)
    self.parts = parts
  }

  /// The time left; never negative.
  var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// The same caller with half of the time left, for a request without which the answer can be made as well.
  var withHalfTheTime: Caller {
    var caller = self
    caller.end = .now + remaining / 2
    return caller
  }

  /// The client's name, for requests made on its behalf.
  var client: String { parts.client }

  /// Returns the request's credit, so that requests waiting for a fetch do not prevent the worker from accepting others.
  func releaseCredit() { parts.releaseCredit() }
}
