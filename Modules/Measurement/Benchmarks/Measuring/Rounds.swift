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
