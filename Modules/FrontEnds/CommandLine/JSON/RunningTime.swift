/// Adds up the time in which this process runs. Clocks go on while it is stopped (Ctrl-Z), so more than twice what a wait was to take does not
/// count.
struct RunningTime: Sendable {
  private(set) var total = Duration.zero

  mutating func add(_ passed: Duration, expected: Duration) { total += min(passed, max(expected, .milliseconds(1)) * 2) }
}
