/// The load of the bus over time, per second, computed from the differences of counters.
struct RateHistory: Sendable, Hashable {
  struct Sample: Sendable, Hashable {
    /// Requests to all services, per second.
    var requests: Double
    /// Requests to the origin, per second; the average of ``averagedIntervals``.
    var fetches: Double
    /// Number of requests waiting for a worker.
    var queued: Int
  }

  /// Maximum number of samples, the width of a sparkline.
  static let capacity = 60

  /// The samples, newest last.
  private(set) var samples: [Sample] = []
  private var baseline: Baseline?
  /// The last known number of fetches of each fetcher, by process ID.
  private var fetchCounts: [Int: Int] = [:]
  private var intervals: [Interval] = []

  private struct Baseline: Sendable, Hashable {
    let at: Moment
    let requests: Int
  }

  /// The time between two snapshots.
  private struct Interval: Sendable, Hashable {
    let seconds: Double
    let fetches: Int
  }

  /// Number of intervals for the average of fetches. Each snapshot has the count of only one fetcher, which includes its fetches during
  /// earlier intervals.
  private static let averagedIntervals = 5
  /// Maximum number of fetchers whose counts are kept.
  private static let maxFetchers = 64

  init() {}

  /// Adds a snapshot. `polledServices` were polled once each for it; those requests are not counted. The first snapshot, and the first one
  /// after a broker restart, only sets the baseline.
  mutating func add(_ snapshot: BusSnapshot, polled polledServices: some Collection<String>, at now: Moment) {
    // The broker counts its own snapshot before those requests, so they appear in the next one.
    let fetches = newFetches(in: snapshot)
    defer { baseline = Baseline(at: now, requests: snapshot.requests + polledServices.count) }
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
        requests: Double(snapshot.requests - baseline.requests) / seconds, fetches: Double(averaged.fetches) / averaged.seconds,
        queued: snapshot.services.reduce(0) { $0 + $1.queued }))
    if samples.count > Self.capacity { samples.removeFirst(samples.count - Self.capacity) }
  }

  /// Returns the number of fetches since the last snapshot of the same fetcher; 0 for its first one, and after it was restarted.
  private mutating func newFetches(in snapshot: BusSnapshot) -> Int {
    guard let count = snapshot.fetches?.count else { return 0 }
    if fetchCounts.count >= Self.maxFetchers { fetchCounts = [:] }
    let previous = fetchCounts.updateValue(count, forKey: snapshot.fetcher ?? 0)
    return max(0, count - (previous ?? count))
  }

  /// Discards the baseline because the bus became unreachable.
  mutating func discardBaseline() {
    baseline = nil
    fetchCounts = [:]
    intervals = []
  }
}

extension Duration {
  fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Renders numbers as a row of bars: `▁▂▅█`.
enum Sparkline {
  private static let steps: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Renders the last `columns` values, scaled to their maximum. Zero and non-finite values get the lowest bar.
  static func text(_ values: [Double], columns: Int) -> String {
    let shown = values.suffix(max(0, columns))
    let top = shown.filter(\.isFinite).max() ?? 0
    return String(
      shown.map { value in
        guard value.isFinite, value > 0, top > 0 else { return steps[0] }
        return steps[min(steps.count - 1, Int(value / top * Double(steps.count - 1) + 0.5))]
      })
  }
}
