import Platform

/// A row of the table of benchmarks: comparisons that share processes.
struct BenchmarkRow: Sendable {
  /// The name for `--only`.
  let name: String
  /// What the row measures, in a few words.
  let summary: String
  /// Programs that the row needs besides Holocron's own.
  let programs: [String]
  /// Whether the row takes minutes, and runs only if it is named.
  let isOnDemand: Bool
  /// Starts the processes, which end with the workbench, and measures.
  let measure: @Sendable (Workbench) throws -> [Comparison]

  init(
    _ name: String, _ summary: String, _ programs: [String] = [], isOnDemand: Bool = false,
    measure: @escaping @Sendable (Workbench) throws -> [Comparison]
  ) {
    (self.name, self.summary, self.programs, self.isOnDemand, self.measure) = (name, summary, programs, isOnDemand, measure)
  }
}

/// Benchmarks of Holocron against the software it is built on and programs that do the same.
package struct BenchmarkSuite {
  /// The folder of the executables.
  private let folder: String
  private let rounds: Int
  private let rows: [BenchmarkRow]

  /// - Parameter records: ascending numbers of cached records, multiples of 1,000.
  static func all(records: [Int]) -> [BenchmarkRow] {
    [.echo, .latency, .many, .cached, .store, .frontEnds, .oneShot, .screen, .fetch, .warming, .load, .records(records)]
  }

  /// The names of all rows and what they measure, in order.
  package static var list: [(name: String, summary: String)] { all(records: []).map { ($0.name, $0.summary) } }

  /// - Parameters:
  ///   - rounds: how many times each side of a comparison is measured.
  ///   - only: names of the rows to run; `nil` runs all but those that take minutes. Throws if there is no row with a name.
  ///   - records: the numbers of cached records for the row of that name.
  package init(executablesIn folder: String, rounds: Int, only names: [String]? = nil, records: [Int]) throws {
    let all = Self.all(records: records)
    for name in names ?? [] where !all.contains(where: { $0.name == name }) {
      throw BenchmarkError("unknown row '\(name)' (available: \(all.map(\.name).joined(separator: ", ")))")
    }
    self.folder = folder
    self.rounds = rounds
    rows = all.filter { names?.contains($0.name) ?? !$0.isOnDemand }
  }

  /// Runs the rows one after another, each with processes of its own. Skips rows whose programs are not installed.
  /// - Parameter report: called with each finished comparison, as text, and for each skipped row.
  /// - Returns: whether all bars are met.
  package func run(report: (String) -> Void) throws -> Bool {
    var areBarsMet = true
    for row in rows {
      let missing = row.programs.filter { !Self.isInstalled($0) }
      guard missing.isEmpty else {
        report("\(row.name): skipped, not installed: \(missing.joined(separator: ", "))")
        continue
      }
      do {
        let comparisons = try row.measure(try Workbench(executablesIn: folder, rounds: rounds))
        for comparison in comparisons { report(comparison.text) }
        areBarsMet = areBarsMet && comparisons.allSatisfy(\.isMet)
      } catch { throw BenchmarkError("\(row.name): \(error)") }
    }
    return areBarsMet
  }

  private static func isInstalled(_ program: String) -> Bool {
    Workbench.path.split(separator: ":").contains { FileSystem.isExecutable("\($0)/\(program)") }
  }
}
