/// A run as a sample of blocks, each of one or several neighbouring intervals. Seconds of a run are not independent of one another; long
/// enough blocks nearly are.
struct BlockSample {
  /// More blocks would cost time and gain nothing.
  static let maximumBlocks = 60
  /// With fewer blocks there is nothing to estimate a variation from.
  static let minimumBlocks = 5

  private struct Block {
    let totals: LoadReport.Totals
    let latency: LatencyDistribution
    /// The buckets of `latency` as indices into `values`, with their counts.
    let buckets: [(index: Int, count: Int)]
  }

  private let blocks: [Block]
  /// The latencies of all blocks, ascending.
  private let values: [Int]
  /// The time that rates of the run refer to, as a share of that of the blocks.
  private let timeShare: Double

  /// Leaves out the warm-up.
  init(_ report: LoadReport) {
    let intervals = report.intervals.filter { !$0.isWarmUp }
    let joined = LoadReport.Interval.joined(intervals, atMost: Self.maximumBlocks)
    let values = LatencyDistribution.merged(joined.map(\.latency)).buckets.map(\.value)
    self.values = values
    let time = joined.reduce(0) { $0 + $1.duration }
    timeShare = time > 0 ? report.totals.duration / time : 1
    blocks = joined.map { block in
      var index = 0
      let buckets = block.latency.buckets.map { bucket in
        while values[index] < bucket.value { index += 1 }
        return (index: index, count: bucket.count)
      }
      return Block(totals: LoadReport.Totals(block), latency: block.latency, buckets: buckets)
    }
  }

  var isSufficient: Bool { blocks.count >= Self.minimumBlocks }

  /// Returns the metric for each block that has one.
  func values(of metric: Metric) -> [Double] { blocks.compactMap { metric.value(latency: $0.latency, totals: $0.totals) } }

  /// Returns the metrics of a run that consists of as many blocks, drawn at random with replacement.
  func resampled(_ metrics: [Metric], using random: inout SplitMix) -> [Double?] {
    var draws = Array(repeating: 0, count: blocks.count)
    for _ in blocks { draws[random.index(below: blocks.count)] += 1 }
    var counts = Array(repeating: 0, count: values.count)
    var maximum = 0
    for (block, draws) in zip(blocks, draws) where draws > 0 {
      for bucket in block.buckets { counts[bucket.index] += bucket.count * draws }
      maximum = max(maximum, block.latency.maximum)
    }
    let latency = LatencyDistribution(
      buckets: zip(values, counts).lazy.map { LatencyDistribution.Bucket(value: $0, count: $1) }, maximum: maximum)
    var totals = LoadReport.Totals()
    for (block, draws) in zip(blocks, draws) {
      for _ in 0..<draws { totals += block.totals }
    }
    totals.duration *= timeShare
    return metrics.map { $0.value(latency: latency, totals: totals) }
  }
}
