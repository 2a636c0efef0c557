import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron status`: shows the services and processes on the bus, with statistics.
struct StatusCommand: Command {
  let name = "status"
  let group = CommandGroup.processes
  let summary = "Show services, workers, queues, hit ratio and the search index"
  let details = ["Starts nothing. If nothing is running, the exit code is 5.", busyColumn]
  static let busyColumn = "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time."
  let examples = [
    Example("holocron status", "an overview"),
    Example("holocron status --json", "as JSON"),
  ]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    context.show(BusReport(try await context.sample(), bus: arguments[CommonOptions.bus]))
    return .success
  }
}

/// `holocron top`: shows live statistics of the processes.
struct TopCommand: Command {
  let name = "top"
  let group = CommandGroup.processes
  let summary = "Show live services, queues, hit ratio and rates"
  let usage = ["[--interval SECONDS] [--count N]"]
  let details = [
    "On a terminal, runs the status screen of holocron-tui. In a pipe, and with --json, prints one JSON value per line: services, workers, "
      + "queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.",
    StatusCommand.busyColumn,
  ]
  let examples = [
    Example("holocron top", "live, on a terminal"), Example("holocron top --json --interval 5 --count 12", "one minute, as JSON"),
    Example("holocron top --count 0 | jq .rate", "requests per second until Ctrl-C"),
  ]
  static let interval = Option<Duration>(
    "interval", "SECONDS", "Set the time between two samples (default 1)", secondsFrom: 0.1, to: 3_600)
  static let count = Option("count", "N", "Print N samples (default 1, 0 = unlimited)", in: 0...Int.max)
  let options = [interval.definition, count.definition]

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let isSampling = arguments[Self.interval] != nil || arguments[Self.count] != nil
    if context.terminal.output.isTerminal, !context.isFormatChosen, !isSampling {
      guard let path = context.launcher.executables.find(ExploreCommand.program) else {
        context.note("holocron: \(ExploreCommand.program) is not installed; showing one sample instead of a live view")
        return try await printSamples(arguments, context)
      }
      try FullScreen.check(context.environment, orUse: "--count")
      throw Executables.exec(path, ["--top"] + Self.explorerOptions(arguments))
    }
    return try await printSamples(arguments, context)
  }

  /// Returns the options that holocron-tui has, too; `--color never` is a theme there. Time limits and the format have no meaning on its
  /// screen, so they are left out.
  static func explorerOptions(_ arguments: Arguments) -> [String] {
    let texts = [CommonOptions.bus, CommonOptions.language, CommonOptions.units].flatMap { option in
      arguments[option].map { ["--\(option.definition.name)", $0] } ?? []
    }
    let flags = arguments[CommonOptions.noAutostart] ? ["--\(CommonOptions.noAutostart.definition.name)"] : []
    let isColorless = arguments[CommonOptions.color] == .never
    return texts + flags + (isColorless ? ["--\(SharedOptions.theme.definition.name)", NoColorTheme().name] : [])
  }

  private func printSamples(_ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let interval = arguments[Self.interval] ?? .seconds(1)
    let count = arguments[Self.count] ?? 1
    var before = try await context.sample()
    var shown = 0
    while count == 0 || shown < count {
      do { try await Task.sleep(for: interval) } catch { throw .cancelled }
      let after = try await context.sample()
      let report = BusReport(after, since: before)
      // JSON is one line per sample on a terminal, too, because programs read it line by line.
      let isText = context.isFormatChosen ? !context.isForPrograms : context.terminal.output.isTerminal
      let surface = context.terminal.output
      context.print(isText ? context.format.render(report, on: surface) : context.text(of: report.json))
      before = after
      shown += 1
    }
    return .success
  }
}
