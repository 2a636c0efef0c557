/// A limit that a figure of a comparison should keep.
public struct Bar: Sendable, Hashable {
  public enum Figure: Sendable, Hashable {
    /// Our figure divided by that of the reference with this name, as ``Comparison/ratio(to:)`` computes it.
    case ratio(to: String)
    /// The median of the series with this name.
    case median(of: String)
  }

  public let figure: Figure
  public let limit: Double
  /// Whether the figure should be at most the limit; otherwise at least.
  public let isMaximum: Bool

  public init(_ figure: Figure, atLeast limit: Double) {
    self.figure = figure
    self.limit = limit
    isMaximum = false
  }

  public init(_ figure: Figure, atMost limit: Double) {
    self.figure = figure
    self.limit = limit
    isMaximum = true
  }

  /// Returns whether `value` keeps the limit. NaN never does.
  public func isMet(by value: Double) -> Bool { isMaximum ? value <= limit : value >= limit }
}
