import LoadReports

/// Sorts the pieces of all processes into intervals, and adds them up.
struct IntervalCollector: Sendable {
  /// What happened in the last second, for the live view.
  struct Window: Sendable {
    let measurements: Measurements
    let seconds: Double
  }

  private struct OpenInterval {
    var measurements = Measurements()
    var end = Duration.zero
  }

  /// Everything after the warm-up.
  private(set) var total = Measurements()
  /// Intervals that are complete, in order of time; at most ``maxIntervals``.
  private(set) var intervals: [LoadReport.Interval] = []
  /// The latest end of a piece.
  private(set) var end = Duration.zero

  private let warmUp: Duration
  private let length: Duration
  /// The rate that was asked for; `nil` in a closed loop.
  private let profile: RateProfile?
  /// Intervals that may get more pieces, by their number; 0 starts at the end of the warm-up.
  private var unfinished: [Int: OpenInterval] = [:]
  /// The number of the latest interval of each process that still runs.
  private var latest: [Int: Int]
  /// The number of the first interval that is not complete.
  private var firstOpen = Int.min
  private var recent: [Piece] = []

  /// Beyond it, neighbours are joined: a run may last for days.
  static let maxIntervals = 2 * LoadReport.maximumIntervals
  /// How many intervals a process may be behind before the others stop waiting for it: an interval holds histograms. Later pieces of such a
  /// process belong to the first interval that is not complete.
  static let maxBehind = 60

  /// - Parameters:
  ///   - length: the length of an interval.
  ///   - sources: the number of processes.
  init(warmUp: Duration, length: Duration = .seconds(1), profile: RateProfile?, sources: Int = 1) {
    self.warmUp = warmUp
    self.length = length
    self.profile = profile
    latest = Dictionary(uniqueKeysWithValues: (0..<sources).map { ($0, Int.min) })
  }

  /// Adds a piece of a process. The pieces of one process must come in order.
  mutating func add(_ piece: Piece, from source: Int) {
    let number = max(firstOpen, Int(((piece.start - warmUp) / length).rounded(.down)))
    latest[source] = number
    end = max(end, piece.end)
    total.add(piece.sample.measured)
    // Requests of the warm-up that end after it are in no figure; the first others may be in the last piece of the warm-up.
    let measured = piece.sample.measured
    if number < 0 { add(piece.sample.warmUp, to: number, until: piece.end) }
    if number >= 0 || measured.sent > 0 { add(measured, to: max(0, number), until: max(warmUp, piece.end)) }
    recent.append(piece)
    let oldest = end - .seconds(1)
    recent.removeAll { $0.end <= oldest }
    closeIntervals(before: latest.values.min() ?? number)
  }

  private mutating func add(_ measurements: Measurements, to number: Int, until end: Duration) {
    // Removed while it grows, so that nothing is copied.
    var interval = unfinished.removeValue(forKey: number) ?? OpenInterval()
    interval.measurements.add(measurements)
    interval.end = max(interval.end, end)
    unfinished[number] = interval
  }

  /// Notes that a process sends no more pieces.
  mutating func finish(_ source: Int) {
    latest[source] = nil
    closeIntervals(before: latest.values.min() ?? .max)
    if latest.isEmpty { joinShortEnd() }
  }

  /// Joins the last interval with the one before if it is short: a rate over a few milliseconds would say nothing.
  private mutating func joinShortEnd() {
    guard intervals.count > 1, let last = intervals.last, last.duration < length / .seconds(2) else { return }
    let before = intervals[intervals.count - 2]
    guard before.isWarmUp == last.isWarmUp else { return }
    intervals.replaceSubrange((intervals.count - 2)..., with: [LoadReport.Interval(joining: [before, last])])
  }

  private mutating func closeIntervals(before number: Int) {
    let numbers = unfinished.keys.sorted()
    let limit = numbers.last.map { max(number, $0 - Self.maxBehind) } ?? number
    for (index, complete) in numbers.enumerated() where complete < limit {
      guard let interval = unfinished.removeValue(forKey: complete) else { continue }
      firstOpen = complete + 1
      let start = max(.zero, warmUp + length * complete)
      // A sampler that was late leaves intervals out. The one before has their requests, so it has their time, too.
      let next: Duration? = index + 1 < numbers.count ? warmUp + length * numbers[index + 1] : nil
      let end = max(start, min(interval.end, next ?? interval.end))
      intervals.append(report(interval.measurements, from: start, to: end, isWarmUp: complete < 0))
    }
    if intervals.count > Self.maxIntervals { joinNeighbours() }
  }

  private func report(_ measurements: Measurements, from start: Duration, to end: Duration, isWarmUp: Bool) -> LoadReport.Interval {
    LoadReport.Interval(
      start: start / .seconds(1), duration: (end - start) / .seconds(1), isWarmUp: isWarmUp,
      intendedRate: profile.map { $0.averageRate(from: start, to: end) }, sent: measurements.sent, done: measurements.succeeded,
      errors: measurements.errors, missed: measurements.missed, latency: LatencyDistribution(measurements.latency),
      service: LatencyDistribution(measurements.service), cacheStatuses: LoadReport.Tally(measurements.cacheStatuses))
  }

  /// The last second of all processes.
  var window: Window {
    var measurements = Measurements()
    for piece in recent {
      measurements.add(piece.sample.measured)
      measurements.add(piece.sample.warmUp)
    }
    let start = recent.map(\.start).min() ?? end
    return Window(measurements: measurements, seconds: (end - start) / .seconds(1))
  }

  private mutating func joinNeighbours() {
    var joined: [LoadReport.Interval] = []
    var first: LoadReport.Interval?
    for interval in intervals {
      if let waiting = first, waiting.isWarmUp == interval.isWarmUp {
        joined.append(LoadReport.Interval(joining: [waiting, interval]))
        first = nil
      } else {
        if let waiting = first { joined.append(waiting) }
        first = interval
      }
    }
    if let first { joined.append(first) }
    intervals = joined
  }
}

extension LatencyDistribution {
  init(_ histogram: LatencyHistogram) {
    self.init(buckets: histogram.buckets.map { Bucket(value: $0.nanoseconds, count: $0.count) }, maximum: histogram.maximum)
  }
}
