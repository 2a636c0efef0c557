import OrderedJSON

/// Latencies of a run or of a part of a run: how many requests took how long. All latencies are in nanoseconds.
///
/// The buckets are those of any histogram, such as an HdrHistogram; distributions of the same precision can be merged without loss.
struct LatencyDistribution: ReportValue, Hashable {
  struct Bucket: Sendable, Hashable {
    /// The largest latency that belongs to the bucket.
    let value: Int
    let count: Int

    /// Returns the bucket with the largest value that has the same first `bits` significant bits.
    fileprivate func rounded(toBits bits: Int) -> Self {
      let excess = Int.bitWidth - value.leadingZeroBitCount - bits
      return excess > 0 ? Self(value: ((value >> excess) + 1) << excess - 1, count: count) : self
    }
  }

  /// The largest integer of a report, so that the sum of all integers in a file fits into 63 bits. As a latency, 19 hours.
  static let maximumNumber = 1 << 46
  /// The quantiles that reports show, by name.
  static let percentiles: [(name: String, quantile: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("p99.99", 0.9999),
  ]

  /// Buckets that contain at least one request, with ascending values.
  let buckets: [Bucket]
  let count: Int
  /// The largest latency, 0 if there is none.
  let maximum: Int
  let mean: Double

  /// Creates a distribution from buckets in any order.
  /// - Parameter maximum: the exact largest latency, which may be less than the value of the last bucket.
  init(buckets: some Sequence<Bucket> = [], maximum: Int? = nil) {
    var counts: [Int: Int] = [:]
    for bucket in buckets where bucket.count > 0 { counts[bucket.value, default: 0] += bucket.count }
    let kept = counts.map { Bucket(value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
    let last = kept.last?.value ?? 0
    let largest = kept.isEmpty ? 0 : max(maximum ?? last, kept.dropLast().last?.value ?? 0)
    let sum = kept.reduce(0) { $0 + Double(min($1.value, largest)) * Double($1.count) }
    (self.buckets, count, self.maximum) = (kept, kept.reduce(0) { $0 + $1.count }, largest)
    mean = count > 0 ? sum / Double(count) : 0
  }

  var isEmpty: Bool { buckets.isEmpty }

  var minimum: Int { min(buckets.first?.value ?? 0, maximum) }

  /// Returns the smallest latency that at least a share of `quantile` of all requests did not exceed (the nearest-rank definition), or 0 if
  /// there are no requests. Takes time linear in the number of buckets.
  func value(at quantile: Double) -> Int { values(atAscending: [quantile]).first ?? 0 }

  /// Returns ``value(at:)`` for each of `quantiles`, which must ascend, in the time of one pass over the buckets.
  func values(atAscending quantiles: [Double]) -> [Int] {
    var rest = buckets[...]
    var sum = 0
    return quantiles.map { quantile in
      let product = min(max(quantile, 0), 1) * Double(count)
      // 0.55 * 100 is slightly more than 55, and must not give rank 56.
      let rank = Int((product - 2 * product.ulp).rounded(.up))
      guard rank < count else { return maximum }
      while let bucket = rest.first {
        if sum + bucket.count >= max(1, rank) { return min(bucket.value, maximum) }
        sum += bucket.count
        rest = rest.dropFirst()
      }
      return maximum
    }
  }

  /// Returns the distribution of the requests of all `parts`.
  static func merged(_ parts: some Collection<LatencyDistribution>) -> LatencyDistribution {
    LatencyDistribution(buckets: parts.flatMap(\.buckets), maximum: parts.map(\.maximum).max())
  }

  /// Returns the distribution with latencies rounded up to `bits` significant bits: a relative error below 2 to the power of 1 - `bits`.
  func coarsened(toBits bits: Int) -> LatencyDistribution {
    LatencyDistribution(buckets: buckets.map { $0.rounded(toBits: bits) }, maximum: maximum)
  }

  init?(json: JSON) {
    guard let values = json["values"].flatMap([Int].init(json:)), let counts = json["counts"].flatMap([Int].init(json:)),
      values.count == counts.count, counts.reduce(0, +) <= Self.maximumNumber
    else { return nil }
    self.init(buckets: zip(values, counts).map { Bucket(value: $0, count: $1) }, maximum: json["max"].flatMap(Int.init(json:)))
  }

  var json: JSON {
    var json: JSON.Object = ["count": .number(count), "min": .number(minimum), "mean": .number(mean)]
    for (name, quantile) in Self.percentiles { json[name] = .number(value(at: quantile)) }
    json["max"] = .number(maximum)
    json["values"] = buckets.map(\.value).json
    json["counts"] = buckets.map(\.count).json
    return .object(json)
  }
}
