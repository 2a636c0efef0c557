/// The latency of key presses: from the time a key was readable until its frame was written.
public struct InputLatency: Sendable, CustomStringConvertible {
  private static let capacity = 4_096
  private var samples: [Duration] = []
  private var next = 0
  /// Number of frames drawn for any reason.
  public internal(set) var frames = 0

  /// Adds a latency and keeps the last 4,096.
  mutating func add(_ sample: Duration) {
    if samples.count < Self.capacity { samples.append(sample) } else { samples[next] = sample }
    next = (next + 1) % Self.capacity
  }

  public var count: Int { samples.count }

  /// Returns the given percentile, from 0 to 1; `nil` before the first key press.
  public func percentile(_ fraction: Double) -> Duration? {
    guard !samples.isEmpty else { return nil }
    return samples.sorted()[min(samples.count - 1, Int(Double(samples.count) * fraction))]
  }

  /// A summary: `frames 120, keys 40, p50 0.4 ms, p99 2.1 ms, max 3.0 ms`.
  public var description: String {
    func text(_ fraction: Double) -> String {
      let microseconds = (percentile(fraction) ?? .zero) / .microseconds(1)
      return "\((microseconds / 100).rounded() / 10) ms"
    }
    return "frames \(frames), keys \(count), p50 \(text(0.5)), p99 \(text(0.99)), max \(text(1))"
  }
}
