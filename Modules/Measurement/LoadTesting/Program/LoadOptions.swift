import Console
import Presentation
import Text

/// The options of a run, by section of the help.
enum LoadOptions {
  // When requests are sent
  static let rate = Option<Double>(
    "rate", "N", "Send N requests per second, whether or not answers arrive (default 100)",
    expected: "a number of requests per second, such as 1000"
  ) { text in Stage.parseRate(text).flatMap { $0 >= 0.001 ? $0 : nil } }
  static let stages = Option<[Stage]>(
    "stages", "LIST", "Change the rate: 100:10s,1000:30s,0:5s ramps to 100 in 10 s, to 1000 in 30 s and down in 5 s",
    expected: Stage.expected,
    read: Stage.list)
  static let closed = Option<Int>("closed", "N", "Keep N requests outstanding instead: send one when another has ended", in: 1...100_000)
  static let duration = time("duration", "TIME", "Set the duration without the warm-up (default 10s)", from: .milliseconds(1))
  static let requests = Option<Int>("requests", "N", "Stop after N requests", in: 1...1_000_000_000_000)
  static let warmUp = time("warm-up", "TIME", "Send requests for this time before the figures start (default 0)", from: .zero)

  // What is requested
  static let head = Option<String>("head", "REQUEST", "Set the request to a service, such as 'GET /people/{key}'")
  static let mix = Option<Mix>(
    "mix", "LIST", "Mix operations by weight: record, list, search, suggest",
    expected: "OPERATION=WEIGHT,… such as record=80,list=15,search=5",
    read: { Mix($0) })
  static let keys = Option<KeyOrder>(
    "keys", "ORDER", "Pick keys: uniform (default), sequential, or unique (every request is a cache miss)",
    choices: [("uniform", .uniform), ("sequential", .sequential), ("unique", .unique)])
  static let zipf = Option<Double>(
    "zipf", "S", "Pick keys by Zipf's law with exponent S, such as 1.1: few keys get most requests",
    expected: "a number from 0.01 to 10, such as 1.1"
  ) { text in Decimal.parse(text).flatMap { (0.01...10).contains($0) ? $0 : nil } }
  static let keysFrom = Option<String>("keys-from", "FILE", "Read the keys from FILE or a pipe, one per line; - is standard input")
  static let size = Option<Int>("size", "BYTES", "Set the body size for echo (default 1024)", in: 0...(8 << 20))
  static let seed = Option<Int>("seed", "N", "Repeat the requests of a run with this seed", in: 0...Int.max)

  // How it is sent
  static let frontEnds = Option<Int>("front-ends", "N", "Open N sockets (default 1)", in: 1...10_000)
  static let outstanding = Option<Int>("outstanding", "N", "Allow N outstanding requests per front-end (default 1024)", in: 1...100_000)
  static let timeout = time("timeout", "TIME", "Set the timeout of each request (default 5s)", from: .milliseconds(1))
  static let drain = time("drain", "TIME", "Wait this long for the last answers (default --timeout, at most 10s)", from: .zero)
  static let noVerify = Flag(
    "no-verify", "Don't compare bodies with the catalogue or with the first answer; one that differs fails the run")

  // What is concluded
  static let searchLimit = Flag("search-limit", "Find the highest rate that keeps --slo; each trial takes --duration (default 5s)")
  static let slo = thresholds("slo", "What must hold for --search-limit, such as 'p99<5ms,errors<0.1%'")
  static let failIf = thresholds("fail-if", "Exit with 7 if this holds at the end, such as 'p99>5ms,errors>0.1%'")
  static let abortIf = thresholds("abort-if", "Stop and exit with 7 as soon as this holds, such as 'errors>10%'")
  static let report = Option<[ReportFile]>(
    "report", "FILE,…", "Write reports: .html (plots), .json or .csv", expected: ReportFile.expected, read: ReportFile.list)
  static let json = Flag("json", "Print the report as JSON instead of the summary; errors, too")
  static let quiet = Flag("quiet", short: "q", "Print only the summary, no live view")
  static let help = Flag("help", short: "h", "Show this help")
  static let version = Flag("version", "Print the version")

  static let sections: [(heading: String, options: [OptionDefinition])] = [
    (
      "When requests are sent",
      [rate.definition, stages.definition, closed.definition, duration.definition, requests.definition, warmUp.definition]
    ),
    (
      "What is requested",
      [
        head.definition, mix.definition, keys.definition, zipf.definition, keysFrom.definition,
        size.definition, seed.definition,
      ]
    ),
    (
      "How it is sent",
      [
        frontEnds.definition, outstanding.definition, timeout.definition, drain.definition,
        noVerify.definition,
        SharedOptions.bus.definition, SharedOptions.noAutostart.definition,
      ]
    ),
    (
      "What is concluded",
      [searchLimit.definition, slo.definition, failIf.definition, abortIf.definition, report.definition, json.definition]
    ),
    ("About", [quiet.definition, help.definition, version.definition]),
  ]

  static let all: [OptionDefinition] = sections.flatMap(\.options)

  private static func time(_ name: String, _ placeholder: String, _ help: String, from least: Duration) -> Option<Duration> {
    let bound = least > .zero ? ", \(Quantity.shortDuration(least)) or more" : ""
    return Option(name, placeholder, help, expected: DurationText.expected + bound) { text in
      DurationText.parse(text).flatMap { $0 >= least ? $0 : nil }
    }
  }

  private static func thresholds(_ name: String, _ help: String) -> Option<[Threshold]> {
    Option(name, "CONDITIONS", help, expected: Threshold.expected, read: Threshold.list)
  }
}

/// The text of `--help`.
enum HelpPage {
  static func text(on surface: Surface) -> SafeText {
    let columns = max(60, min(surface.columns ?? 110, 110))
    var text: SafeText = """
      Load-test a fetch layer, a cache, a service on the bus or an HTTP server

      Usage
        holocron-load TARGET [OPTIONS]
        holocron-load compare OLD.json NEW.json [--max-regress p99=10%]


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
      ("http URL", "An HTTP server, such as the origin"),
    ])

  private static let compare = HelpList("Options of compare", [CompareCommand.maxRegress.definition.helpRow])

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
