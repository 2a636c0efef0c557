import MessageBus
import OrderedJSON
import Synchronization

/// Counts of durations in nanoseconds, in 64 buckets per power of two: percentiles are accurate to 1.6 %. Values above 18 minutes count as 18
/// minutes.
struct Buckets: Sendable {
  /// Bits of precision: one bucket per value below 2^7, then 64 buckets per power of two up to 2^40 ns.
  private static let precision = 6
  private static let maximumValue: Int64 = (1 << 40) - 1

  private var counts: [Int64] = Array(repeating: 0, count: Buckets.index(Buckets.maximumValue) + 1)
  private(set) var count: Int64 = 0
  private(set) var max: Int64 = 0

  /// Records a duration. Negative durations, from a clock that was set back, count as zero.
  mutating func record(_ nanoseconds: Int64) {
    let value = min(Swift.max(nanoseconds, 0), Self.maximumValue)
    counts[Self.index(value)] &+= 1
    count &+= 1
    if value > max { max = value }
  }

  /// A copy whose storage is not shared: the next recorded value would have to copy it.
  var copy: Buckets {
    var copy = self
    copy.counts = counts.map { $0 }
    return copy
  }

  /// Returns the values recorded since `earlier`, a former state.
  func since(_ earlier: Buckets?) -> Buckets {
    guard let earlier else { return self }
    var recent = self
    recent.counts = zip(counts, earlier.counts).map { $0 &- $1 }
    recent.count = count &- earlier.count
    return recent
  }

  /// Returns the upper bound of a percentile's bucket, at most ``max``; `nil` if nothing was recorded.
  func percentile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    var left = Int64((Double(count) * share).rounded(.up))
    for (index, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return min(Self.upperBound(index), max) }
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

/// A histogram of durations since the start, and of the last 10 seconds or more. Of constant size: 20 KB, and 60 KB once summaries are read.
final class Histogram: Sendable {
  struct Summary: Sendable {
    let all: Buckets
    /// The values of the interval that ends with the summary.
    let recent: Buckets
    let interval: Duration

    /// Times in milliseconds, rounded to the microsecond.
    var json: JSON {
      func percentile(_ share: Double, _ buckets: Buckets) -> JSON? { buckets.percentile(share).map(Self.milliseconds) }
      var last: JSON.Object = ["count": .number(recent.count)]
      last["p50"] = percentile(0.5, recent)
      last["p99"] = percentile(0.99, recent)
      last["seconds"] = .number(Double(interval.wholeMilliseconds) / 1_000)
      var object: JSON.Object = ["count": .number(all.count)]
      for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] { object[name] = percentile(share, all) }
      object["max"] = Self.milliseconds(all.max)
      object["recent"] = .object(last)
      return .object(object)
    }

    private static func milliseconds(_ nanoseconds: Int64) -> JSON { .number((Double(nanoseconds) / 1e3).rounded() / 1e3) }
  }

  /// Minimum age of the state that recent values are counted from, once the histogram is that old. If summaries are read often, it is at most
  /// about twice as old.
  private static let recentInterval = Duration.seconds(10)

  private typealias Past = (time: ContinuousClock.Instant, buckets: Buckets?)

  private let buckets = Mutex(Buckets())
  /// The last two states that summaries have kept. Recent values are counted from the older one, because another reader may have made the newer
  /// one a moment ago.
  private let past: Mutex<(older: Past, newer: Past)>

  /// `start` is the beginning of the first interval of recent values.
  init(start: ContinuousClock.Instant = .now) { past = Mutex(((start, nil), (start, nil))) }

  func record(_ nanoseconds: Int64) { buckets.withLock { $0.record(nanoseconds) } }

  /// Returns the values so far; `nil` if nothing was recorded. Any number of readers may call this at any rate.
  func summary(at now: ContinuousClock.Instant) -> Summary? {
    // The past stays locked meanwhile, so that it is not newer than the state.
    past.withLock { past in
      let all = buckets.withLock(\.self)
      guard all.count > 0 else { return nil }
      if past.newer.time.duration(to: now) >= Self.recentInterval { past = (past.newer, (now, all.copy)) }
      return Summary(all: all, recent: all.since(past.older.buckets), interval: max(.zero, past.older.time.duration(to: now)))
    }
  }
}
