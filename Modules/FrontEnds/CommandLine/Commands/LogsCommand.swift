import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
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
  /// The time between two looks at the logs, and the number of looks between two searches for new processes.
  private static let pollInterval = Duration.milliseconds(100)
  private static let looksPerSearch = 10
  /// `supervisor` and `fetcher-12` fit.
  private static let nameWidth = 10

  func offer(after operands: [String]) -> OperandOffer { .words(ProcessNames.words + ["node", "supervisor"]) }

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    guard context.isForPrograms || ["table", "plain"].contains(context.format.name) else {
      throw .usage("logs cannot print \(context.format.name); use --output json or plain", field: "--output")
    }
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
