/// Two runs side by side: how much each metric changed, and whether the change is more than noise.
///
/// The intervals of each run are joined to at most 60 blocks. Drawing blocks at random with replacement gives new runs of the same length
/// (the bootstrap); 95 % of the changes between such runs lie in the confidence interval. The numbers are pseudo-random with a fixed seed, so
/// the same files always give the same result. Latencies of intervals are rounded by up to 0.8 %, so smaller changes cannot be told apart.
public struct Comparison: Sendable {
  /// A metric in both runs.
  public struct Row: Sendable, Hashable {
    public let metric: Metric
    /// Value of the first run, the baseline, in the unit of the metric; `nil` without requests.
    public let old: Double?
    /// Value of the second run.
    public let new: Double?
    /// Relative change, or the difference of shares; `nil` if a value is absent or the old one is 0.
    public let change: Double?
    /// 95 % confidence interval of the change; `nil` if a run has too few intervals.
    public let interval: ClosedRange<Double>?
    /// Probability of a difference at least as large between blocks of equal runs (Mann–Whitney).
    public let probability: Double?

    public var finding: Finding {
      guard let interval, change != nil else { return .unclear }
      guard !interval.contains(0) else { return .noise }
      return (interval.lowerBound > 0) == metric.isBetterHigher ? .better : .worse
    }
  }

  public enum Finding: String, Sendable, Hashable {
    case better, worse
    /// The confidence interval contains 0.
    case noise
    /// There are no values, or too few intervals to tell.
    case unclear
  }

  /// The result for one limit.
  public struct Decision: Sendable, Hashable {
    public let limit: RegressionLimit
    public let outcome: Outcome

    public enum Outcome: String, Sendable, Hashable {
      /// The metric is not worse by more than the limit allows.
      case kept
      /// The metric is worse by more than the limit allows, and the confidence interval excludes 0.
      case crossed
      /// The measured change exceeds the limit, but may be noise.
      case noise
      /// There are no values, or too few intervals to tell.
      case unclear
    }
  }

  public let old: LoadReport
  public let new: LoadReport
  /// What to call the two runs: the names of their files.
  public let names: (old: String, new: String)
  public let rows: [Row]
  public let decisions: [Decision]

  /// Whether a limit is crossed.
  public var isRegression: Bool { decisions.contains { $0.outcome == .crossed } }

  /// Whether a limit could not be judged, because a run has too few intervals or no values.
  public var isUnclear: Bool { decisions.contains { $0.outcome == .unclear } }

  static let resamples = 1_000
  private static let seed: UInt64 = 0x4C4F_4144

  /// Compares `new` with `old`, the baseline. Takes about a second for long runs.
  public init(_ old: LoadReport, _ new: LoadReport, names: (old: String, new: String), limits: [RegressionLimit] = []) {
    self.old = old
    self.new = new
    self.names = names
    var metrics = Metric.standard
    for limit in limits where !metrics.contains(limit.metric) { metrics.append(limit.metric) }
    let (oldBlocks, newBlocks) = (BlockSample(old), BlockSample(new))
    let intervals = Self.confidenceIntervals(of: metrics, oldBlocks, newBlocks)
    rows = zip(metrics, intervals).map { metric, interval in
      let (before, after) = (metric.value(in: old), metric.value(in: new))
      let change = before.flatMap { before in after.flatMap { metric.change(from: before, to: $0) } }
      return Row(
        metric: metric, old: before, new: after, change: change, interval: interval,
        probability: MannWhitney(oldBlocks.values(of: metric), newBlocks.values(of: metric))?.probability)
    }
    decisions = limits.map { [rows] limit in Self.decide(limit, rows.first { $0.metric == limit.metric }) }
  }

  static func decide(_ limit: RegressionLimit, _ row: Row?) -> Decision {
    guard let row, let change = row.change else { return Decision(limit: limit, outcome: .unclear) }
    let worsening = row.metric.isBetterHigher ? -change : change
    let outcome: Decision.Outcome =
      if worsening <= limit.allowed {
        .kept
      } else {
        switch row.finding {
        case .worse: .crossed
        case .better, .noise: .noise
        case .unclear: .unclear
        }
      }
    return Decision(limit: limit, outcome: outcome)
  }

  /// Returns the range of 95 % of the changes between resampled runs for each metric, by the percentile method.
  private static func confidenceIntervals(of metrics: [Metric], _ old: BlockSample, _ new: BlockSample) -> [ClosedRange<Double>?] {
    guard old.isSufficient, new.isSufficient else { return metrics.map { _ in nil } }
    var random = SplitMix(seed: seed)
    var changes: [[Double]] = metrics.map { _ in [] }
    for _ in 0..<resamples {
      let (before, after) = (old.resampled(metrics, using: &random), new.resampled(metrics, using: &random))
      for (index, metric) in metrics.enumerated() {
        if let before = before[index], let after = after[index], let change = metric.change(from: before, to: after) {
          changes[index].append(change)
        }
      }
    }
    return changes.map { changes in
      // Too few if most of the blocks are empty.
      guard changes.count > resamples / 2 else { return nil }
      let sorted = changes.sorted()
      let cut = sorted.count / 40
      return sorted[cut]...sorted[sorted.count - 1 - cut]
    }
  }
}
