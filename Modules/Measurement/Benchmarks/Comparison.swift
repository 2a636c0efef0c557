import LoadTesting

/// A comparison of Holocron with references that were measured in the same rounds.
struct Comparison: Hashable {
  let title: String
  let ours: Series
  let references: [Series]
  /// Further figures of the same rounds, such as processor time.
  let figures: [Series]
  let bars: [Bar]

  init(_ title: String, ours: Series, references: [Series], figures: [Series] = [], bars: [Bar] = []) {
    (self.title, self.ours, self.references, self.figures, self.bars) = (title, ours, references, figures, bars)
  }

  /// Returns our figure divided by the reference's in each round.
  func ratios(to reference: Series) -> [Double] { zip(ours.values, reference.values).map { $0 / $1 } }

  /// Returns the value that a bar limits; NaN if the comparison has no such series.
  func value(of bar: Bar) -> Double {
    func series(_ name: String) -> Series { ([ours] + references + figures).first { $0.name == name } ?? Series(name, unit: "", []) }
    return switch bar.figure {
    case .ratio(let name): Series.median(of: ratios(to: series(name)))
    case .median(let name): series(name).median
    }
  }

  /// NaN keeps no limit.
  func isMet(_ bar: Bar) -> Bool { bar.isMaximum ? value(of: bar) <= bar.limit : value(of: bar) >= bar.limit }

  /// Whether all bars are met.
  var isMet: Bool { bars.allSatisfy(isMet) }

  /// A line for the title, for each series and for each bar.
  var text: String {
    var lines = ["\(title); median of \(ours.values.count) \(ours.values.count == 1 ? "round" : "rounds") (spread)", ours.line]
    for reference in references {
      let ratios = Series("", unit: "", ratios(to: reference))
      lines.append("\(reference.line), ratio \(ratios.median.figure) (\(ratios.spreadText))")
    }
    lines += figures.map(\.line)
    lines += bars.map { bar in
      "  bar: \(bar.figure) at \(bar.isMaximum ? "most" : "least") \(bar.limit.figure): "
        + "\(isMet(bar) ? "met" : "MISSED") (\(value(of: bar).figure))"
    }
    return lines.joined(separator: "\n")
  }
}

/// A limit that a figure of a comparison should keep.
struct Bar: Sendable, Hashable {
  enum Figure: Sendable, Hashable, CustomStringConvertible {
    /// The median of our figure divided by that of the reference with this name in the same round.
    case ratio(to: String)
    /// The median of the series with this name.
    case median(of: String)

    var description: String {
      switch self {
      case .ratio(let name): "ratio to \(name)"
      case .median(let name): "median of \(name)"
      }
    }
  }

  let figure: Figure
  let limit: Double
  /// Whether the figure should be at most the limit; otherwise at least.
  let isMaximum: Bool

  init(_ figure: Figure, atLeast limit: Double) { (self.figure, self.limit, isMaximum) = (figure, limit, false) }
  init(_ figure: Figure, atMost limit: Double) { (self.figure, self.limit, isMaximum) = (figure, limit, true) }
}

/// A figure that was measured once a round.
struct Series: Hashable {
  let name: String
  /// `/s`, `µs`, `ms`, …
  let unit: String
  let values: [Double]

  init(_ name: String, unit: String, _ values: [Double]) { (self.name, self.unit, self.values) = (name, unit, values) }

  /// NaN without values.
  var median: Double { Self.median(of: values) }

  fileprivate var spreadText: String { "\((values.min() ?? 0).figure) – \((values.max() ?? 0).figure)" }
  fileprivate var line: String {
    "  \(name + String(repeating: " ", count: max(0, 38 - name.count))) \(median.figure) \(unit) (\(spreadText))"
  }

  /// Returns the value in the middle, or the mean of the two in the middle; NaN without values.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

extension Double {
  /// A figure as people read it: an integer from 1,000 on, two decimals below.
  var figure: String { magnitude < 1e15 ? Quantity.decimal(self, digits: magnitude >= 1_000 ? 0 : 2) : "–" }
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
    let measure: () throws -> [Double]

    init(_ name: String, measure: @escaping () throws -> [Double]) { (self.name, self.measure) = (name, measure) }
  }

  private let names: [String]
  /// Figures by side and round.
  private let figures: [[[Double]]]

  /// Measures each side `count` times, in the order of the list.
  init(_ count: Int, _ sides: Side...) throws { try self.init(count, sides) }

  init(_ count: Int, _ sides: [Side]) throws {
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

  /// Compares a side with all the others.
  func comparison(
    _ title: String, ours: Int, figure: Int = 0, unit: String, figures: [Series] = [], bars: [Bar] = []
  ) -> Comparison {
    let others = names.indices.filter { $0 != ours }
    return Comparison(
      title, ours: series(ours, figure: figure, unit: unit), references: others.map { series($0, figure: figure, unit: unit) },
      figures: figures, bars: bars)
  }
}
