import Glibc

/// An axis: maps values to 0…1 and has round ticks.
struct Scale {
  struct Tick: Hashable {
    let value: Double
    let label: String
  }

  private enum Spacing { case linear, logarithmic }

  let lower: Double
  let upper: Double
  let ticks: [Tick]
  private let spacing: Spacing

  /// Returns the place of a value, 0 at the lower end and 1 at the upper; values outside are moved to the nearer end.
  func position(_ value: Double) -> Double {
    let place: Double
    switch spacing {
    case .linear: place = (value - lower) / (upper - lower)
    case .logarithmic: place = log10(max(value, lower) / lower) / log10(upper / lower)
    }
    return min(max(place, 0), 1)
  }

  /// Returns the value at a place of a logarithmic scale; the opposite of ``position(_:)``.
  func value(at place: Double) -> Double { lower * pow(upper / lower, place) }

  /// Returns a linear scale from 0 to the next tick after `largest`, with about `count` ticks at multiples of 1, 2 or 5 times a power of ten.
  static func linear(upTo largest: Double, ticks count: Int, label: (Double) -> String) -> Scale {
    let step = roundStep(atLeast: max(largest, 1e-9) / Double(max(1, count)))
    let steps = max(1, (largest / step - 1e-9).rounded(.up))
    let ticks = (0...Int(steps)).map { Tick(value: Double($0) * step, label: label(Double($0) * step)) }
    return Scale(lower: 0, upper: steps * step, ticks: ticks, spacing: .linear)
  }

  /// Returns a linear scale from 0 to exactly `end`, for time.
  static func time(until end: Double, ticks count: Int) -> Scale {
    let end = max(end, 1e-3)
    let units: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]
    let needed = end / Double(max(1, count))
    let step = needed < 1 ? roundStep(atLeast: needed) : units.first { $0 >= needed } ?? roundStep(atLeast: needed / 86_400) * 86_400
    let ticks = stride(from: 0, through: end * (1 + 1e-9), by: step).map { Tick(value: $0, label: clock($0, step: step)) }
    return Scale(lower: 0, upper: end, ticks: ticks, spacing: .linear)
  }

  /// Returns a logarithmic scale of nanoseconds from the last round value below `range` to the first one that is at least 99 % of its end. About `count` ticks
  /// are at many round values in a narrow range, at 1, 2 and 5 times powers of ten in a wider one, and otherwise only at powers of ten.
  static func durations(_ range: ClosedRange<Double>, ticks count: Int) -> Scale {
    let fine = roundValues(around: range, steps: [1, 1.5, 2, 3, 4, 5, 6, 8])
    let usual = roundValues(around: range, steps: [1, 2, 5])
    let values = fine.count <= count ? fine : usual
    let tens = values.filter { isPowerOfTen($0) }
    // 1, 2 and 5 are about equally far apart, so that more of them are legible.
    let shown = values.count <= count + 3 || tens.count < 2 ? values : tens
    return Scale(
      lower: values.first ?? 1, upper: values.last ?? 10, ticks: shown.map { Tick(value: $0, label: Quantity.shortDuration($0)) },
      spacing: .logarithmic)
  }

  /// Returns multiples of powers of ten, ascending, whose first and last enclose `range`; `steps` are the factors to use.
  private static func roundValues(around range: ClosedRange<Double>, steps: [Double]) -> [Double] {
    var all: [Double] = []
    var power = 1.0
    while power <= 1e16 {
      all += steps.map { $0 * power }
      power *= 10
    }
    let low = all.last { $0 <= max(1, range.lowerBound) } ?? 1
    // A timeout of 1 s is measured as slightly more, which should not cost the space up to 2 s.
    let high = all.first { $0 * 1.01 >= range.upperBound && $0 > low } ?? low * 10
    return all.filter { (low...high).contains($0) }
  }

  /// Returns a logarithmic scale of 1/(1 - p) from 1 (0 %) up to the first power of ten that is at least `count`, between 10^2 and 10^6.
  static func percentiles(requests count: Int) -> Scale {
    let labels = ["0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"]
    var ticks: [Tick] = []
    var value = 1.0
    for label in labels {
      ticks.append(Tick(value: value, label: label))
      if value >= 100, value >= Double(count) { break }
      value *= 10
    }
    return Scale(lower: 1, upper: ticks.last?.value ?? 100, ticks: ticks, spacing: .logarithmic)
  }

  /// Returns the scale with every second tick, every third and so on, so that at most `count` are left.
  func thinned(to count: Int) -> Scale {
    let step = max(1, (ticks.count - 1) / max(1, count) + 1)
    return Scale(
      lower: lower, upper: upper, ticks: ticks.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element), spacing: spacing)
  }

  /// Returns 1, 2 or 5 times a power of ten.
  static func roundStep(atLeast value: Double) -> Double {
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return [1, 2, 5].map { $0 * power }.first { $0 >= value * (1 - 1e-9) } ?? 10 * power
  }

  private static func isPowerOfTen(_ value: Double) -> Bool {
    let exponent = log10(value)
    return (exponent - exponent.rounded()).magnitude < 1e-9
  }

  /// `30 s`, `2:30`, `1:05:00`
  private static func clock(_ seconds: Double, step: Double) -> String {
    guard step >= 1, seconds >= 60 else { return Quantity.seconds(seconds) }
    let whole = Int(seconds.rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole / 60 % 60
    return whole < 3_600 ? "\(minutes):\(two(whole % 60))" : "\(whole / 3_600):\(two(minutes)):\(two(whole % 60))"
  }
}
