import LoadTesting
import Platform
import Release

/// Benchmarks of Holocron against the software it is built on and programs that do the same.
public struct BenchmarkSuite {
  /// The folder of the executables.
  private let folder: String
  private let rounds: Int
  private let rows: [any BenchmarkRow]

  /// A list of rows.
  public enum Table: Sendable, Hashable {
    case comparisons
    /// How figures change with the number of front-ends, fetchers and cached records. The numbers of records are ascending multiples of 1,000.
    case scale(records: [Int])

    fileprivate var all: [any BenchmarkRow] {
      switch self {
      case .comparisons: BenchmarkRows.all
      case .scale(let records): BenchmarkRows.scale(records: records)
      }
    }

    /// The names of all rows and what they measure, in order.
    public var rows: [(name: String, summary: String)] { all.map { ($0.name, $0.summary) } }
  }

  /// - Parameters:
  ///   - rounds: how many times each side of a comparison is measured.
  ///   - only: names of the rows to run; `nil` runs all of them. Throws if there is no row with a name.
  public init(
    _ table: Table = .comparisons, executablesIn folder: String, rounds: Int, only names: [String]? = nil
  ) throws(BenchmarkError) {
    for name in names ?? [] where !table.all.contains(where: { $0.name == name }) {
      let available = table.all.map(\.name).joined(separator: ", ")
      throw BenchmarkError("unknown row '\(name)' (available: \(available))")
    }
    self.folder = folder
    self.rounds = rounds
    rows = table.all.filter { names?.contains($0.name) ?? true }
  }

  /// Runs the rows one after another, each with processes of its own. Skips rows whose programs are not installed.
  /// - Parameter report: called with each finished comparison, as text, and for each skipped row.
  public func run(report: (String) -> Void) throws(BenchmarkError) -> BenchmarkResults {
    var results = BenchmarkResults(
      program: Version.line(of: "holocron-bench"), started: CalendarTime(secondsSince1970: SystemTime.seconds).text,
      machine: MachineReader.machine(), rounds: rounds)
    for row in rows {
      let missing = row.programs.filter { !Self.isInstalled($0) }
      guard missing.isEmpty else {
        let reason = "not installed: \(missing.joined(separator: ", "))"
        results.skipped.append(.init(name: row.name, reason: reason))
        report("\(row.name): skipped, \(reason)")
        continue
      }
      let comparisons: [Comparison]
      do throws(BenchmarkError) { comparisons = try row.measure(on: try Workbench(executablesIn: folder, rounds: rounds)) } catch {
        throw BenchmarkError("\(row.name): \(error)")
      }
      results.comparisons += comparisons
      for comparison in comparisons { report(comparison.text) }
    }
    return results
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = (Environment.process["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin"
    return path.split(separator: ":").contains { FileSystem.isExecutable("\($0)/\(program)") }
  }
}
