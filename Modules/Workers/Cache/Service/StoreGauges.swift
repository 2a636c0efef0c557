import CoreMetrics
import Synchronization

/// The gauges of the contents of the store. They exist from the first value on, because the size of a store is unknown until it has been read.
final class StoreGauges: Sendable {
  private final class Gauges: Sendable {
    let entries, bytes: Gauge

    init(_ factory: any MetricsFactory) {
      entries = Gauge(label: "entries", factory: factory)
      bytes = Gauge(label: "bytes", factory: factory)
    }
  }

  private let gauges = AtomicLazyReference<Gauges>()
  private let factory: any MetricsFactory

  init(_ factory: any MetricsFactory) { self.factory = factory }

  func record(_ usage: StoreUsage) {
    let known = gauges.load() ?? gauges.storeIfNil(Gauges(factory))
    known.entries.record(usage.entries)
    known.bytes.record(usage.bytes)
  }
}
