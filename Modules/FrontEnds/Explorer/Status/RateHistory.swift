import Contracts

/// The load of the bus over time, per second, computed from the differences of counters.
struct RateHistory: Sendable, Hashable {
  struct Sample: Sendable, Hashable {
    /// Requests to all services and to the origin, per second.
    var requests, fetches: Double
    /// Number of requests waiting for a worker.
    var queued: Int
  }

  /// Maximum number of samples, the width of a sparkline.
  static let capacity = 60

  /// The samples, newest last.
  private(set) var samples: [Sample] = []
  private var baseline: Baseline?

  private struct Baseline: Sendable, Hashable {
    let at: Moment
    let requests, fetches: Int
  }

  init() {}

  /// Adds a snapshot. `polledServices` were polled once each for it; those requests are not counted. The first snapshot, and the first one
  /// after a broker restart, only sets the baseline.
  mutating func add(_ snapshot: BusSnapshot, polled polledServices: some Collection<String>, at now: Moment) {
    // The broker counts its own snapshot before those requests, so they appear in the next one.
    let fetch = ServiceName.fetch.text
    let polls = (all: polledServices.count, fetches: polledServices.contains(fetch) ? 1 : 0)
    let fetches = snapshot.services.first { $0.name == fetch }?.requests ?? 0
    defer { baseline = Baseline(at: now, requests: snapshot.requests + polls.all, fetches: fetches + polls.fetches) }
    guard let baseline, snapshot.requests >= baseline.requests, fetches >= baseline.fetches else { return }
    let seconds = (now - baseline.at).inSeconds
    guard seconds > 0 else { return }
    samples.append(
      Sample(
        requests: Double(snapshot.requests - baseline.requests) / seconds, fetches: Double(fetches - baseline.fetches) / seconds,
        queued: snapshot.services.reduce(0) { $0 + $1.queued }))
    if samples.count > Self.capacity { samples.removeFirst(samples.count - Self.capacity) }
  }

  /// Discards the baseline because the bus became unreachable.
  mutating func discardBaseline() { baseline = nil }
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
