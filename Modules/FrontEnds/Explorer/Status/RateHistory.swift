import Contracts

/// How busy the bus was lately: differences between snapshots of what only grows, per second.
public struct RateHistory: Sendable, Hashable {
  public struct Sample: Sendable, Hashable {
    /// Requests of all services, and those to the origin, per second.
    public var requests, fetches: Double
    /// Requests that wait for a worker.
    public var queued: Int
  }

  /// As many as a sparkline shows.
  public static let depth = 60

  /// The newest last.
  public private(set) var samples: [Sample] = []
  private var last: Mark?

  private struct Mark: Sendable, Hashable {
    let at: Moment
    let requests, fetches: Int
  }

  public init() {}

  /// Takes in a snapshot made at `now`, for which the services `asked` were asked once each: those requests are not counted. The first one, and
  /// the first after a broker was restarted, only starts the count.
  mutating func add(_ snapshot: BusSnapshot, asked: some Collection<String>, at now: Moment) {
    // They were sent after the broker had counted, so its next count has them.
    let fetch = ServiceName.fetch.text
    let own = (all: asked.count, fetches: asked.contains(fetch) ? 1 : 0)
    let fetches = snapshot.services.first { $0.name == fetch }?.requests ?? 0
    defer { last = Mark(at: now, requests: snapshot.requests + own.all, fetches: fetches + own.fetches) }
    guard let last, snapshot.requests >= last.requests, fetches >= last.fetches else { return }
    let seconds = (now - last.at).inSeconds
    guard seconds > 0 else { return }
    samples.append(
      Sample(
        requests: Double(snapshot.requests - last.requests) / seconds, fetches: Double(fetches - last.fetches) / seconds,
        queued: snapshot.services.reduce(0) { $0 + $1.queued }))
    if samples.count > Self.depth { samples.removeFirst(samples.count - Self.depth) }
  }

  /// The bus went: what comes next is not compared with what was before.
  mutating func interrupt() { last = nil }
}

extension Duration {
  fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Numbers as a row of little columns: `▁▂▅█`.
public enum Sparkline {
  private static let steps: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The last `columns` of `values` against the greatest of them; zero and what is not a number stand lowest.
  public static func text(_ values: [Double], columns: Int) -> String {
    let shown = values.suffix(max(0, columns))
    let top = shown.filter(\.isFinite).max() ?? 0
    return String(
      shown.map { value in
        guard value.isFinite, value > 0, top > 0 else { return steps[0] }
        return steps[min(steps.count - 1, Int(value / top * Double(steps.count - 1) + 0.5))]
      })
  }
}
