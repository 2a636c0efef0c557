import Console
import Presentation
import TerminalText

/// The text of `--help`.
enum HelpPage {
  static func text(on surface: Surface) -> SafeText {
    let columns = max(60, min(surface.columns ?? 110, 110))
    var text: SafeText = """
      Load-test a fetch layer, a cache, a service on the bus or an HTTP server

      Usage
        holocron-load TARGET [OPTIONS]
        holocron-load compare OLD.json NEW.json [--max-regress p99=10%] [--report FILE.html]


      """
    text += sections.map { $0.text(columns: columns, surface.painter) }.joined(separator: "\n")
    return text + """

      Latency counts from the time at which a request was due, not from when it was sent. Ctrl-C ends the run and
      still writes the reports. {key} in a request or URL stands for the key: a reference such as people/1, or a line
      of --keys-from. --slo, --fail-if, --abort-if, --report and --max-regress may be repeated.

      """
  }

  private static let targets = HelpList(
    "Targets",
    [
      ("fetch", "Records from the fetch service: bus, fetcher and origin"), ("cache", "Records from the cache"),
      ("search", "Searches"), ("echo", "The bus alone: a worker of this run sends bodies back"),
      ("service NAME", "Any service on the bus, with --head REQUEST"),
      ("session FILE", "The requests of holocron watch --record FILE, at their own times"),
      ("http URL", "An HTTP server, such as the origin"),
    ])

  private static let compare = HelpList(
    "Options of compare", [CompareCommand.maxRegress.definition.helpRow, CompareCommand.report.definition.helpRow])

  private static let examples = HelpList(
    "Examples",
    [
      ("holocron-load cache --rate 5000 --duration 30s --report out.html", "records from the cache, with plots"),
      ("holocron-load fetch --keys unique --closed 64 --duration 10s", "cache misses as fast as the fetch layer goes"),
      ("holocron-load echo --search-limit --slo 'p99<5ms'", "the highest rate of the bus"),
      ("holocron-load http 'http://127.0.0.1:1138/api/{key}/' --stages 100:10s,1000:30s", "the origin itself, with a ramp"),
      ("holocron-load cache --rate 1000 --fail-if 'p99>5ms,errors>0.1%'", "for scripts: exits with 7 if it is too slow"),
    ])

  private static let codes: [ExitCode] = [.success, .failure, .usage, .unavailable, .thresholdCrossed, .interrupted]

  private static let exitCodes = HelpList("Exit codes", codes.map { (term: "\($0.number)", meaning: $0.meaning) })

  private static var sections: [HelpList] {
    let options = LoadOptions.sections.map { HelpList($0.heading, $0.options.map(\.helpRow)) }
    return [targets] + options + [compare, examples, exitCodes]
  }
}
