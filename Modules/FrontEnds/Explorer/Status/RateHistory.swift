import Contracts

/// The load of the bus over time, per second, computed from the differences of counters.
struct RateHistory: Sendable, Hashable {
  struct Sample: Sendable, Hashable {
    /// Requests to all services, per second, without those for statistics. With workers that do not count their requests, the statistics of
    /// other front-ends are included.
    var requests: Double
    /// Requests to the origin, per second; the average of ``averagedIntervals``.
    var fetches: Double
    /// Number of requests waiting for a worker.
    var queued: Int
    /// 99th percentile of the time that the slowest service has taken recently to answer, in milliseconds; `nil` if nothing was answered.
    var p99: Double?
    /// Share of the cache's requests since the last sample that were hits, from 0 to 1; that of the last sample if there were none, and `nil`
    /// without a cache.
    var hitRatio: Double?
    /// Processor time of all processes since the last sample, as a share of one processor.
    var load = 0.0
  }

  /// Maximum number of samples, two for each column of a graph.
  static let capacity = 240

  /// The samples, newest last.
  private(set) var samples: [Sample] = []
  private var baseline: Baseline?
  /// The last known ``BusSnapshot/fetchCounts``.
  private var fetchCounts: [String: Int] = [:]
  /// The last known ``BusSnapshot/requestCounts``.
  private var requestCounts: [String: Int] = [:]
  private var intervals: [Interval] = []
  /// The requests to the cache up to the last snapshot.
  private var hits: CacheHits?

  private struct Baseline: Sendable, Hashable {
    let at: Moment
    let requests: Int
  }

  /// The time between two snapshots.
  private struct Interval: Sendable, Hashable {
    let seconds: Double
    let fetches: Int
  }

  /// Number of intervals for the average of fetches. A snapshot may lack a fetcher, whose next count includes its fetches during earlier
  /// intervals.
  private static let averagedIntervals = 5
  /// Maximum number of processes and services whose counts are kept.
  private static let maxCounts = 1_024

  init() {}

  /// Adds a snapshot. `polls` requests were sent for it, which are not counted. `load` is the processor time of all processes. The first
  /// snapshot, and the first one after a broker restart, only sets the baseline.
  mutating func add(_ snapshot: BusSnapshot, polls: Int, load: Double = 0, at now: Moment) {
    // The broker counts its own snapshot before those requests, so they appear in the next one.
    let fetches = Self.increase(of: &fetchCounts, to: snapshot.fetchCounts)
    let isCounted = !snapshot.requestCounts.isEmpty || !requestCounts.isEmpty
    let counted = Self.increase(of: &requestCounts, to: snapshot.requestCounts)
    let hitRatio = newHitRatio(in: snapshot)
    defer { baseline = Baseline(at: now, requests: snapshot.requests + polls) }
    guard let baseline, snapshot.requests >= baseline.requests else { return }
    let seconds = (now - baseline.at).inSeconds
    guard seconds > 0 else { return }
    intervals = Array(intervals.suffix(Self.averagedIntervals - 1)) + [Interval(seconds: seconds, fetches: fetches)]
    let averaged = intervals.reduce(into: (seconds: 0.0, fetches: 0)) { sum, interval in
      sum.seconds += interval.seconds
      sum.fetches += interval.fetches
    }
    samples.append(
      Sample(
        requests: Double(isCounted ? counted : snapshot.requests - baseline.requests) / seconds,
        fetches: Double(averaged.fetches) / averaged.seconds,
        queued: snapshot.services.reduce(0) { $0 + $1.queued }, p99: snapshot.recentAnswerP99,
        hitRatio: hitRatio, load: load))
    if samples.count > Self.capacity { samples.removeFirst(samples.count - Self.capacity) }
  }

  /// Returns by how much the counts of `snapshot` exceed the last known ones; 0 for the first count of each source, and after it was restarted.
  private static func increase(of counts: inout [String: Int], to snapshot: [String: Int]) -> Int {
    if counts.count >= maxCounts { counts = [:] }
    return snapshot.reduce(0) { sum, source in
      let previous = counts.updateValue(source.value, forKey: source.key)
      return sum + max(0, source.value - (previous ?? source.value))
    }
  }

  /// Returns the hit ratio since the last snapshot; `nil` if no cache worker is attached. Workers that come and go change the counters in
  /// both directions.
  private mutating func newHitRatio(in snapshot: BusSnapshot) -> Double? {
    // A worker that is attached may have missed one poll.
    let isAttached = snapshot.services.contains { $0.name == ServiceName.cache.text && $0.workers > 0 }
    guard snapshot.cache != nil || isAttached else { return nil }
    let unchanged = samples.last?.hitRatio ?? snapshot.cache?.hitRatio
    guard let hits = snapshot.cache?.hits else { return unchanged }
    defer { self.hits = hits }
    guard let before = self.hits else { return hits.ratio ?? unchanged }
    let (answered, misses) = (hits.fresh + hits.stale - before.fresh - before.stale, hits.misses - before.misses)
    return answered < 0 || misses < 0 || answered + misses == 0 ? unchanged : answered / (answered + misses)
  }

  /// Discards the baseline because the bus became unreachable.
  mutating func discardBaseline() {
    baseline = nil
    fetchCounts = [:]
    requestCounts = [:]
    intervals = []
    hits = nil
  }
}

extension Duration {
  fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
