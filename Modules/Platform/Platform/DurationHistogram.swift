/// How many durations there were of which length, in the buckets of an HdrHistogram: of equal width from each power of two nanoseconds to the
/// next. Durations beyond an hour count as an hour.
package struct DurationHistogram: Sendable {
  /// The significant bits of a duration: 11 are accurate to 0.1 % and take at most 270 KB, 7 are accurate to 1.6 % and take 20 KB.
  private let bits: Int
  /// By bucket, up to the last one that is not empty.
  private var counts: [Int] = []
  package private(set) var count = 0
  /// The longest duration in nanoseconds.
  package private(set) var maximum = 0

  package init(bits: Int = 11) { self.bits = bits }

  /// Records a duration. A negative one, from a clock that was set back, counts as 0.
  package mutating func record(_ nanoseconds: Int) {
    let value = max(0, min(nanoseconds, 3_600_000_000_000))
    let shift = max(0, Int.bitWidth - value.leadingZeroBitCount - bits)
    let index = shift << (bits - 1) + value >> shift
    if index >= counts.count { counts += repeatElement(0, count: index + 1 - counts.count) }
    counts[index] += 1
    count += 1
    maximum = max(maximum, value)
  }

  /// Adds the durations of `other`, which has as many bits.
  package mutating func add(_ other: DurationHistogram) {
    if other.counts.count > counts.count { counts += repeatElement(0, count: other.counts.count - counts.count) }
    for index in other.counts.indices { counts[index] += other.counts[index] }
    count += other.count
    maximum = max(maximum, other.maximum)
  }

  /// Returns the durations recorded since `earlier`, a former state.
  package func since(_ earlier: DurationHistogram) -> DurationHistogram {
    var recent = self
    for index in earlier.counts.indices { recent.counts[index] -= earlier.counts[index] }
    recent.count -= earlier.count
    return recent
  }

  /// A copy whose storage is not shared: the next recorded duration would have to copy it.
  package var copy: DurationHistogram {
    var copy = self
    copy.counts = counts.map { $0 }
    return copy
  }

  /// The buckets that are not empty, in ascending order: the longest duration that belongs to each, and its count.
  package var buckets: [(value: Int, count: Int)] {
    counts.indices.compactMap { index in
      guard counts[index] > 0 else { return nil }
      let shift = max(0, index >> (bits - 1) - 1)
      return ((index - shift << (bits - 1) + 1) << shift - 1, counts[index])
    }
  }

  /// Returns the duration that a share of all durations does not exceed, in nanoseconds; `nil` if nothing was recorded.
  package func percentile(_ share: Double) -> Int? {
    var left = Int((Double(count) * share).rounded(.up))
    for bucket in buckets {
      left -= bucket.count
      if left <= 0 { return min(bucket.value, maximum) }
    }
    return nil
  }
}
