import ArgumentParser
import Benchmarks
import Platform

/// The instructions and allocations of a message; `Scripts/counts` runs it.
struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Count instructions and allocations a message, and compare them with a file",
    discussion: "Scripts/counts builds what this command needs, and runs it.")

  @Argument(help: "Compare with the counts of this file") var file: String
  @Option(help: ArgumentHelp("Name compiler, architecture and libzmq", valueName: "text")) var platform: String
  @Flag(help: "Write the counts to the file instead of comparing them") var update = false

  func run() throws {
    let old = update ? try? Self.counts(in: file) : try Self.counts(in: file)
    guard update || old?.platform == platform else {
      throw BenchmarkError("\(file) has the counts for \(old?.platform ?? ""); this is \(platform)")
    }
    let folder = RunningProgram.own?.folder ?? "."
    let new = try CountedProcess.leastCounts(executablesIn: folder) { counts in
      !update && CountComparison(from: old?.counts ?? [], to: counts).isMet
    }
    let comparison = CountComparison(from: old?.counts ?? new, to: new)
    StandardStream.output.write(line: comparison.text)
    guard !update else { return try RegularFile.replace(file, with: CountFile(platform: platform, counts: new).bytes) }
    if let advice = comparison.advice { StandardStream.error.write(line: "holocron-bench: \(advice)") }
    if !comparison.isMet { throw ExitCode.failure }
  }

  private static func counts(in path: String) throws -> CountFile {
    do { return try CountFile(parsing: RegularFile.read(path, upTo: 1 << 20)) } catch {
      throw BenchmarkError("cannot read \(path): \(error)")
    }
  }
}
