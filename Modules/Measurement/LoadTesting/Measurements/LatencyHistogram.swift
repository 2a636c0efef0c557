import Histogram

/// Latencies in an HdrHistogram: from 1 ns to an hour with three significant digits, in a fixed amount of memory (about 270 KB once something
/// was recorded). Longer latencies count as an hour.
struct LatencyHistogram: Sendable {
  private static let longest: UInt64 = 3_600_000_000_000

  /// `nil` while nothing was recorded, because many histograms of a run stay empty.
  private var base: Histogram<UInt64>?

  init() {}

  /// Creates a histogram from ``buckets`` of another.
  init(buckets: some Sequence<(nanoseconds: Int, count: Int)>) {
    for (nanoseconds, count) in buckets where nanoseconds >= 0 && count > 0 { record(nanoseconds: UInt64(nanoseconds), UInt64(count)) }
  }

  /// Records one latency. A negative one counts as 0.
  mutating func record(_ latency: Duration) {
    let (seconds, attoseconds) = latency.components
    record(nanoseconds: UInt64(max(0, min(seconds, 3_600) * 1_000_000_000 + attoseconds / 1_000_000_000)), 1)
  }

  private mutating func record(nanoseconds: UInt64, _ count: UInt64) {
    base?.record(min(nanoseconds, Self.longest), count: count)
    guard base == nil else { return }
    var first = Histogram<UInt64>(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
    first.record(min(nanoseconds, Self.longest), count: count)
    base = first
  }

  /// Adds the latencies of `other`.
  mutating func add(_ other: LatencyHistogram) {
    guard let added = other.base else { return }
    if base == nil { base = added } else { base?.add(added) }
  }

  var count: Int { Int(clamping: base?.totalCount ?? 0) }
  /// The largest latency in nanoseconds; 0 without latencies.
  var maximum: Int { Int(clamping: base?.maxRecorded ?? 0) }
  /// In nanoseconds; 0 without latencies.
  var mean: Double {
    guard count > 0 else { return 0 }
    return buckets.reduce(0.0) { sum, bucket in sum + Double(bucket.nanoseconds) * Double(bucket.count) } / Double(count)
  }

  /// Returns the nanoseconds that this percentage of the latencies does not exceed; 0 without latencies. Costs about 30 µs.
  func percentile(_ percentile: Double) -> Int { Int(clamping: base?.valueAtPercentile(percentile) ?? 0) }

  /// The largest value and the number of latencies of each bucket that is not empty, ascending.
  ///
  /// The iterators of Histogram add up all values in 64 bits and trap beyond that: a day of timeouts at 100,000 requests per second is more.
  var buckets: [(nanoseconds: Int, count: Int)] {
    guard let base, base.totalCount > 0 else { return [] }
    var buckets: [(nanoseconds: Int, count: Int)] = []
    var value = base.min
    while value <= base.maxRecorded {
      let largest = base.highestEquivalentForValue(value)
      let count = base.countForValue(value)
      if count > 0 { buckets.append((Int(clamping: largest), Int(clamping: count))) }
      value = largest + 1
    }
    return buckets
  }
}
