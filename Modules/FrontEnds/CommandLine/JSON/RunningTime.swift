/// Adds up the time in which this process runs, from one look at the clock to the next. The clock goes on while the process is stopped (Ctrl-Z), so
/// no more than ``maxStep`` counts of each step.
struct RunningTime: Sendable {
  /// At least twice the time between two looks.
  static let maxStep = Duration.seconds(2)

  private(set) var total = Duration.zero

  mutating func add(_ passed: Duration) { total += min(passed, Self.maxStep) }
}
