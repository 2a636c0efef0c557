import MessageBus

/// Who asked, and for how long an answer is worth giving.
struct Caller: Sendable {
  private let end: ContinuousClock.Instant
  private let parts: ReplyParts

  /// Ends a little before the deadline, a tenth of it and 100 ms at most, so that a stale answer or a reason still arrives in time.
  init(_ parts: ReplyParts, deadline: Duration?, orElse standard: Duration, since start: ContinuousClock.Instant = .now) {
    end = start + (deadline.map { $0 - min($0 / 10, .milliseconds(100)) } ?? standard)
    self.parts = parts
  }

  /// Never negative.
  var left: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// Names the client for whoever is asked on its behalf.
  var client: String { parts.client }

  /// From here on the request waits for the fetch service: it must not keep others from being taken.
  func waits() { parts.releaseCredit() }
}
