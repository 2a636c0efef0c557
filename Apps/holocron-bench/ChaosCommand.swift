import ArgumentParser
import Benchmarks
import Platform

/// A chaos run; `Scripts/chaos` runs it.
struct ChaosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos", abstract: "Kill, stop and restart processes while front-ends compare every answer with the catalogue",
    discussion: """
      Exits with 1 if an answer is wrong, a request is lost, a process ends by itself, or errors remain after the last failure.

      EXAMPLES
        holocron-bench chaos --minutes 5
        holocron-bench chaos --minutes 1 --seed 7
      """)

  @Option(help: "Set the length of the run in minutes") var minutes = 2.0
  @Option(help: "Repeat the failures and requests of an earlier run (default: random)") var seed: UInt64?
  @Option(help: ArgumentHelp("Write the logs of the processes to this folder", valueName: "folder")) var logs: String?

  func validate() throws {
    guard (0.25...120).contains(minutes) else { throw ValidationError("--minutes must be between 0.25 and 120") }
  }

  func run() throws {
    let seed = seed ?? UInt64.random(in: 0...0xFFFF_FFFF)
    StandardStream.output.write(line: "Seed: \(seed)")
    let run = ChaosRun(
      seed: seed, seconds: Int(minutes * 60), executablesIn: RunningProgram.own?.folder ?? ".", logs: logs)
    guard try run.run(report: { StandardStream.output.write(line: $0) }) else { throw ExitCode.failure }
  }
}
