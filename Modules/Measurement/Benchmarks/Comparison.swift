/// A comparison of Holocron with a reference, measured alternately in one run so that noise affects both.
public struct Comparison: Sendable {
  public let name: String
  public let unit: String
  public let ours: Side
  public let reference: Side
  /// The minimum to reach; the maximum if ``lessIsBetter``.
  public let target: Target
  public let lessIsBetter: Bool

  /// The value to reach.
  public enum Target: Sendable, Hashable {
    /// The ratio of our median to the median of the reference.
    case ratio(Double)
    /// Our median, in ``unit``.
    case median(Double)
  }

  /// The measured values of one of the two compared subjects, never empty.
  public struct Side: Sendable {
    public let name: String
    public let values: [Double]

    public var median: Double { values.sorted()[values.count / 2] }
    public var spread: ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }
  }

  public var ratio: Double { ours.median / reference.median }
  public var isMet: Bool {
    let (figure, limit) =
      switch target {
      case .ratio(let limit): (ratio, limit)
      case .median(let limit): (ours.median, limit)
      }
    return lessIsBetter ? figure <= limit : figure >= limit
  }

  /// Measures both sides alternately, `rounds` times each.
  init(
    _ name: String, unit: String, target: Target, lessIsBetter: Bool, rounds: Int, ours: (name: String, measure: () throws -> Double),
    reference: (name: String, measure: () throws -> Double)
  ) throws {
    var (ourValues, referenceValues): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      referenceValues.append(try reference.measure())
      ourValues.append(try ours.measure())
    }
    self.name = name
    self.unit = unit
    self.target = target
    self.lessIsBetter = lessIsBetter
    self.ours = Side(name: ours.name, values: ourValues)
    self.reference = Side(name: reference.name, values: referenceValues)
  }

  /// Four lines of text.
  public var report: String {
    func line(_ side: Side) -> String {
      let label = side.name + String(repeating: " ", count: max(0, 34 - side.name.count))
      return "  \(label) \(Self.text(side.median)) \(unit)   (\(Self.text(side.spread.lowerBound)) – \(Self.text(side.spread.upperBound)))"
    }
    let verdict = isMet ? "met" : "MISSED"
    let limit =
      switch target {
      case .ratio(let limit): Self.text(limit)
      case .median(let limit): "\(Self.text(limit)) \(unit) (median of the first)"
      }
    return """
      \(name), median of \(ours.values.count) rounds (spread)
      \(line(ours))
      \(line(reference))
        ratio \(Self.text(ratio)), target: at \(lessIsBetter ? "most" : "least") \(limit): \(verdict)
      """
  }

  private static func text(_ value: Double) -> String {
    if value >= 1_000 { return "\(Int(value.rounded()))" }
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
