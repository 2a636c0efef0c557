import Histogram
import Synchronization

/// Latencies in an HdrHistogram: from 1 ns to an hour with three significant digits, in a fixed amount of memory (about 270 KB once something
/// was recorded). Longer latencies count as an hour.
struct LatencyHistogram: Sendable {
  private static let longest: UInt64 = 3_600_000_000_000

  /// `nil` while nothing was recorded, because many histograms of a run stay empty.
  private var base: Histogram<UInt64>?

  /// Records one latency. A negative one counts as 0.
  mutating func record(_ latency: Duration) {
    let nanoseconds = min(UInt64(max(0, min(latency, .seconds(3_600)).nanoseconds)), Self.longest)
    if base == nil { base = Histogram<UInt64>(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three) }
    base?.record(nanoseconds, count: 1)
  }

  /// Adds the latencies of `other`.
  mutating func add(_ other: LatencyHistogram) {
    guard let added = other.base else { return }
    if base == nil { base = added } else { base?.add(added) }
  }

  var count: Int { Int(clamping: base?.totalCount ?? 0) }

  /// All latencies, as reports have them.
  ///
  /// The iterators of Histogram add up all values in 64 bits and trap beyond that: a day of timeouts at 100,000 requests per second is more.
  var distribution: LatencyDistribution {
    guard let base, base.totalCount > 0 else { return LatencyDistribution() }
    var buckets: [LatencyDistribution.Bucket] = []
    var value = base.min
    while value <= base.maxRecorded {
      let largest = base.highestEquivalentForValue(value)
      let count = base.countForValue(value)
      if count > 0 { buckets.append(.init(value: Int(clamping: largest), count: Int(clamping: count))) }
      value = largest + 1
    }
    return LatencyDistribution(buckets: buckets, maximum: Int(clamping: base.maxRecorded))
  }
}

extension Duration {
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// Collects the outcomes of concurrent requests until a sampler takes them. Spread over several locks, so that front-ends rarely wait for one
/// another.
final class Recorder: Sendable {
  /// The measurements since they were last taken.
  struct Sample: Sendable {
    /// Requests whose intended send time belongs to the warm-up.
    var warmUp = Measurements()
    var measured = Measurements()

    subscript(isWarmUp isWarmUp: Bool) -> Measurements {
      get { isWarmUp ? warmUp : measured }
      _modify { if isWarmUp { yield &warmUp } else { yield &measured } }
    }
  }

  private final class Shard: Sendable {
    let sample = Mutex(Sample())
  }

  private let shards: [Shard]

  /// - Parameter lanes: the number of front-ends. More than eight share locks, because each holds histograms.
  init(lanes: Int) { shards = (0..<min(max(1, lanes), 8)).map { _ in Shard() } }

  /// Changes the measurements since they were last taken.
  func record(lane: Int, isWarmUp: Bool, _ change: (inout Measurements) -> Void) {
    shards[lane % shards.count].sample.withLock { change(&$0[isWarmUp: isWarmUp]) }
  }

  /// Removes and returns everything recorded since the last call.
  func take() -> Sample {
    shards.reduce(into: Sample()) { total, shard in
      let sample = shard.sample.withLock { sample in
        defer { sample = Sample() }
        return sample
      }
      total.warmUp.add(sample.warmUp)
      total.measured.add(sample.measured)
    }
  }
}
