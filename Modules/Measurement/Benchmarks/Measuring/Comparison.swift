/// A comparison of Holocron with references that were measured in the same rounds.
public struct Comparison: Sendable, Hashable {
  /// Identifies the comparison in the results of several runs: `echo-1KiB`.
  public let name: String
  public let title: String
  public let lessIsBetter: Bool
  public let ours: Series
  /// The first one is what the change since an earlier run is measured by.
  public let references: [Series]
  /// Further figures of the same rounds, such as processor time.
  public let figures: [Series]
  public let bars: [Bar]

  public init(
    _ name: String, _ title: String, lessIsBetter: Bool = false, ours: Series, references: [Series], figures: [Series] = [], bars: [Bar]
  ) {
    self.name = name
    self.title = title
    self.lessIsBetter = lessIsBetter
    self.ours = ours
    self.references = references
    self.figures = figures
    self.bars = bars
  }

  /// Returns our figure divided by the reference's in each round.
  public func ratios(to reference: Series) -> [Double] { zip(ours.values, reference.values).map { $0 / $1 } }

  /// Returns the median of ``ratios(to:)``.
  public func ratio(to reference: Series) -> Double { Series.median(of: ratios(to: reference)) }

  /// Returns the value that a bar limits; NaN if the comparison has no such series.
  public func value(of bar: Bar) -> Double {
    switch bar.figure {
    case .ratio(let name): references.first { $0.name == name }.map { ratio(to: $0) } ?? .nan
    case .median(let name): ([ours] + references + figures).first { $0.name == name }?.median ?? .nan
    }
  }

  public func isMet(_ bar: Bar) -> Bool { bar.isMet(by: value(of: bar)) }

  /// Whether all bars are met.
  public var isMet: Bool { bars.allSatisfy(isMet) }
}
