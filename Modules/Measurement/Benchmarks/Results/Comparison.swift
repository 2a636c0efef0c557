import LoadTesting

/// A comparison of Holocron with references that were measured in the same rounds.
package struct Comparison: Sendable, Hashable {
  /// Identifies the comparison in the results of several runs: `echo-1KiB`.
  var name = ""
  var title = ""
  var lessIsBetter = false
  var ours = Series()
  /// The first one is what the change since an earlier run is measured by.
  var references: [Series] = []
  /// Further figures of the same rounds, such as processor time.
  var figures: [Series] = []
  var bars: [Bar] = []

  package init() {}

  init(
    _ name: String, _ title: String, lessIsBetter: Bool = false, ours: Series, references: [Series], figures: [Series] = [], bars: [Bar]
  ) {
    (self.name, self.title, self.lessIsBetter, self.ours) = (name, title, lessIsBetter, ours)
    (self.references, self.figures, self.bars) = (references, figures, bars)
  }

  /// Returns our figure divided by the reference's in each round.
  func ratios(to reference: Series) -> [Double] { zip(ours.values, reference.values).map { $0 / $1 } }

  /// Returns the median of ``ratios(to:)``.
  func ratio(to reference: Series) -> Double { Series.median(of: ratios(to: reference)) }

  /// Returns the value that a bar limits; NaN if the comparison has no such series.
  func value(of bar: Bar) -> Double {
    switch bar.figure {
    case .ratio(let name): references.first { $0.name == name }.map { ratio(to: $0) } ?? .nan
    case .median(let name): ([ours] + references + figures).first { $0.name == name }?.median ?? .nan
    }
  }

  func isMet(_ bar: Bar) -> Bool { bar.isMet(by: value(of: bar)) }

  /// Whether all bars are met.
  var isMet: Bool { bars.allSatisfy(isMet) }
}

extension Comparison {
  /// A line for the title, for each series and for each bar.
  var text: String {
    var lines = ["\(title); median of \(ours.values.count) \(ours.values.count == 1 ? "round" : "rounds") (spread)", Self.line(ours)]
    for reference in references {
      let ratios = ratios(to: reference)
      let spread = FigureText.range(Series.spread(of: ratios))
      lines.append("\(Self.line(reference)), ratio \(FigureText.text(Series.median(of: ratios))) (\(spread))")
    }
    lines += figures.map(Self.line)
    lines += bars.map(line)
    return lines.joined(separator: "\n")
  }

  private static func line(_ series: Series) -> String {
    let label = series.name + String(repeating: " ", count: max(0, 38 - series.name.count))
    return "  \(label) \(FigureText.text(series.median)) \(series.unit) (\(FigureText.range(series.spread)))"
  }

  private func line(_ bar: Bar) -> String {
    let subject =
      switch bar.figure {
      case .ratio(let name): "ratio to \(name)"
      case .median(let name): "median of \(name)"
      }
    let verdict = isMet(bar) ? "met" : "MISSED"
    return
      "  bar: \(subject) at \(bar.isMaximum ? "most" : "least") \(FigureText.text(bar.limit)): \(verdict) (\(FigureText.text(value(of: bar))))"
  }
}

/// A limit that a figure of a comparison should keep.
struct Bar: Sendable, Hashable {
  enum Figure: Sendable, Hashable {
    /// Our figure divided by that of the reference with this name, as ``Comparison/ratio(to:)`` computes it.
    case ratio(to: String)
    /// The median of the series with this name.
    case median(of: String)
  }

  let figure: Figure
  let limit: Double
  /// Whether the figure should be at most the limit; otherwise at least.
  let isMaximum: Bool

  init(_ figure: Figure, atLeast limit: Double) { (self.figure, self.limit, isMaximum) = (figure, limit, false) }
  init(_ figure: Figure, atMost limit: Double) { (self.figure, self.limit, isMaximum) = (figure, limit, true) }

  /// Returns whether `value` keeps the limit. NaN never does.
  func isMet(by value: Double) -> Bool { isMaximum ? value <= limit : value >= limit }
}

/// A figure that was measured once a round.
package struct Series: Sendable, Hashable {
  var name = ""
  /// `/s`, `µs`, `ms`, …
  var unit = ""
  var values: [Double] = []

  package init() {}
  init(_ name: String, unit: String, _ values: [Double]) { (self.name, self.unit, self.values) = (name, unit, values) }

  /// NaN without values.
  var median: Double { Self.median(of: values) }
  var spread: ClosedRange<Double> { Self.spread(of: values) }

  /// Returns the value in the middle, or the mean of the two in the middle; NaN without values.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  static func spread(of values: [Double]) -> ClosedRange<Double> {
    guard let least = values.min(), let most = values.max() else { return 0...0 }
    return least...most
  }
}

/// Figures as people read them.
enum FigureText {
  /// Returns an integer from 1,000 on, and two decimals below.
  static func text(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "–" }
    return Quantity.decimal(value, digits: value.magnitude >= 1_000 ? 0 : 2)
  }

  static func range(_ range: ClosedRange<Double>) -> String { "\(text(range.lowerBound)) – \(text(range.upperBound))" }
}

/// The figures of sides that were measured in turn, round by round, so that noise affects all of them.
///
/// The speed of a machine may change from second to second. So the sides of a round are neighbours in time, and each side's figure is compared
/// with that of the same round.
struct Rounds {
  /// One of the things that are compared.
  struct Side {
    let name: String
    /// Measures once. Returns the same kinds of figures each time.
    let measure: () throws(BenchmarkError) -> [Double]

    init(_ name: String, measure: @escaping () throws(BenchmarkError) -> [Double]) {
      self.name = name
      self.measure = measure
    }
  }

  private let names: [String]
  /// Figures by side and round.
  private let figures: [[[Double]]]

  /// Measures each side `count` times, in the order of the list.
  init(_ count: Int, _ sides: [Side]) throws(BenchmarkError) {
    var figures = [[[Double]]](repeating: [], count: sides.count)
    for _ in 0..<count {
      for (index, side) in sides.enumerated() { figures[index].append(try side.measure()) }
    }
    names = sides.map(\.name)
    self.figures = figures
  }

  /// Returns a figure of a side, by the index of the figure in what the side measures.
  /// - Parameter name: `nil` means the name of the side.
  func series(_ side: Int, figure: Int = 0, named name: String? = nil, unit: String) -> Series {
    Series(name ?? names[side], unit: unit, figures[side].map { $0[figure] })
  }
}
