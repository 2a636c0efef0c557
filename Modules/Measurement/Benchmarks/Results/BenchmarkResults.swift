public import LoadReports

/// The figures of a run of the benchmarks.
public struct BenchmarkResults: Sendable {
  /// Name and version of the program.
  public let program: String
  /// Start of the run in UTC (RFC 3339).
  public let started: String
  public let machine: LoadReport.Machine
  public let rounds: Int
  public internal(set) var comparisons: [Comparison] = []
  public internal(set) var skipped: [SkippedRow] = []

  /// A row that could not be measured here.
  public struct SkippedRow: Sendable, Hashable {
    public let name: String
    public let reason: String
  }

  init(program: String, started: String, machine: LoadReport.Machine, rounds: Int) {
    self.program = program
    self.started = started
    self.machine = machine
    self.rounds = rounds
  }

  /// Whether all bars of all comparisons are met.
  public var areBarsMet: Bool { comparisons.allSatisfy(\.isMet) }
}
