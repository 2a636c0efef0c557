import Glibc

/// An axis: maps values to 0…1 and has round ticks.
struct Scale {
  struct Tick: Hashable {
    let value: Double
    let label: String
  }

  let lower: Double
  let upper: Double
  let ticks: [Tick]
  private var isLogarithmic = false

  /// Returns the place of a value, 0 at the lower end and 1 at the upper; values outside are moved to the nearer end.
  func position(_ value: Double) -> Double {
    let place = isLogarithmic ? log10(max(value, lower) / lower) / log10(upper / lower) : (value - lower) / (upper - lower)
    return min(max(place, 0), 1)
  }

  /// Returns the value at a place of a logarithmic scale; the opposite of ``position(_:)``.
  func value(at place: Double) -> Double { lower * pow(upper / lower, place) }

  /// Returns a linear scale from 0 to the next tick after `largest`, with about `count` ticks at multiples of 1, 2 or 5 times a power of ten.
  static func linear(upTo largest: Double, ticks count: Double = 7, label: (Double) -> String) -> Scale {
    let step = roundStep(atLeast: max(largest, 1e-9) / count)
    let steps = max(1, (largest / step - 1e-9).rounded(.up))
    let ticks = (0...Int(steps)).map { Tick(value: Double($0) * step, label: label(Double($0) * step)) }
    return Scale(lower: 0, upper: steps * step, ticks: ticks)
  }

  /// Returns a linear scale of seconds from 0 to exactly `end`.
  static func time(until end: Double) -> Scale {
    let end = max(end, 1e-3)
    let ticks = linear(upTo: end, ticks: 10, label: Quantity.seconds).ticks.filter { $0.value <= end * (1 + 1e-9) }
    return Scale(lower: 0, upper: end, ticks: ticks)
  }

  /// Returns a logarithmic scale of nanoseconds from the last round value below `range` to the first one that is at least 99 % of its end, with
  /// ticks at 1, 2 and 5 times powers of ten; in a wide range, only at powers of ten.
  static func durations(_ range: ClosedRange<Double>) -> Scale {
    let all = (0...16).flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }
    let low = all.last { $0 <= max(1, range.lowerBound) } ?? 1
    // A timeout of 1 s is measured as slightly more, which should not cost the space up to 2 s.
    let high = all.first { $0 * 1.01 >= range.upperBound && $0 > low } ?? low * 10
    let values = all.filter { (low...high).contains($0) }
    let shown = values.count <= 10 ? values : values.filter { log10($0).rounded() == log10($0) }
    return Scale(
      lower: low, upper: high, ticks: shown.map { Tick(value: $0, label: Quantity.shortDuration($0)) }, isLogarithmic: true)
  }

  /// Returns a logarithmic scale of 1/(1 - p) from 1 (0 %) up to the first power of ten that is at least `count`, between 10^2 and 10^6.
  static func percentiles(requests count: Int) -> Scale {
    let labels = ["0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"]
    let all = labels.enumerated().map { Tick(value: pow(10, Double($0)), label: $1) }
    let last = all.firstIndex { $0.value >= max(100, Double(count)) } ?? all.count - 1
    return Scale(lower: 1, upper: all[last].value, ticks: Array(all[...last]), isLogarithmic: true)
  }

  /// Returns 1, 2 or 5 times a power of ten.
  private static func roundStep(atLeast value: Double) -> Double {
    let power = pow(10, log10(value).rounded(.down))
    return [1, 2, 5].map { $0 * power }.first { $0 >= value * (1 - 1e-9) } ?? 10 * power
  }
}
