import Console
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron usage`: counts how often each command is run, if the user wants that.
struct UsageCommand: Command {
  let name = "usage"
  let group = CommandGroup.about
  let summary = "Count the commands you run (kept on this machine)"
  let usage = ["[show]", "on", "off", "clear"]
  let details = [
    "The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is "
      + "recorded, and nothing is ever sent. clear starts again at zero; off removes the counts."
  ]
  let examples = [Example("holocron usage on", "start counting"), Example("holocron usage", "how often each command was run")]
  let firstWords = ["show", "on", "off", "clear"]
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let counters = UsageCounters(context.environment)
    switch arguments.operands.first {
    case nil, "show": show(counters, context)
    case "on" where counters.contents != nil: context.note("holocron: the counters are already on")
    case "on":
      try start(counters, context)
      context.note("holocron: counting commands in \(counters.path); holocron usage off stops")
    case "off":
      context.note("holocron: the counters are off\(counters.stop() ? ", and the counts are removed" : "")")
    case "clear":
      guard counters.contents != nil else {
        context.note("holocron: the counters are off")
        break
      }
      try start(counters, context)
      context.note("holocron: the counts are zero")
    case let word?: throw unknownSubcommand(word)
    }
    return .success
  }

  private func start(_ counters: UsageCounters, _ context: Context) throws(Problem) {
    do { try counters.start(at: Int(context.now() / 1_000)) } catch {
      throw Problem(500, "cannot write the counters", detail: "\(counters.path): \(error.reason)")
    }
  }

  private func show(_ counters: UsageCounters, _ context: Context) {
    guard let contents = counters.contents else {
      context.note("holocron: the counters are off; holocron usage on turns them on")
      if context.isForPrograms { context.show(ReportDocument([], json: .null)) }
      return
    }
    let rows = counters.counts.map { [StyledText($0.command, .accent), StyledText(Figures.grouped($0.count))] }
    let since = CalendarTime(secondsSince1970: contents["since"]?.int ?? 0).text
    let table = Table([.init("Command", expendability: 0), .init("Runs", .trailing)], rows: rows)
    context.show(ReportDocument([.values([LabeledValue("Since", since)]), .table(table)], json: contents.withReadableTimes))
  }
}
