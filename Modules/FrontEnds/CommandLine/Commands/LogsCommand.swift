import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import Text

/// `holocron logs`: shows the logs of background processes.
struct LogsCommand: Command {
  let name = "logs"
  let group = CommandGroup.processes
  let summary = "Show the logs of background processes"
  let usage = ["[SERVICE...] [-n LINES] [--follow]"]
  let details = [
    "SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of several "
      + "are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A node is one "
      + "process with one log.",
    "As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes processes "
      + "that are started later. Starts nothing.",
  ]
  let examples = [
    Example("holocron logs", "the last lines of all running processes"), Example("holocron logs cache -n 100", "of all cache workers"),
    Example("holocron logs cache fetcher --follow", "of cache workers and fetchers, as they are written"),
    Example("holocron logs --follow --json", "as they are written, one JSON value per line"),
  ]
  static let lines = Option(
    "lines", short: "n", "LINES", "Show the last LINES lines (default \(defaultLines)); 0 = none", in: 0...maximumLines)
  static let follow = Flag("follow", short: "f", "Continue with new lines until Ctrl-C")
  let options = [lines.definition, follow.definition]
  let operands = 0...Int.max
  let needsBus = false

  private static let defaultLines = 50
  private static let maximumLines = 1_000_000
  /// The time between two looks at the logs.
  private static let pollInterval = Duration.milliseconds(100)
  /// The number of looks between two searches for new processes.
  private static let looksPerSearch = 10

  func offer(after operands: [String]) -> OperandOffer { .words(ProcessNames.words + ["node", "supervisor"]) }

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    guard context.isForPrograms || ["table", "plain"].contains(context.format.name) else {
      throw .usage("logs cannot print \(context.format.name); use --output json or plain", field: "--output")
    }
    let words = arguments.operands
    let isFollowing = arguments[Self.follow]
    let count = arguments[Self.lines] ?? Self.defaultLines
    let sources = LogSources(context)
    let names = sources.selected(by: words)
    if let word = words.first(where: { sources.selected(by: [$0]).isEmpty }) { throw Self.unknown(word, sources) }
    if sources.running == ["node"], words.contains(where: Self.isInNode) {
      context.note(
        "holocron: holocron-node runs all services now; these are earlier logs, and holocron logs node shows its own")
    }
    if names.isEmpty, !isFollowing { context.note("holocron: there are no logs in \(sources.folder)") }
    var logs = names.map { TailedLog($0, path: sources.path(of: $0)) }
    var last: [[LogLine]] = []
    for index in logs.indices { last.append(logs[index].last(count)) }
    // What these have now is about earlier processes, and is not new when one of them starts again.
    var others = isFollowing ? Self.skipped(sources.all.filter { !names.contains($0) }, in: sources) : [:]
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
        let sources = LogSources(context)
        for name in sources.selected(by: words) where !known.contains(name) {
          let path = sources.path(of: name)
          logs.append(others.removeValue(forKey: path) ?? TailedLog(name, path: path))
        }
        isPrefixed = isPrefixed || logs.count > 1
      }
      var added: [[LogLine]] = []
      for index in logs.indices { added.append(logs[index].added()) }
      show(LogLine.merged(added)[...], isPrefixed: isPrefixed, context)
    }
  }

  /// Returns the logs of processes by their paths, positioned at the end, so that only new lines follow.
  private static func skipped(_ names: [String], in sources: LogSources) -> [String: TailedLog] {
    var logs: [String: TailedLog] = [:]
    for name in names {
      var log = TailedLog(name, path: sources.path(of: name))
      _ = log.last(0)
      logs[log.path] = log
    }
    return logs
  }

  /// Whether `word` names a service that a node runs.
  private static func isInNode(_ word: String) -> Bool { word == "broker" || ProcessNames.kinds.contains { $0.isNamed(word) } }

  private static func unknown(_ word: String, _ sources: LogSources) -> Problem {
    if sources.running == ["node"], isInNode(word) {
      return .usage("holocron-node runs all services in one process; see holocron logs node", field: word)
    }
    return ProcessNames.unknown(word, among: sources.all)
  }

  private func show(_ lines: ArraySlice<LogLine>, isPrefixed: Bool, _ context: Context) {
    guard !lines.isEmpty else { return }
    let surface = context.terminal.output
    let text = lines.map { line -> SafeText in
      // One line each, also on a terminal: programs read it line by line.
      if context.isForPrograms { return context.text(of: line.json) }
      guard isPrefixed else { return SafeText(line.text) + "\n" }
      let width = max(0, Self.nameWidth - line.process.count)
      return "\(surface.painter.paint(line.process, .accent))\(String(repeating: " ", count: width)) | \(line.text)\n"
    }.joined()
    context.print(text)
  }

  /// `supervisor` and `fetcher-12` fit.
  private static let nameWidth = 10
}
