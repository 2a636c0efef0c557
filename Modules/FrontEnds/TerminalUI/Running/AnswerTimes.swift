/// How long people wait for a key: from when it could be read until its frame was written.
public struct AnswerTimes: Sendable, CustomStringConvertible {
  private static let depth = 4_096
  private var times: [Duration] = []
  private var next = 0
  /// Frames drawn, for keys or for news.
  public internal(set) var frames = 0

  /// Keeps the last ones.
  mutating func add(_ time: Duration) {
    if times.count < Self.depth { times.append(time) } else { times[next] = time }
    next = (next + 1) % Self.depth
  }

  public var count: Int { times.count }

  /// `share` of the times were at most this long; `nil` before the first key.
  public func percentile(_ share: Double) -> Duration? {
    guard !times.isEmpty else { return nil }
    return times.sorted()[min(times.count - 1, Int(Double(times.count) * share))]
  }

  /// `frames 120, keys 40, p50 0.4 ms, p99 2.1 ms, max 3.0 ms`
  public var description: String {
    func text(_ share: Double) -> String {
      let microseconds = (percentile(share) ?? .zero) / .microseconds(1)
      return "\((microseconds / 100).rounded() / 10) ms"
    }
    return "frames \(frames), keys \(count), p50 \(text(0.5)), p99 \(text(0.99)), max \(text(1))"
  }
}
