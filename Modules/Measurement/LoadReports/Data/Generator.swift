extension LoadReport {
  /// How well the generator kept its plan. If it was the bottleneck, the figures describe the generator instead of the target.
  public struct Generator: Sendable, Hashable {
    /// Requests that were sent more than 1 ms, and more than a tenth of their latency, after the time at which they could be sent: the intended
    /// one, or that at which an earlier request ended, if as many as allowed were outstanding.
    public var missed: Int
    /// Requests that the verdict is about.
    public var sent: Int
    /// Requests that the plan asked for, without those ``withheld``; `nil` in a closed loop.
    public var asked: Int?
    /// The largest delay of a send, in nanoseconds.
    public var latestSend: Int
    /// Processor time of the busiest thread of the generator as a share of the time of the run, 0…1.
    public var processorShare: Double?
    /// Requests that waited because the target kept as many as allowed outstanding.
    public var waited: Int
    /// Requests that were never sent for this reason. No latency contains them.
    public var withheld: Int

    public init(
      missed: Int = 0, sent: Int = 0, asked: Int? = nil, latestSend: Int = 0, processorShare: Double? = nil,
      waited: Int = 0, withheld: Int = 0
    ) {
      self.missed = missed
      self.sent = sent
      self.asked = asked
      self.latestSend = latestSend
      self.processorShare = processorShare
      self.waited = waited
      self.withheld = withheld
    }

    public enum Verdict: Sendable, Hashable {
      case keptUp
      /// The generator limited the load, for these reasons (sentences without a full stop).
      case wasBottleneck([String])
      /// Nothing was sent.
      case unknown
    }

    /// Share of requests that may be late or missing before the generator counts as the bottleneck.
    static let allowedShare = 0.01
    /// Share of a processor from which a closed loop counts as limited by the generator.
    static let busyShare = 0.95

    public var verdict: Verdict {
      guard sent > 0 || (asked ?? 0) > 0 else { return .unknown }
      var reasons: [String] = []
      if Double(missed) > Double(sent) * Self.allowedShare {
        reasons.append(
          "\(Quantity.percent(Double(missed) / Double(max(1, sent)))) of the requests were sent late, by more than a tenth of their latency"
        )
      }
      if let asked, Double(sent) < Double(asked) * (1 - Self.allowedShare) {
        reasons.append("\(Quantity.count(sent)) of \(Quantity.count(asked)) requests were sent")
      }
      if asked == nil, let processorShare, processorShare >= Self.busyShare {
        reasons.append("a thread of the generator was busy \(Quantity.percent(processorShare)) of the time")
      }
      return reasons.isEmpty ? .keptUp : .wasBottleneck(reasons)
    }
  }
}
