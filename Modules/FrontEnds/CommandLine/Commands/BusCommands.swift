import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
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

/// `holocron watch`: prints the events on the bus, or records the requests, until it is interrupted.
struct WatchCommand: Command {
  let name = "watch"
  let group = CommandGroup.processes
  let summary = "Print bus events until Ctrl-C"
  let usage = ["[TOPIC]", "--record FILE"]
  let details = [
    "TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, "
      + "history/changed, worker. An event says that something changed, but not how. As JSON, each line has the time at which it was "
      + "printed, and {\"event\":\"gap\"} stands where events may have been missed, because the bus was lost or the reader is slow.",
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.",
    "--record writes the requests of all front-ends to FILE, with their times but without their bodies. holocron load session FILE sends them "
      + "again at the same times.",
  ]
  let examples = [
    Example("holocron watch", "all events"),
    Example("holocron watch changed/people --json", "changed people, one JSON value per line"),
    Example("holocron watch --record session.jsonl", "requests, for a load test"),
  ]
  static let record = Option<String>("record", "FILE", "Write the requests on the bus to FILE")
  let options = [record.definition]
  let operands = 0...1

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let outageReporter = Task { await Self.reportOutages(in: context) }
    defer { outageReporter.cancel() }
    let topic = arguments.operands.first
    if let path = arguments[Self.record] {
      if let topic { throw .usage("--record writes requests, not events; remove \(topic.quoted)", field: topic) }
      try await record(to: path, in: context)
    } else {
      guard context.isForPrograms || ["table", "plain"].contains(context.format.name) else {
        throw .usage("watch cannot print \(context.format.name); use --output json or plain", field: "--output")
      }
      try await watch(topic ?? "", in: context)
    }
    let missing = arguments[Self.record] == nil ? "events" : "requests"
    throw Problem(503, "lost the bus", detail: "no more \(missing) will arrive", type: ProblemType.noBus)
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

  private func record(to path: String, in context: Context) async throws(Problem) {
    var recorder = try SessionRecorder(path: path)
    var isRecording = false
    // Each note counts ten times as many, so that a slow disk does not flood the terminal.
    var noteAt: UInt64 = 1
    try await context.repository.subscribe(to: [ObservedRequest.prefix]) { element throws(Problem) in
      switch element {
      case .event(let event):
        try recorder.add(event)
        guard recorder.missed >= noteAt else { return }
        let requests = Figures.counted(Int(clamping: recorder.missed), "request was", "requests were")
        context.note("holocron: \(requests) not recorded: the bus was lost, or requests came too fast to be read")
        while noteAt <= recorder.missed { noteAt *= 10 }
      case .listening where isRecording: context.note("holocron: some requests may not have been recorded; recording again")
      case .listening:
        isRecording = true
        context.hint("Recording the requests on the bus to \(path); press Ctrl-C to stop.")
      }
    }
  }

  /// Writes a note each time the bus stops responding, until the task is cancelled. The subscription itself waits silently for the bus.
  private static func reportOutages(in context: Context) async {
    let probe = context.probe
    var wasReachable = true
    while (try? await Task.sleep(for: .seconds(2))) != nil {
      let isReachable = (try? await probe.brokerStatistics()) != nil
      if wasReachable, !isReachable, !Task.isCancelled { context.note("holocron: lost the bus; events resume when it is back") }
      wasReachable = isReachable
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

/// Writes the requests on the bus to a file, one line for each, as soon as they arrive: nothing is lost when the command is interrupted.
///
/// Requests to fetchers are left out. Cache workers send them, and will send them again when the session is replayed.
struct SessionRecorder {
  private let file: Descriptor
  private let path: String
  /// The start of the session, by the clock of the broker.
  private var start: Duration?
  /// The time of the last request, from the start of the session.
  private var latest = Duration.zero
  /// The last request that arrived: its number and its time, by the clock of the broker.
  private var last: (number: UInt64, time: Duration)?
  /// Requests that the broker published, but that did not arrive.
  private(set) var missed: UInt64 = 0

  /// ``missed`` does not grow beyond it: numbers from the bus may have any size.
  static let mostMissed: UInt64 = 1_000_000_000_000_000_000

  /// Creates or empties the file.
  init(path: String) throws(Problem) {
    self.path = path
    do throws(SystemError) { file = try Descriptor.open(path, for: .replacing) } catch {
      throw Problem(500, "cannot write the session", detail: "\(path): \(error.reason)")
    }
  }

  /// Writes a request; ignores other events, and requests of clients with another form of bodies.
  mutating func add(_ event: Event) throws(Problem) {
    guard let request = ObservedRequest(event) else { return }
    countMissed(before: request)
    guard request.service != ServiceName.fetch.text else { return }
    let start = start ?? request.time - latest
    self.start = start
    latest = max(latest, request.time - start)
    let recorded = RecordedRequest(at: latest, service: request.service, head: request.head)
    guard recorded.request != nil else { return }
    do throws(SystemError) { try file.write(Array(recorded.line.utf8)) } catch {
      throw Problem(500, "cannot write the session", detail: "\(path): \(error.reason)")
    }
  }

  /// Counts the requests between the last one and this one. A smaller number or an earlier time is that of a new broker with a clock of its
  /// own: its requests follow those of the old one at once.
  private mutating func countMissed(before request: ObservedRequest) {
    if let last, request.number > last.number, request.time >= last.time {
      missed = min(missed + min(request.number - last.number - 1, Self.mostMissed), Self.mostMissed)
    } else {
      start = nil
    }
    last = (request.number, request.time)
  }
}
