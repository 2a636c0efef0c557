import OrderedJSON
import Synchronization

/// A histogram of durations with 64 buckets per power of two: percentiles are accurate to 1.6 %, and the size is constant (20 KB). Values
/// above 18 minutes count as 18 minutes.
final class Histogram: Sendable {
  struct Summary: Sendable, Hashable {
    var count: Int64
    /// Nanoseconds. A percentile is the upper bound of its bucket, at most `max`.
    var p50, p90, p99, max: Int64

    /// Times in milliseconds, rounded to the microsecond.
    var json: JSON {
      [
        "count": .number(count), "p50": Self.milliseconds(p50), "p90": Self.milliseconds(p90), "p99": Self.milliseconds(p99),
        "max": Self.milliseconds(max),
      ]
    }

    private static func milliseconds(_ nanoseconds: Int64) -> JSON { .number((Double(nanoseconds) / 1e3).rounded() / 1e3) }
  }

  /// Bits of precision: one bucket per value below 2^7, then 64 buckets per power of two up to 2^40 ns.
  private static let precision = 6
  private static let maximumValue: Int64 = (1 << 40) - 1

  private struct State {
    var buckets: [Int64]
    var count: Int64 = 0
    var max: Int64 = 0
  }

  private let state = Mutex(State(buckets: Array(repeating: 0, count: Histogram.index(Histogram.maximumValue) + 1)))

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

  /// Count, percentiles and maximum; `nil` if nothing was recorded.
  var summary: Summary? {
    let state = state.withLock { $0 }
    guard state.count > 0 else { return nil }
    func percentile(_ share: Double) -> Int64 {
      var left = Int64((Double(state.count) * share).rounded(.up))
      for (index, count) in state.buckets.enumerated() {
        left -= count
        if left <= 0 { return min(Self.upperBound(index), state.max) }
      }
      return state.max
    }
    return Summary(count: state.count, p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99), max: state.max)
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
