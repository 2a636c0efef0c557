extension LoadReport {
  /// Seconds below which a time is too short to compute a rate from.
  static let shortest = 1e-6

  /// A part of a run, usually a second.
  public struct Interval: Sendable, Hashable {
    /// Seconds from the start of the run.
    public var start: Double
    /// Seconds.
    public var duration: Double
    public var isWarmUp: Bool
    /// Requests per second that the plan asked for, on average; `nil` in a closed loop.
    public var intendedRate: Double?
    public var sent: Int
    /// Requests that succeeded.
    public var done: Int
    /// Requests that failed: no answer, an error status, or a wrong body.
    public var errors: Int
    /// Requests sent later than the generator's tolerance allows.
    public var missed: Int
    /// Latencies of the requests that ended in the interval, from the intended send time.
    public let latency: LatencyDistribution
    /// Latencies of the same requests from the actual send.
    public let service: LatencyDistribution
    public var cacheStatuses: Tally

    /// Significant bits of latencies in an interval: an error below 0.8 %, and a few hundred buckets.
    public static let precision = 8

    /// Coarsens the latencies to ``precision``.
    public init(
      start: Double, duration: Double, isWarmUp: Bool = false, intendedRate: Double? = nil, sent: Int = 0, done: Int = 0, errors: Int = 0,
      missed: Int = 0, latency: LatencyDistribution = .init(), service: LatencyDistribution = .init(), cacheStatuses: Tally = Tally()
    ) {
      self.start = start
      self.duration = duration
      self.isWarmUp = isWarmUp
      self.intendedRate = intendedRate
      self.sent = sent
      self.done = done
      self.errors = errors
      self.missed = missed
      self.latency = latency.coarsened(toBits: Self.precision)
      self.service = service.coarsened(toBits: Self.precision)
      self.cacheStatuses = cacheStatuses
    }

    /// Successful requests per second.
    public var doneRate: Double { duration >= LoadReport.shortest ? Double(done) / duration : 0 }
    /// Requests sent per second.
    public var sentRate: Double { duration >= LoadReport.shortest ? Double(sent) / duration : 0 }

    /// Creates one interval from neighbours, with the rate averaged over time. Their warm-up flag is that of the first.
    public init(joining parts: ArraySlice<Interval>) {
      let totals = Totals(parts)
      self.init(
        start: parts.first?.start ?? 0, duration: totals.duration, isWarmUp: parts.first?.isWarmUp ?? false,
        intendedRate: totals.asked.map { totals.duration >= LoadReport.shortest ? $0 / totals.duration : 0 }, sent: totals.sent,
        done: totals.done,
        errors: totals.errors, missed: totals.missed, latency: .merged(parts.map(\.latency)), service: .merged(parts.map(\.service)),
        cacheStatuses: .merged(parts.map(\.cacheStatuses)))
    }

    /// Returns at most `limit` intervals (or 3, if that is more) by joining equal numbers of neighbours. The warm-up and the time after it
    /// stay apart.
    static func joined(_ intervals: [Interval], atMost limit: Int) -> [Interval] {
      guard intervals.count > max(3, limit) else { return intervals }
      let end = intervals.firstIndex { !$0.isWarmUp } ?? intervals.count
      // Each side may have a last group that is smaller, so groups are large enough for two fewer than allowed.
      let size = (intervals.count - 1) / max(1, limit - 2) + 1
      return [intervals[..<end], intervals[end...]].flatMap { side in
        stride(from: side.startIndex, to: side.endIndex, by: size).map { start in
          Interval(joining: side[start..<min(start + size, side.endIndex)])
        }
      }
    }
  }
}
