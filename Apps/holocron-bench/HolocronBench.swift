import ArgumentParser
import Benchmarks
import Platform

/// Compares the performance of Holocron with other software; `Scripts/bench` runs it.
@main
struct HolocronBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-bench",
    abstract: "Compare the performance of Holocron with the software it is built on and with similar programs",
    version: Version.line(of: "holocron-bench"),
    subcommands: [
      RunCommand.self, CountCommand.self, ChaosCommand.self, Play.self,
    ],
    defaultSubcommand: RunCommand.self)

  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Run one process of a benchmark until it is killed or standard input ends", shouldDisplay: false)

    @Argument(help: "\(Role.allCases.map(\.rawValue).joined(separator: ", "))") var role: Role
    @Argument(help: "Endpoints to bind or connect to, and what the role needs besides") var arguments: [String]

    func run() throws { try role.run(arguments) }
  }
}

extension Role: ExpressibleByArgument {}
