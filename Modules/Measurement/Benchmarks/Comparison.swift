/// Two ways of doing the same, measured in turn in one run: the machine's noise falls on both.
public struct Comparison: Sendable {
  public let name: String
  public let unit: String
  public let ours: Side
  public let reference: Side
  /// What ours must reach; at least, or at most where less is better.
  public let bar: Bar
  public let lessIsBetter: Bool

  public enum Bar: Sendable, Hashable {
    /// Of the medians, ours by the reference's.
    case ratio(Double)
    /// Our median itself, in ``unit``.
    case median(Double)
  }

  public struct Side: Sendable {
    public let name: String
    public let values: [Double]

    public var median: Double { values.sorted()[values.count / 2] }
    public var spread: ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }
  }

  public var ratio: Double { ours.median / reference.median }
  public var isMet: Bool {
    let (figure, limit) =
      switch bar {
      case .ratio(let limit): (ratio, limit)
      case .median(let limit): (ours.median, limit)
      }
    return lessIsBetter ? figure <= limit : figure >= limit
  }

  /// Measures both `rounds` times, one after the other.
  init(
    _ name: String, unit: String, bar: Bar, lessIsBetter: Bool, rounds: Int, ours: (name: String, measure: () throws -> Double),
    reference: (name: String, measure: () throws -> Double)
  ) throws {
    var (mine, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      theirs.append(try reference.measure())
      mine.append(try ours.measure())
    }
    self.name = name
    self.unit = unit
    self.bar = bar
    self.lessIsBetter = lessIsBetter
    self.ours = Side(name: ours.name, values: mine)
    self.reference = Side(name: reference.name, values: theirs)
  }

  /// Four lines for people.
  public var report: String {
    func line(_ side: Side) -> String {
      let label = side.name + String(repeating: " ", count: max(0, 34 - side.name.count))
      return "  \(label) \(Self.text(side.median)) \(unit)   (\(Self.text(side.spread.lowerBound)) – \(Self.text(side.spread.upperBound)))"
    }
    let verdict = isMet ? "met" : "MISSED"
    let limit =
      switch bar {
      case .ratio(let limit): Self.text(limit)
      case .median(let limit): "\(Self.text(limit)) \(unit) for the first"
      }
    return """
      \(name), median of \(ours.values.count) rounds (spread)
      \(line(ours))
      \(line(reference))
        ratio \(Self.text(ratio)), bar: at \(lessIsBetter ? "most" : "least") \(limit): \(verdict)
      """
  }

  private static func text(_ value: Double) -> String {
    if value >= 1_000 { return "\(Int(value.rounded()))" }
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
