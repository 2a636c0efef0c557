/// How long an origin wants to be left alone. What it says to one request holds for all. Pure: time comes in as an argument.
///
/// | the origin says | it is left alone |
/// |---|---|
/// | 429 or 503 with Retry-After | for that time, at most ``RetryAfter/longest`` |
/// | 429 without one | for 1 s, doubled with each that follows, at most ``longestOfOurs`` |
/// | anything else | no longer than it said before |
struct OriginPause: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let firstOfOurs = Duration.seconds(1)
  static let longestOfOurs = Duration.seconds(60)

  private var end: Instant?
  private var word: HTTPAnswer?
  private var throttled = 0

  /// Notes what the origin answered to a request.
  mutating func note(_ answer: HTTPAnswer, now: Instant) {
    guard let time = time(answer) else {
      if answer.status < 400 { throttled = 0 }
      return
    }
    // Requests that were on their way together are throttled together: that is one throttling.
    if answer.wait == nil, let end, now < end { return }
    if answer.status == 429 { throttled += 1 }
    // Requests on their way together may come back with different times: the longest holds.
    if let end, now + time <= end { return }
    end = now + time
    word = answer
    // Kept for the reason in it, which is short.
    if answer.body.count > 65_536 { word?.body = [] }
  }

  /// What to tell who asks now: the origin's word with the time that is left. `nil` when the origin may be asked.
  func refusal(now: Instant) -> HTTPAnswer? {
    guard let end, now < end, var word else { return nil }
    word.timeLeft = now.duration(to: end)
    return word
  }

  private func time(_ answer: HTTPAnswer) -> Duration? {
    guard answer.status == 429 || answer.status == 503 else { return nil }
    if let asked = answer.wait { return asked > .zero ? asked : nil }
    return answer.status == 429 ? min(Self.longestOfOurs, Self.firstOfOurs * (1 << min(throttled, 20))) : nil
  }
}
