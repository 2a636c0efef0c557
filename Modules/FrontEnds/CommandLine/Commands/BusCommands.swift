import Client
import Console
import Contracts
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron status`: shows the services and processes on the bus, with statistics.
struct StatusCommand: Command {
  let name = "status"
  let summary = "Show services, workers, queues, hit ratio and the search index"
  let details = ["Starts nothing. If nothing is running, the exit code is 5.", busyColumn]
  static let busyColumn = "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time."
  let examples: [HelpRow] = [("holocron status", "an overview"), ("holocron status --json", "as JSON")]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    context.show(BusReport(try await context.sample(), bus: arguments[SharedOptions.bus]))
    return .success
  }
}

/// `holocron top`: shows live statistics of the processes.
struct TopCommand: Command {
  let name = "top"
  let summary = "Show live services, queues, hit ratio and rates"
  let usage = ["[--interval SECONDS] [--count N]"]
  let details = [
    "On a terminal, runs the status screen of holocron-tui; prints tables with --interval or --count. In a pipe, and with --json, prints one JSON value per line: services, workers, "
      + "queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.",
    StatusCommand.busyColumn,
  ]
  let examples: [HelpRow] = [
    ("holocron top", "live, on a terminal"), ("holocron top --json --interval 5 --count 12", "one minute, as JSON"),
    ("holocron top --count 0 | jq .rate", "requests per second until Ctrl-C"),
  ]
  static let interval = Option<Duration>(
    "interval", "SECONDS", "Set the time between two samples (default 1)", secondsFrom: 0.1, to: 3_600)
  static let count = Option("count", "N", "Print N samples (default 1, 0 = unlimited)", in: 0...Int.max)
  let options = [interval.definition, count.definition]

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let isSampling = arguments[Self.interval] != nil || arguments[Self.count] != nil
    if context.terminal.output.isTerminal, !context.isFormatChosen, !isSampling {
      if let path = context.launcher.executables.find(ExploreCommand.program) {
        try FullScreen.check(context.environment, orUse: "--count")
        throw Executables.exec(path, ["--top"] + Self.explorerOptions(arguments))
      }
      context.note("holocron: \(ExploreCommand.program) is not installed; showing one sample instead of a live view")
    }
    return try await printSamples(arguments, context)
  }

  /// Returns the options that holocron-tui has, too; `--color never` is a theme there. Time limits and the format have no meaning on its
  /// screen, so they are left out.
  static func explorerOptions(_ arguments: Arguments) -> [String] {
    let texts = [SharedOptions.bus, SharedOptions.language, SharedOptions.units].flatMap { option in
      arguments[option].map { ["--\(option.definition.name)", $0] } ?? []
    }
    let flags = arguments[SharedOptions.noAutostart] ? ["--\(SharedOptions.noAutostart.definition.name)"] : []
    let isColorless = arguments[CommonOptions.color] == .never
    return texts + flags + (isColorless ? ["--\(SharedOptions.theme.definition.name)", Theme.colorless.name] : [])
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

/// `holocron watch`: prints the events on the bus until it is interrupted.
struct WatchCommand: Command {
  let name = "watch"
  let summary = "Print bus events until Ctrl-C"
  let usage = ["[TOPIC]"]
  let details = [
    "TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, "
      + "history/changed, worker. An event says that something changed, but not how. As JSON, each line has the time at which it was "
      + "printed, and {\"event\":\"gap\"} stands where events may have been missed, because the bus was lost or the reader is slow.",
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.",
  ]
  let examples: [HelpRow] = [
    ("holocron watch", "all events"),
    ("holocron watch changed/people --json", "changed people, one JSON value per line"),
  ]
  let operands = 0...1

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    try context.checkFormat(ofLinesFrom: name)
    try await watch(arguments.operands.first ?? "", in: context)
    throw Problem(503, "lost the bus", detail: "no more events will arrive", type: ProblemType.noBus)
  }

  private func watch(_ topic: String, in context: Context) async throws(Problem) {
    var isWatching = false
    try await context.repository.subscribe(to: [topic]) { element throws(Problem) in
      switch element {
      case .event(let event) where context.isForPrograms: context.print(context.text(of: Self.json(event, at: context.now())))
      case .event(let event): context.print(Self.line(event, on: context.terminal.output))
      case .listening where isWatching:
        let time = JSON.string(CalendarTime.text(millisecondsSince1970: context.now()))
        if context.isForPrograms { context.print(context.text(of: ["event": "gap", "time": time])) }
        context.note("holocron: some events may have been missed; watching again")
      case .listening:
        isWatching = true
        context.hint("Watching \(topic.isEmpty ? "all events" : topic); press Ctrl-C to stop.")
      }
    }
  }

  /// Returns the topic and, if the event carries text, the text.
  static func line(_ event: Event, on surface: Surface) -> SafeText {
    let content = try? JSON(parsing: event.content)
    let detail = content?["detail"]?.string ?? content?["title"]?.string ?? ""
    return "\(surface.painter.paint(event.topic, .accent))\(detail.isEmpty ? "" : "\t\(detail)" as SafeText)\n"
  }

  /// Returns the event as `{"topic":"changed/people/1","fields":{…},"content":…,"time":"2026-01-31T12:00:00.000Z"}`. `now` is in milliseconds
  /// since 1970; events carry no time of their own.
  static func json(_ event: Event, at now: Int64) -> JSON {
    var object: JSON.Object = ["topic": .string(event.topic)]
    if !event.fields.isEmpty {
      object["fields"] = .object(JSON.Object(event.fields.names.map { ($0, .string(event.fields[$0] ?? "")) }))
    }
    object["content"] = try? JSON(parsing: event.content)
    object["time"] = .string(CalendarTime.text(millisecondsSince1970: now))
    return .object(object)
  }
}

extension Context {
  /// Throws for a format that is not written line by line, as a command that may never end does.
  fileprivate func checkFormat(ofLinesFrom command: String) throws(Problem) {
    guard !isForPrograms, !["table", "plain"].contains(format.name) else { return }
    throw .usage("\(command) cannot print \(format.name); use --output json or plain", field: "--output")
  }
}

/// `holocron logs`: shows the logs of background processes.
struct LogsCommand: Command {
  let name = "logs"
  let summary = "Show the logs of background processes"
  let usage = ["[SERVICE...] [-n LINES] [--follow]"]
  let details = [
    "SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of several "
      + "are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A node is one "
      + "process with one log.",
    "As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes processes "
      + "that are started later. Starts nothing.",
  ]
  let examples: [HelpRow] = [
    ("holocron logs", "the last lines of all running processes"), ("holocron logs cache -n 100", "of all cache workers"),
    ("holocron logs cache fetcher --follow", "of cache workers and fetchers, as they are written"),
    ("holocron logs --follow --json", "as they are written, one JSON value per line"),
  ]
  static let lines = Option(
    "lines", short: "n", "LINES", "Show the last LINES lines (default \(defaultLines)); 0 = none", in: 0...maximumLines)
  static let follow = Flag("follow", short: "f", "Continue with new lines until Ctrl-C")
  let options = [lines.definition, follow.definition]
  let operands = 0...Int.max
  let needsBus = false

  private static let defaultLines = 50
  private static let maximumLines = 1_000_000
  /// The time between two looks at the logs, and the number of looks between two searches for new processes.
  private static let pollInterval = Duration.milliseconds(100)
  private static let looksPerSearch = 10
  /// `supervisor` and `fetcher-12` fit.
  private static let nameWidth = 10

  func offer(after operands: [String]) -> OperandOffer { .words(ProcessNames.words + ["node", "supervisor"]) }

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    try context.checkFormat(ofLinesFrom: name)
    let (words, isFollowing) = (arguments.operands, arguments[Self.follow])
    let count = arguments[Self.lines] ?? Self.defaultLines
    let sources = LogSources(context.launcher)
    let names = try sources.checked(words)
    if sources.running == ["node"], words.contains(where: LogSources.isInNode) {
      context.note(
        "holocron: holocron-node runs all services now; these are earlier logs, and holocron logs node shows its own")
    }
    if names.isEmpty, !isFollowing { context.note("holocron: there are no logs in \(sources.folder)") }
    var logs = names.map(sources.log)
    var last: [[LogLine]] = []
    for index in logs.indices { last.append(logs[index].last(count)) }
    // What these have now is about earlier processes, and is not new when one of them starts again.
    var others: [String: TailedLog] = [:]
    for name in isFollowing ? sources.all.filter({ !names.contains($0) }) : [] {
      var log = sources.log(name)
      _ = log.last(0)
      others[log.path] = log
    }
    var isPrefixed = logs.count > 1 || (isFollowing && words.isEmpty)
    show(LogLine.merged(last).suffix(count), isPrefixed: isPrefixed, context)
    guard isFollowing else { return .success }
    context.hint("Following \(names.count == 1 ? names[0] : "\(names.count) logs"); press Ctrl-C to stop.")
    var looks = 0
    while true {
      do { try await Task.sleep(for: Self.pollInterval) } catch { throw .cancelled }
      StandardOutput.endIfClosed()
      looks += 1
      if looks % Self.looksPerSearch == 0 {
        let known = Set(logs.map(\.process))
        let sources = LogSources(context.launcher)
        for log in sources.selected(by: words).filter({ !known.contains($0) }).map(sources.log) {
          logs.append(others.removeValue(forKey: log.path) ?? log)
        }
        isPrefixed = isPrefixed || logs.count > 1
      }
      var added: [[LogLine]] = []
      for index in logs.indices { added.append(logs[index].added()) }
      show(LogLine.merged(added)[...], isPrefixed: isPrefixed, context)
    }
  }

  private func show(_ lines: ArraySlice<LogLine>, isPrefixed: Bool, _ context: Context) {
    guard !lines.isEmpty else { return }
    let painter = context.terminal.output.painter
    let text = lines.map { line -> SafeText in
      // One line each, also on a terminal: programs read it line by line.
      if context.isForPrograms { return context.text(of: line.json) }
      guard isPrefixed else { return SafeText(line.text) + "\n" }
      let gap = String(repeating: " ", count: max(0, Self.nameWidth - line.process.count))
      return "\(painter.paint(line.process, .accent))\(gap) | \(line.text)\n"
    }.joined()
    context.print(text)
  }
}

/// The logs of background processes: one file for each in the folder of the logs.
struct LogSources: Sendable {
  let folder: String
  /// The processes that are running: those of the supervisor and the supervisor itself, or the node. Empty if nothing runs.
  let running: [String]
  /// The processes that have a log, sorted: `broker`, `cache-1`.
  let all: [String]

  /// The logs of a fleet or of a node that runs, or else of those that ran before.
  init(_ launcher: Launcher) {
    folder = launcher.fleetLogFolder
    let fleet = launcher.supervisor.holder == nil ? nil : ["supervisor"] + (launcher.fleet?.names ?? [])
    running = fleet ?? (launcher.node.holder == nil ? [] : ["node"])
    all = Folder.names(in: folder).filter { $0.hasSuffix(".log") }.map { String($0.dropLast(".log".count)) }.sorted()
  }

  /// Returns the names that any of `words` selects, running or not, each once. Without a word, those of the processes that run, or of all
  /// if none does.
  func selected(by words: [String]) -> [String] {
    guard !words.isEmpty else { return running.isEmpty ? all : running.filter(all.contains) }
    let selected = Set(words.flatMap { ProcessNames.selected(by: $0, among: all) })
    return all.filter(selected.contains)
  }

  /// Returns the names as ``selected(by:)`` does. Throws a 400 for a word that selects none.
  func checked(_ words: [String]) throws(Problem) -> [String] {
    guard let word = words.first(where: { selected(by: [$0]).isEmpty }) else { return selected(by: words) }
    if running == ["node"], Self.isInNode(word) {
      throw .usage("holocron-node runs all services in one process; see holocron logs node", field: word)
    }
    throw ProcessNames.unknown(word, among: all)
  }

  /// Whether `word` names a service that a node runs.
  static func isInNode(_ word: String) -> Bool { word == "broker" || WorkerKind.all.contains { $0.isNamed(word) } }

  func log(_ name: String) -> TailedLog { TailedLog(name, path: "\(folder)/\(name).log") }
}
