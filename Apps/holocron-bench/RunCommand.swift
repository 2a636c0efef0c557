import ArgumentParser
import Benchmarks
import Platform

/// All benchmarks, or some of them.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the benchmarks and print medians, spreads, ratios and bars",
    discussion: """
      EXAMPLES
        holocron-bench run --json before.json
        holocron-bench run --only echo,latency --compare before.json
      """)

  @Option(help: ArgumentHelp("Run only these rows, separated by commas; see --list", valueName: "names")) var only: String?
  @Option(help: "Measure each side this many times") var rounds = 7
  @Option(help: ArgumentHelp("Write the results to a file", valueName: "file")) var json: String?
  @Option(help: ArgumentHelp("Print what has changed since an earlier run with --json", valueName: "file")) var compare: String?
  @Flag(help: "Print the rows and exit") var list = false
  @Flag(help: "Exit with 1 if a bar is missed") var strict = false

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be 1 or more") }
  }

  func run() throws {
    guard !list else {
      for row in BenchmarkSuite.rows { StandardStream.output.write(line: "\(row.name): \(row.summary)") }
      return
    }
    let names = only.map { $0.split(separator: ",").map(String.init) }
    let suite = try BenchmarkSuite(executablesIn: RunningProgram.own?.folder ?? ".", rounds: rounds, only: names)
    let earlier = try compare.map(Self.earlierResults)
    let results = try suite.run { StandardStream.output.write(line: $0 + "\n") }
    if let json { try RegularFile.replace(json, with: results.jsonFile) }
    if let earlier {
      StandardStream.output.write(line: "Changes since \(earlier.started)")
      StandardStream.output.write(line: ResultChanges(from: earlier, to: results).text)
    }
    if strict, !results.areBarsMet { throw ExitCode.failure }
  }

  private static func earlierResults(_ path: String) throws -> EarlierResults {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: 64 << 20) } catch {
      throw BenchmarkError("cannot read \(path): \(error.reason)")
    }
    do throws(BenchmarkError) { return try EarlierResults(parsing: bytes) } catch { throw BenchmarkError("cannot read \(path): \(error)") }
  }
}
