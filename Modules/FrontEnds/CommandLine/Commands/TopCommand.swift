import Contracts
import Launch
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// `holocron top`: what the processes do, live.
struct TopCommand: Command {
  let name = "top"
  let group = CommandGroup.processes
  let summary = "Watch services, queues, hit ratio and rates live"
  let usage = ["[--interval SECONDS] [--count N]"]
  let details = [
    "On a terminal it becomes the status screen of holocron-tui. In a pipe, and with --json, it prints one JSON value a line: services, workers, "
      + "queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. It starts nothing."
  ]
  let examples = [
    Example("holocron top", "live, on a terminal"), Example("holocron top --json --interval 5 --count 12", "a minute, for programs"),
    Example("holocron top --count 0 | jq .rate", "requests a second until Ctrl-C"),
  ]
  static let interval = Option<Duration>(
    "interval", "SECONDS", "between two lines (default 1)", expected: "a number of seconds from 0.1 to 3600"
  ) { text in
    guard let seconds = Double(text), (0.1...3_600).contains(seconds) else { return nil }
    return .seconds(seconds)
  }
  static let count = Option("count", "N", "how many lines (default 1), 0 for no end", in: 0...Int.max)
  let switches = [interval.definition, count.definition]

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let isCounted = arguments[Self.interval] != nil || arguments[Self.count] != nil
    if context.terminal.output.isTerminal, !context.isFormatChosen, !isCounted {
      guard let path = context.launcher.executables.find(ExploreCommand.program) else {
        context.note("holocron: \(ExploreCommand.program) is not installed: this is one look, not a live one")
        return try await look(arguments, context)
      }
      throw Executables.become(path, ["--top"] + (arguments[CommonOptions.bus].map { ["--bus", $0] } ?? []))
    }
    return try await look(arguments, context)
  }

  private func look(_ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let interval = arguments[Self.interval] ?? .seconds(1)
    let count = arguments[Self.count] ?? 1
    let endpoint = "\(context.address.requests)"
    var before = try await TopSample(asking: context.observer, at: context.now())
    var shown = 0
    while count == 0 || shown < count {
      do { try await Task.sleep(for: interval) } catch { throw Problem(499, "cancelled", type: ProblemType.cancelled) }
      let after = try await TopSample(asking: context.observer, at: context.now())
      let report = TopReport(from: before, to: after, endpoint: endpoint)
      // JSON is one line also on a terminal: whoever reads it reads line by line.
      let isText = context.isFormatChosen ? !context.isForPrograms : context.terminal.output.isTerminal
      let surface = context.terminal.output
      context.print(isText ? context.format.render(report, on: surface) : SafeText(report.json, on: surface))
      before = after
      shown += 1
    }
    return .success
  }
}
