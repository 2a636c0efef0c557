public import CoreMetrics
public import OrderedJSON
import Synchronization

/// The metrics of a service (swift-metrics) and the document of `GET /stats`. Recording a value takes a few atomic operations; a snapshot
/// visits every metric. Handlers are shared by label and dimensions.
public final class MetricsRegistry: MetricsFactory {
  private struct Metrics {
    var counters: [String: AtomicCounter] = [:]
    var gauges: [String: AtomicGauge] = [:]
    var timers: [String: HistogramTimer] = [:]
  }

  private let metrics = Mutex(Metrics())
  private let start: ContinuousClock.Instant

  public init(start: ContinuousClock.Instant = .now) { self.start = start }

  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { counter(Self.name(label, dimensions)) }
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { gauge(Self.name(label, dimensions)) }
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { timer(Self.name(label, dimensions)) }
  /// Recorders with `aggregate` appear among the timers, with one of the caller's units as a millisecond; others appear among the gauges.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    aggregate ? timer(Self.name(label, dimensions)) : gauge(Self.name(label, dimensions))
  }
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}

  func counter(_ name: String) -> AtomicCounter { metrics.withLock { Self.find(name, in: &$0.counters, or: AtomicCounter()) } }
  func gauge(_ name: String) -> AtomicGauge { metrics.withLock { Self.find(name, in: &$0.gauges, or: AtomicGauge()) } }
  func timer(_ name: String) -> HistogramTimer { metrics.withLock { Self.find(name, in: &$0.timers, or: HistogramTimer(start: start)) } }

  private static func find<Handler>(_ name: String, in handlers: inout [String: Handler], or new: @autoclosure () -> Handler) -> Handler {
    if let handler = handlers[name] { return handler }
    let handler = new()
    handlers[name] = handler
    return handler
  }

  /// Returns `requests` or `requests{kind=people}`.
  private static func name(_ label: String, _ dimensions: [(String, String)]) -> String {
    dimensions.isEmpty ? label : "\(label){\(dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: ","))}"
  }

  /// Returns `{"counters":{…},"gauges":{…},"timers":{…}}`, sorted by name, with times in milliseconds. Timers without values are omitted.
  /// `now` is the end of the interval of recent durations.
  public func snapshot(at now: ContinuousClock.Instant) -> JSON.Object {
    let metrics = metrics.withLock { $0 }
    func object<Handler>(_ handlers: [String: Handler], _ json: (Handler) -> JSON?) -> JSON {
      .object(JSON.Object(handlers.sorted { $0.key < $1.key }.compactMap { pair in json(pair.value).map { (pair.key, $0) } }))
    }
    return [
      "counters": object(metrics.counters) { .number($0.value) }, "gauges": object(metrics.gauges) { .number($0.value) },
      "timers": object(metrics.timers) { $0.histogram.summary(at: now)?.json },
    ]
  }

  /// The age of the registry, which is the uptime of its service.
  public var uptime: Duration { start.duration(to: .now) }
}

final class AtomicCounter: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }
  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

/// A gauge: set, or moved up and down.
final class AtomicGauge: MeterHandler, RecorderHandler {
  private let number = Mutex(0.0)

  var value: Double { number.withLock { $0 } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { number.withLock { $0 = value } }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
  func increment(by amount: Double) { number.withLock { $0 += amount } }
  func decrement(by amount: Double) { increment(by: -amount) }
}

/// A timer, or a recorder, with a histogram of its values.
final class HistogramTimer: TimerHandler, RecorderHandler {
  let histogram: Histogram

  init(start: ContinuousClock.Instant) { histogram = Histogram(start: start) }

  func recordNanoseconds(_ duration: Int64) { histogram.record(Int(duration)) }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { histogram.record(Int(exactly: (value * 1e6).rounded()) ?? .max) }
}
