import MessageBus
import OrderedJSON
import Synchronization

/// A histogram of durations with 64 buckets per power of two: percentiles are accurate to 1.6 %, and the size is constant (20 KB, and 60 KB
/// once summaries are read). Values above 18 minutes count as 18 minutes.
final class Histogram: Sendable {
  struct Summary: Sendable, Hashable {
    var count: Int64
    /// Nanoseconds. A percentile is the upper bound of its bucket, at most `max`.
    var p50, p90, p99, max: Int64
    var recent: Recent

    /// Times in milliseconds, rounded to the microsecond.
    var json: JSON {
      [
        "count": .number(count), "p50": Self.milliseconds(p50), "p90": Self.milliseconds(p90), "p99": Self.milliseconds(p99),
        "max": Self.milliseconds(max), "recent": recent.json,
      ]
    }

    fileprivate static func milliseconds(_ nanoseconds: Int64) -> JSON { .number((Double(nanoseconds) / 1e3).rounded() / 1e3) }
  }

  /// The values of the interval that ends with the summary.
  struct Recent: Sendable, Hashable {
    var count: Int64
    /// Nanoseconds; `nil` if nothing was recorded in the interval.
    var p50, p99: Int64?
    var interval: Duration

    var json: JSON {
      var object: JSON.Object = ["count": .number(count)]
      object["p50"] = p50.map { Summary.milliseconds($0) }
      object["p99"] = p99.map { Summary.milliseconds($0) }
      object["seconds"] = .number(Double(interval.wholeMilliseconds) / 1_000)
      return .object(object)
    }
  }

  /// Bits of precision: one bucket per value below 2^7, then 64 buckets per power of two up to 2^40 ns.
  private static let precision = 6
  private static let maximumValue: Int64 = (1 << 40) - 1
  /// Minimum age of a copy that recent values are counted from, once the histogram is that old. If summaries are read often, the copy is at
  /// most about twice as old.
  private static let recentInterval = Duration.seconds(10)

  private struct State {
    var buckets: [Int64]
    var count: Int64 = 0
    var max: Int64 = 0
  }

  /// A copy of the buckets.
  private struct Copy {
    let time: ContinuousClock.Instant
    /// Empty if nothing was recorded.
    var buckets: [Int64] = []
    var count: Int64 = 0
  }

  /// The last two copies. Recent values are counted from the older one, because another reader may have
  /// made the newer one a moment ago.
  private struct Copies {
    var older, newer: Copy
  }

  private let state = Mutex(State(buckets: Array(repeating: 0, count: Histogram.index(Histogram.maximumValue) + 1)))
  /// Only summaries use the copies, so that they cost nothing when a value is recorded.
  private let copies: Mutex<Copies>

  /// `start` is the beginning of the first interval of recent values.
  init(start: ContinuousClock.Instant = .now) {
    let empty = Copy(time: start)
    copies = Mutex(Copies(older: empty, newer: empty))
  }

  /// Records a duration. Negative durations, from a clock that was set back, count as zero.
  func record(_ nanoseconds: Int64) {
    let value = min(max(nanoseconds, 0), Self.maximumValue)
    let index = Self.index(value)
    state.withLock { state in
      state.buckets[index] &+= 1
      state.count &+= 1
      if value > state.max { state.max = value }
    }
  }

  /// Returns count, percentiles and maximum, since the start and of the last 10 s or more; `nil` if nothing was recorded. Any number of
  /// readers may call this at any rate.
  func summary(at now: ContinuousClock.Instant) -> Summary? {
    // The copies stay locked meanwhile, so that none of them is newer than the state.
    let (state, earlier) = copies.withLock { copies -> (State, Copy) in
      let state = self.state.withLock { $0 }
      if state.count > 0, copies.newer.time.duration(to: now) >= Self.recentInterval {
        copies.older = copies.newer
        // An array that shares its storage would make the next recorded value copy it.
        copies.newer = Copy(time: now, buckets: state.buckets.map { $0 }, count: state.count)
      }
      return (state, copies.older)
    }
    guard state.count > 0 else { return nil }
    func percentile(_ share: Double) -> Int64 { Self.percentile(share, of: state.buckets, count: state.count, max: state.max) }
    let count = state.count &- earlier.count
    let buckets = earlier.buckets.isEmpty ? state.buckets : zip(state.buckets, earlier.buckets).map { $0 &- $1 }
    func recentPercentile(_ share: Double) -> Int64? {
      count > 0 ? Self.percentile(share, of: buckets, count: count, max: state.max) : nil
    }
    return Summary(
      count: state.count, p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99), max: state.max,
      recent: Recent(
        count: count, p50: recentPercentile(0.5), p99: recentPercentile(0.99),
        interval: max(.zero, earlier.time.duration(to: now))))
  }

  private static func percentile(_ share: Double, of buckets: [Int64], count: Int64, max: Int64) -> Int64 {
    var left = Int64((Double(count) * share).rounded(.up))
    for (index, count) in buckets.enumerated() {
      left -= count
      if left <= 0 { return min(upperBound(index), max) }
    }
    return max
  }

  static func index(_ value: Int64) -> Int {
    let shift = Swift.max(0, Int64.bitWidth - value.leadingZeroBitCount - precision - 1)
    return shift << precision + Int(value >> Int64(shift))
  }

  /// Returns the largest value in a bucket.
  static func upperBound(_ index: Int) -> Int64 {
    let width = 1 << precision
    guard index >= 2 * width else { return Int64(index) }
    let shift = index / width - 1
    return (Int64(index - shift * width) + 1) << Int64(shift) - 1
  }
}
