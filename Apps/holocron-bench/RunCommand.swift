import ArgumentParser
import Benchmarks
import Platform

/// All benchmarks, or some of them.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the benchmarks and print medians, spreads, ratios and bars",
    discussion: """
      EXAMPLES
        holocron-bench run --only echo,latency --rounds 3
        holocron-bench run --only records --records 1000,10000,100000
      """)

  @Option(help: ArgumentHelp("Run only these rows, separated by commas; see --list", valueName: "names")) var only: String?
  @Option(help: "Measure each side this many times") var rounds = 7
  @Option(
    help: ArgumentHelp(
      "Set the numbers of cached records of the row records, ascending multiples of 1,000 up to 100,000", valueName: "numbers"))
  var records = "1000,100000"
  @Flag(help: "Print the rows and exit") var list = false
  @Flag(help: "Exit with 1 if a bar is missed") var strict = false

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be 1 or more") }
    let counts = recordCounts
    guard !counts.isEmpty, counts.count == records.split(separator: ",").count, counts == Set(counts).sorted(),
      counts.allSatisfy({ (1_000...100_000).contains($0) && $0.isMultiple(of: 1_000) })
    else {
      throw ValidationError(
        "invalid value '\(records)' for --records: expected ascending multiples of 1000 up to 100000, such as 1000,100000")
    }
  }

  private var recordCounts: [Int] { records.split(separator: ",").compactMap { Int($0) } }

  func run() throws {
    guard !list else {
      for row in BenchmarkSuite.list { StandardStream.output.write(line: "\(row.name): \(row.summary)") }
      return
    }
    let names = only.map { $0.split(separator: ",").map(String.init) }
    let suite = try BenchmarkSuite(
      executablesIn: RunningProgram.own?.folder ?? ".", rounds: rounds, only: names, records: recordCounts)
    let areBarsMet = try suite.run { StandardStream.output.write(line: $0 + "\n") }
    if strict, !areBarsMet { throw ExitCode.failure }
  }
}
