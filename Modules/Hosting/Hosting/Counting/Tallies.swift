import CoreMetrics
import Synchronization

/// A number that goes up.
final class CounterTally: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }
  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that is set, or moved up and down. Kept as the bits of a Double.
final class GaugeTally: MeterHandler, RecorderHandler {
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

/// Durations and how they spread.
final class TimerTally: TimerHandler {
  let histogram = Histogram()

  func recordNanoseconds(_ duration: Int64) { histogram.record(duration) }
}

/// Values of any unit and how they spread; one of the caller's units counts as a millisecond in the summary.
final class AggregateRecorder: RecorderHandler {
  private let tally: TimerTally

  init(_ tally: TimerTally) { self.tally = tally }

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { tally.recordNanoseconds(Int64(exactly: (value * 1e6).rounded()) ?? .max) }
}
