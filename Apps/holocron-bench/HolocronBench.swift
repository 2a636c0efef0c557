public import ArgumentParser
public import Benchmarks
import Glibc

/// Measures Holocron against what it is built on; `Scripts/bench` runs it.
@main
struct HolocronBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-bench", abstract: "Measures Holocron against what it is built on.",
    subcommands: [Run.self, Ask.self, Play.self],
    defaultSubcommand: Run.self)

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run every benchmark and print medians, spreads and ratios.")

    @Option(help: "Port of a redis-server on 127.0.0.1; without it the one-shot comparison is left out.") var redisPort: Int?
    @Option(help: "How often each side is measured.") var rounds = 7
    @Flag(help: "Exit 1 when a bar is missed.") var strict = false

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
      show(try benchmarks.echo(outstanding: 1, requests: 5_000, bar: 2))
      show(try benchmarks.echo(outstanding: 64, requests: 100_000, bar: 0.6))
      show(try benchmarks.cached(outstanding: 64, requests: 100_000, bar: 0.4))
      if let redisPort {
        show(try benchmarks.oneShot([], redisPort: redisPort, runs: 21, bar: 3))
        show(try benchmarks.oneShot(["--json"], redisPort: redisPort, runs: 21, bar: 3))
      } else {
        print("one-shot against redis-cli: left out, no --redis-port was given")
      }
      show(try benchmarks.screenStart(against: ["less", "/etc/passwd"], until: ["root:"], bar: 60))
      if HolocronBench.isInstalled("htop") {
        show(try benchmarks.screenStart(against: ["htop"], until: ["Quit"], bar: 60))
      } else {
        print("start against htop: left out, it is not installed")
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
      commandName: "role", abstract: "Be one process of a benchmark until killed.", shouldDisplay: false)

    @Argument(help: "\(Role.allCases.map(\.rawValue).joined(separator: ", "))") var role: Role
    @Argument(help: "Endpoints to bind or connect.") var endpoints: [String]

    func run() throws { try role.run(endpoints) }
  }
}

extension Role: ExpressibleByArgument {}
