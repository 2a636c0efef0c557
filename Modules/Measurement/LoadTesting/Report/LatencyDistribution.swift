import Text

/// Latencies of a run or of a part of a run: how many requests took how long. All latencies are in nanoseconds.
///
/// The buckets are those of any histogram, such as an HdrHistogram; distributions of the same precision can be merged without loss.
struct LatencyDistribution: Sendable, Hashable {
  struct Bucket: Sendable, Hashable {
    /// The largest latency that belongs to the bucket.
    let value: Int
    let count: Int

    /// Limits both numbers to 0…``LatencyDistribution/maximumNumber``.
    init(value: Int, count: Int) {
      self.value = min(max(0, value), LatencyDistribution.maximumNumber)
      self.count = min(max(0, count), LatencyDistribution.maximumNumber)
    }
  }

  /// The largest latency and the largest count: the integers that every reader of JSON represents exactly (RFC 8259 section 6). As a latency,
  /// 104 days.
  static let maximumNumber = 1 << 53
  /// The quantiles that reports show, by name.
  static let percentiles: [(name: String, quantile: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("p99.99", 0.9999),
  ]
  /// A distribution of more buckets is coarsened to 10 significant bits, which gives fewer than 30,000.
  static let maximumBuckets = 65_536

  /// Buckets that contain at least one request, with ascending values.
  let buckets: [Bucket]
  /// The number of requests.
  let count: Int
  /// The largest latency, 0 if there is none.
  let maximum: Int
  /// The arithmetic mean, 0 if there are no requests.
  let mean: Double

  /// Creates a distribution from buckets in any order. Takes linear time if the values ascend.
  /// - Parameter maximum: the exact largest latency, which may be less than the value of the last bucket.
  init(buckets: some Sequence<Bucket> = [], maximum: Int? = nil) {
    var kept = Self.joined(buckets.filter { $0.count > 0 })
    if kept.count > Self.maximumBuckets { kept = Self.joined(kept.map { $0.rounded(toBits: 10) }) }
    let last = kept.last?.value ?? 0
    let beforeLast = kept.dropLast().last?.value ?? 0
    let largest = kept.isEmpty ? 0 : min(max(maximum ?? last, beforeLast), Self.maximumNumber)
    var count = 0
    var sum = 0.0
    for bucket in kept {
      count.addLimited(bucket.count)
      sum += Double(min(bucket.value, largest)) * Double(bucket.count)
    }
    self.buckets = kept
    self.count = count
    self.maximum = largest
    mean = count > 0 ? sum / Double(count) : 0
  }

  var isEmpty: Bool { buckets.isEmpty }

  /// The smallest latency, 0 if there is none.
  var minimum: Int { min(buckets.first?.value ?? 0, maximum) }

  /// The standard deviation of all latencies, 0 if there are none.
  var standardDeviation: Double {
    guard count > 0 else { return 0 }
    let squares = buckets.reduce(0.0) { sum, bucket in
      let deviation = Double(min(bucket.value, maximum)) - mean
      return sum + deviation * deviation * Double(bucket.count)
    }
    return (squares / Double(count)).squareRoot()
  }

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
  static func merged(_ parts: some Sequence<LatencyDistribution>) -> LatencyDistribution {
    var buckets: [Bucket] = []
    var maximum = 0
    for part in parts {
      buckets += part.buckets
      maximum = max(maximum, part.maximum)
    }
    return LatencyDistribution(buckets: buckets, maximum: maximum)
  }

  /// Returns the distribution with latencies rounded up to `bits` significant bits: a relative error below 2 to the power of 1 - `bits`.
  func coarsened(toBits bits: Int) -> LatencyDistribution {
    LatencyDistribution(buckets: buckets.map { $0.rounded(toBits: bits) }, maximum: maximum)
  }

  /// Returns buckets in ascending order, one per value.
  private static func joined(_ buckets: [Bucket]) -> [Bucket] {
    let isAscending = zip(buckets, buckets.dropFirst()).allSatisfy { $0.value <= $1.value }
    var joined: [Bucket] = []
    for bucket in isAscending ? buckets : buckets.sorted(by: { $0.value < $1.value }) {
      if let last = joined.last, last.value == bucket.value {
        joined[joined.count - 1] = Bucket(value: last.value, count: last.count + bucket.count)
      } else {
        joined.append(bucket)
      }
    }
    return joined
  }
}

extension LatencyDistribution {
  /// The file `NAME.hgrm`: the percentile distribution in the text format of HdrHistogram, which its plotter reads. Values are milliseconds.
  ///
  /// The lines are those of HdrHistogram's percentile iterator with 5 ticks per half distance: five percentiles up to 50 %, five more up to
  /// 75 %, and so on, until one request remains. Their number is logarithmic in the number of requests.
  var hgrm: String {
    var text = Self.line("Value", "Percentile", "TotalCount", "1/(1-Percentile)") + "\n"
    var sum = 0
    var level = 0.0
    for bucket in buckets {
      sum.addLimited(bucket.count)
      var isFirst = true
      while sum < count || isFirst, 100 * Double(sum) / Double(count) >= level {
        isFirst = false
        text += Self.line(value(min(bucket.value, maximum)), Self.share(level), "\(sum)", Quantity.decimal(100 / (100 - level), digits: 2))
        level += 100 / Double(5 << (1 + (100 / (100 - level)).exponent))
      }
    }
    // The line of 100 % has no fourth column, which would be infinite.
    if count > 0 { text += Self.line(value(maximum), Self.share(100), "\(count)") }
    text += "#[Mean    = \(milliseconds(mean)), StdDeviation   = \(milliseconds(standardDeviation))]\n"
    text += "#[Max     = \(milliseconds(Double(maximum))), Total count    = \("\(count)".padded(to: 12, .trailing))]\n"
    text += "#[Buckets = \("\(buckets.count)".padded(to: 12, .trailing)), SubBuckets     = \("1".padded(to: 12, .trailing))]\n"
    return text
  }

  private static func line(_ cells: String...) -> String {
    zip(cells, [12, 14, 10, 14]).map { $0.padded(to: $1, .trailing) }.joined(separator: " ") + "\n"
  }

  private static func share(_ level: Double) -> String { Quantity.decimal(level / 100, digits: 12) }

  private func value(_ nanoseconds: Int) -> String { Quantity.decimal(Double(nanoseconds) / 1e6, digits: 6) }

  private func milliseconds(_ nanoseconds: Double) -> String { Quantity.decimal(nanoseconds / 1e6, digits: 3).padded(to: 12, .trailing) }
}

extension LatencyDistribution.Bucket {
  /// Returns the bucket with the largest value that has the same first `bits` significant bits.
  fileprivate func rounded(toBits bits: Int) -> Self {
    let excess = Int.bitWidth - value.leadingZeroBitCount - bits
    guard excess > 0 else { return self }
    return Self(value: ((value >> excess) + 1) << excess - 1, count: count)
  }
}
