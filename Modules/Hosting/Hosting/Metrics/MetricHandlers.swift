import CoreMetrics
import Synchronization

/// A counter.
final class AtomicCounter: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }
  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

/// A gauge: set, or moved up and down. Stored as the bit pattern of a `Double`.
final class AtomicGauge: MeterHandler, RecorderHandler {
  private let bits = Atomic<UInt64>(0)

  var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }

  private func add(_ amount: Double) {
    var old = bits.load(ordering: .relaxed)
    while true {
      let new = (Double(bitPattern: old) + amount).bitPattern
      let (exchanged, original) = bits.compareExchange(expected: old, desired: new, ordering: .relaxed)
      if exchanged { return }
      old = original
    }
  }
}

/// A timer with a histogram of its durations.
final class HistogramTimer: TimerHandler {
  let histogram: Histogram

  init(start: ContinuousClock.Instant) { histogram = Histogram(start: start) }

  func recordNanoseconds(_ duration: Int64) { histogram.record(duration) }
}

/// A recorder with a histogram of its values. The summary shows one of the caller's units as a millisecond.
final class HistogramRecorder: RecorderHandler {
  private let timer: HistogramTimer

  init(_ timer: HistogramTimer) { self.timer = timer }

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { timer.recordNanoseconds(Int64(exactly: (value * 1e6).rounded()) ?? .max) }
}
