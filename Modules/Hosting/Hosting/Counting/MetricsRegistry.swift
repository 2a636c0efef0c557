public import CoreMetrics
public import OrderedJSON
import Synchronization

/// Keeps what a service counts (swift-metrics) and gives it as the document of `GET /stats`. Counting is a few atomic operations; taking a snapshot
/// walks all metrics and is for people.
public final class MetricsRegistry: MetricsFactory {
  private struct Metrics {
    var counters: [String: CounterTally] = [:]
    var gauges: [String: GaugeTally] = [:]
    var timers: [String: TimerTally] = [:]
  }

  private let metrics = Mutex(Metrics())
  private let start: ContinuousClock.Instant

  public init(start: ContinuousClock.Instant = .now) { self.start = start }

  /// The same label and dimensions give the same handler, so that two holders count together.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { counter(Self.name(label, dimensions)) }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { timer(Self.name(label, dimensions)) }

  /// Recorders with `aggregate` are shown among the timers, as they come (their unit is the caller's); others among the gauges.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    let name = Self.name(label, dimensions)
    return aggregate ? AggregateRecorder(timer(name)) : gauge(name)
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { gauge(Self.name(label, dimensions)) }

  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}

  func counter(_ name: String) -> CounterTally { metrics.withLock { Self.find(name, in: &$0.counters, or: CounterTally()) } }
  func gauge(_ name: String) -> GaugeTally { metrics.withLock { Self.find(name, in: &$0.gauges, or: GaugeTally()) } }
  func timer(_ name: String) -> TimerTally { metrics.withLock { Self.find(name, in: &$0.timers, or: TimerTally()) } }

  private static func find<Tally>(_ name: String, in tallies: inout [String: Tally], or new: @autoclosure () -> Tally) -> Tally {
    if let tally = tallies[name] { return tally }
    let tally = new()
    tallies[name] = tally
    return tally
  }

  /// `requests` or `requests{kind=people}`.
  private static func name(_ label: String, _ dimensions: [(String, String)]) -> String {
    dimensions.isEmpty ? label : "\(label){\(dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: ","))}"
  }

  /// `{"counters":{…},"gauges":{…},"timers":{…}}`, names in order; times in milliseconds. Timers that saw nothing are left out.
  public func snapshot() -> JSON.Object {
    let metrics = metrics.withLock { $0 }
    func object<Tally>(_ tallies: [String: Tally], _ json: (Tally) -> JSON?) -> JSON {
      .object(JSON.Object(tallies.sorted { $0.key < $1.key }.compactMap { pair in json(pair.value).map { (pair.key, $0) } }))
    }
    return [
      "counters": object(metrics.counters) { .number($0.value) }, "gauges": object(metrics.gauges) { .number($0.value) },
      "timers": object(metrics.timers) { $0.histogram.summary?.json },
    ]
  }

  /// How long the registry has been there, which is how long its service runs.
  public var uptime: Duration { start.duration(to: .now) }
}
