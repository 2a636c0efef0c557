public import ArgumentParser
public import Benchmarks
import Glibc

/// Compares the performance of Holocron with the software it is built on; `Scripts/bench` runs it.
@main
struct HolocronBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-bench", abstract: "Compare the performance of Holocron with the software it is built on",
    subcommands: [Run.self, Ask.self, Play.self],
    defaultSubcommand: Run.self)

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run all benchmarks and print medians, spreads and ratios")

    @Option(help: "Compare with the redis-server on this port of 127.0.0.1 (default: skip the one-shot comparison)") var redisPort: Int?
    @Option(help: "Measure each side this many times") var rounds = 7
    @Flag(help: "Exit with 1 if a target is missed") var strict = false

    func run() throws {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &path, path.count - 1)
      let executable = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
      var benchmarks = try BusBenchmarks(executablesIn: folder, rounds: rounds)
      defer { benchmarks.finish() }
      var comparisons: [Comparison] = []
      func show(_ comparison: Comparison) {
        print(comparison.report + "\n")
        fflush(nil)
        comparisons.append(comparison)
      }
      show(try benchmarks.echo(outstanding: 1, requests: 5_000, target: 2))
      show(try benchmarks.echo(outstanding: 64, requests: 100_000, target: 0.6))
      show(try benchmarks.cached(outstanding: 64, requests: 100_000, target: 0.4))
      if let redisPort {
        show(try benchmarks.oneShot([], redisPort: redisPort, runs: 21, target: 3))
        show(try benchmarks.oneShot(["--json"], redisPort: redisPort, runs: 21, target: 3))
      } else {
        print("one-shot against redis-cli: skipped (no --redis-port)")
      }
      show(try benchmarks.screenStart(against: ["less", "/etc/passwd"], until: ["root:"], target: 60))
      if HolocronBench.isInstalled("htop") {
        show(try benchmarks.screenStart(against: ["htop"], until: ["Quit"], target: 60))
      } else {
        print("start against htop: skipped (htop is not installed)")
      }
      if strict, comparisons.contains(where: { !$0.isMet }) { throw ExitCode.failure }
    }
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Run one process of a benchmark until killed", shouldDisplay: false)

    @Argument(help: "\(Role.allCases.map(\.rawValue).joined(separator: ", "))") var role: Role
    @Argument(help: "Endpoints to bind or connect to") var endpoints: [String]

    func run() throws { try role.run(endpoints) }
  }
}

extension Role: ExpressibleByArgument {}
