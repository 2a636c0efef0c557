import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import Text

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

  private func sample(_ context: Context) async throws(Problem) -> TopSample {
    try await TopSample(
      asking: context.observer, probe: context.probe, processes: context.launcher.processes(serving: context.address),
      at: context.now())
  }

  private func printSamples(_ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let interval = arguments[Self.interval] ?? .seconds(1)
    let count = arguments[Self.count] ?? 1
    let endpoint = "\(context.address.requests)"
    var before = try await sample(context)
    var shown = 0
    while count == 0 || shown < count {
      do { try await Task.sleep(for: interval) } catch { throw .cancelled }
      let after = try await sample(context)
      let report = TopReport(from: before, to: after, endpoint: endpoint)
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
