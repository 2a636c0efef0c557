public import ArgumentParser
public import Benchmarks
import Platform
import Release

/// Compares the performance of Holocron with the software it is built on; `Scripts/bench` runs it.
@main
struct HolocronBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-bench", abstract: "Compare the performance of Holocron with the software it is built on",
    version: Version.line(of: "holocron-bench"),
    subcommands: [Run.self, Ask.self, Play.self],
    defaultSubcommand: Run.self)

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run all benchmarks and print medians, spreads and ratios")

    @Option(help: "Compare with the redis-server on this port of 127.0.0.1 (default: skip the one-shot comparison)") var redisPort: Int?
    @Option(help: "Measure each side this many times") var rounds = 7
    @Flag(help: "Exit with 1 if a target is missed") var strict = false

    func validate() throws {
      guard rounds > 0 else { throw ValidationError("--rounds must be 1 or more") }
    }

    func run() throws {
      var benchmarks = try BusBenchmarks(executablesIn: RunningProgram.own?.folder ?? ".", rounds: rounds)
      defer { benchmarks.finish() }
      var comparisons: [Comparison] = []
      func show(_ comparison: Comparison) {
        StandardStream.output.write(line: comparison.report + "\n")
        comparisons.append(comparison)
      }
      show(try benchmarks.echo(outstanding: 1, requests: 5_000, target: 2))
      show(try benchmarks.echo(outstanding: 64, requests: 100_000, target: 0.6))
      show(try benchmarks.cached(outstanding: 64, requests: 100_000, target: 0.4))
      if let redisPort {
        show(try benchmarks.oneShot([], redisPort: redisPort, runs: 21, target: 3))
        show(try benchmarks.oneShot(["--json"], redisPort: redisPort, runs: 21, target: 3))
      } else {
        StandardStream.output.write(line: "one-shot against redis-cli: skipped (no --redis-port)")
      }
      show(try benchmarks.screenStart(against: ["less", "/etc/passwd"], until: ["root:"], target: 60))
      if HolocronBench.isInstalled("htop") {
        show(try benchmarks.screenStart(against: ["htop"], until: ["Quit"], target: 60))
      } else {
        StandardStream.output.write(line: "start against htop: skipped (htop is not installed)")
      }
      if strict, comparisons.contains(where: { !$0.isMet }) { throw ExitCode.failure }
    }
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = Environment.process["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { FileSystem.isExecutable("\($0)/\(program)") }
  }

  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Run one process of a benchmark until it is killed or standard input ends", shouldDisplay: false)

    @Argument(help: "\(Role.allCases.map(\.rawValue).joined(separator: ", "))") var role: Role
    @Argument(help: "Endpoints to bind or connect to") var endpoints: [String]

    func run() throws { try role.run(endpoints) }
  }
}

extension Role: ExpressibleByArgument {}
