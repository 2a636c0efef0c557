extension LoadReport {
  /// Sums of several intervals. Counts stay below ``LatencyDistribution/maximumNumber``.
  public struct Totals: Sendable, Hashable {
    /// Seconds that rates refer to.
    public internal(set) var duration = 0.0
    /// Requests that the plan asked for; `nil` in a closed loop.
    public private(set) var asked: Double?
    public private(set) var sent = 0
    public private(set) var done = 0
    public private(set) var errors = 0
    public private(set) var missed = 0

    init() {}

    init(_ intervals: some Sequence<Interval>, over seconds: Double? = nil) {
      for interval in intervals { self += Totals(interval) }
      duration = seconds ?? duration
    }

    init(_ interval: Interval) {
      duration = interval.duration
      asked = interval.intendedRate.map { $0 * interval.duration }
      (sent, done, errors, missed) = (interval.sent, interval.done, interval.errors, interval.missed)
    }

    static func += (left: inout Totals, right: Totals) {
      left.duration += right.duration
      if let asked = right.asked { left.asked = (left.asked ?? 0) + asked }
      left.sent.addLimited(right.sent)
      left.done.addLimited(right.done)
      left.errors.addLimited(right.errors)
      left.missed.addLimited(right.missed)
    }

    /// Requests per second that the plan asked for, on average.
    public var askedRate: Double? { asked.map { duration >= LoadReport.shortest ? $0 / duration : 0 } }
    /// Requests sent per second.
    public var sentRate: Double { duration >= LoadReport.shortest ? Double(sent) / duration : 0 }
    /// Successful requests per second.
    public var doneRate: Double { duration >= LoadReport.shortest ? Double(done) / duration : 0 }
    /// Failed requests as a share of those sent, 0…1; 0 if none were sent.
    public var errorShare: Double { sent > 0 ? min(1, Double(errors) / Double(sent)) : 0 }
  }
}

extension Int {
  /// Adds a count without exceeding ``LatencyDistribution/maximumNumber``: counts in files may have any size.
  mutating func addLimited(_ other: Int) {
    let limit = LatencyDistribution.maximumNumber
    self = Swift.min(Swift.min(self, limit) + Swift.min(other, limit), limit)
  }
}
