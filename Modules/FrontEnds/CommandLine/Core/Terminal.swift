import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Synchronization
import Text

/// The properties of the standard streams.
struct Terminal: Sendable {
  var output: Surface
  var errors: Surface
  var inputIsTerminal = false
  /// Whether a person can be prompted, because standard input and standard error are terminals.
  var isInteractive = false
  /// Whether a line can be erased, which `TERM=dumb` cannot.
  var canRedraw = true
  /// The number of screen lines; `nil` if standard output is not a terminal.
  var rows: Int?

  /// The values of `COLUMNS` that are used; output is padded to this width.
  private static let validColumns = 1...10_000

  init(output: Surface, errors: Surface, isInteractive: Bool = false) {
    (self.output, self.errors, self.isInteractive) = (output, errors, isInteractive)
  }

  /// Inspects the standard streams of this process.
  init(color: ColorChoice, environment: Environment) {
    let (outputIsTerminal, errorsAreTerminal) = (StandardStream.output.isTerminal, StandardStream.error.isTerminal)
    let size = (outputIsTerminal ? StandardStream.output : .error).terminalSize
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { Self.validColumns.contains($0) ? $0 : nil } ?? size?.columns ?? 80
    func usesColor(_ isTerminal: Bool) -> Bool { color.usesColor(isTerminal: isTerminal) { environment[$0] } }
    let plain = Painter(usesColor: false)
    let painter = usesColor(outputIsTerminal) || usesColor(errorsAreTerminal) ? Self.painter(environment) : plain
    func surface(_ isTerminal: Bool) -> Surface {
      Surface(isTerminal: isTerminal, columns: isTerminal ? columns : nil, painter: usesColor(isTerminal) ? painter : plain)
    }
    self.init(output: surface(outputIsTerminal), errors: surface(errorsAreTerminal))
    inputIsTerminal = StandardStream.input.isTerminal
    isInteractive = errorsAreTerminal && inputIsTerminal
    canRedraw = environment["TERM"] != "dumb"
    rows = outputIsTerminal ? size?.rows : nil
  }

  /// Returns the painter for the theme that the user has chosen for the explorer, or for the background that the terminal reports in
  /// `COLORFGBG`. Settings that are not valid are reported elsewhere.
  static func painter(_ environment: Environment) -> Painter {
    let palette = TerminalPalette { environment[$0] }
    let files = (try? ConfigurationFiles.read(environment: environment)) ?? .none
    // Colours were asked for if NO_COLOR is set and they are used nevertheless.
    let variables = { (name: String) in name == "NO_COLOR" ? nil : environment.raw(name) }
    if let theme = (try? Preferences(environment: variables, files: files))?.theme {
      return Painter(usesColor: true, theme: theme, palette: palette)
    }
    let background = environment["COLORFGBG"].flatMap { TerminalBackground(colorVariable: $0) }
    return background.map { Painter(usesColor: true, theme: Themes.theme(for: $0), palette: palette) } ?? Painter(usesColor: true)
  }
}

/// Restores the terminal, ends a process that is being started, and ends this one at once: with exit code 130 for Ctrl-C and accordingly for SIGTERM
/// and SIGHUP, and by the signal itself for SIGQUIT, whose default action is a core dump.
enum SignalHandler {
  /// The signals that end the process with an exit code.
  static let signals = [Signal.interrupt, .terminate, .hangUp]

  static func install() {
    LastAction.terminal.disarm()
    LastAction.unfinishedStart.disarm()
    for signal in signals {
      signal.handle { number in
        LastAction.terminal.perform()
        LastAction.unfinishedStart.perform()
        OwnProcess.exitAtOnce(Signal(rawValue: number).exitCode)
      }
    }
    // A shell without job control starts background programs with SIGQUIT ignored.
    guard !Signal.quit.isIgnored else { return }
    Signal.quit.handle { number in
      LastAction.terminal.perform()
      // The signal is blocked in its handler, so that it ends the process when the handler returns.
      let signal = Signal(rawValue: number)
      signal.restoreDefault()
      signal.raise()
    }
  }
}

/// A pager for long output.
struct Pager: Sendable, Hashable {
  /// The command line for the shell.
  let command: String
  /// Variables for the pager, in addition to the environment.
  let variables: [String: String]

  /// Variables of less(1): end at once if the text fits the screen, pass colours on, keep the text on the screen; and show UTF-8 as such in
  /// every locale. Those that the user has set are kept; colours are passed on in any case.
  private static let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8"]

  /// Returns the pager from `HOLOCRON_PAGER`, `PAGER` or the default `less`. `cat`, an empty variable and a terminal that cannot move the
  /// cursor (`TERM=dumb`) disable the pager.
  static func fromEnvironment(_ variable: (String) -> String?) -> Pager? {
    guard variable("TERM") != "dumb" else { return nil }
    let command = variable("HOLOCRON_PAGER") ?? variable("PAGER") ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    var variables = defaults.filter { variable($0.key) == nil }
    // In front of the user's options: a later -r or -+R wins, and a prompt takes what follows it.
    if isLess(command), let options = variable("LESS") { variables["LESS"] = "-R \(options)" }
    return Pager(command: command, variables: variables)
  }

  /// Whether the first word of the command is `less` or a path of it.
  private static func isLess(_ command: String) -> Bool {
    command.split(separator: " ").first?.split(separator: "/").last == "less"
  }

  /// Shows `text` and waits for the pager to end. Returns `false` if the pager could not be started.
  func show(_ text: SafeText) -> Bool {
    // Ctrl-C and Ctrl-\ are keys of the pager: neither this process nor the shell ends because of them.
    Signal.ignoring([.interrupt, .quit]) {
      guard let pager = try? start(reading: text) else { return false }
      // The shell exits with 127 if it cannot find the program.
      return pager.wait() != .exited(127)
    }
  }

  /// Starts the pager, writes `text` to it and closes the pipe, so that the pager sees end of file.
  private func start(reading text: SafeText) throws(SystemError) -> SpawnedProcess {
    let (pager, input) = try start()
    // Quitting the pager early closes the pipe, which must not end this process.
    Signal.brokenPipe.ignore()
    var text = text.text
    text.withUTF8 { _ = input.write(UnsafeRawBufferPointer($0)) }
    return pager
  }

  /// Starts the pager. Returns it with the write end of its standard input; the read end is closed in this process.
  private func start() throws(SystemError) -> (SpawnedProcess, Descriptor) {
    let pipe = try Pipe()
    var spawn = Spawn("/bin/sh", ["-c", "trap : INT QUIT; \(command)"])
    spawn.input = .descriptor(pipe.readEnd)
    spawn.additions = variables
    return (try spawn.start(), pipe.writeEnd)
  }
}

/// What a command is waiting for, in a line on standard error that is redrawn in place; of nested activities, the one that began last.
/// Nothing is shown for the first ``standardDelay`` of an activity, so that fast commands print no more than their output.
final class ProgressBoard: Sendable {
  private struct Activity {
    let id: Int
    let start = ContinuousClock.now
    var label: String
    let language: any Language
    var count: (done: Int, total: Int)?
  }

  private struct State {
    var activities: [Activity] = []
    var nextID = 0
    var isDrawn = false
  }

  /// Most answers come earlier and would make progress flicker; people notice a longer silence.
  static let standardDelay = Duration.milliseconds(200)
  /// The time between two redraws without news.
  private static let interval = Duration.milliseconds(100)

  private let state = Mutex(State())
  private let columns: Int
  private let delay: Duration
  private let write: @Sendable (SafeText) -> Void

  /// Creates a board for a terminal with this number of columns. `write` writes to standard error.
  init(columns: Int, delay: Duration = standardDelay, write: @escaping @Sendable (SafeText) -> Void) {
    self.columns = columns
    self.delay = delay
    self.write = write
  }

  /// Begins an activity and returns its ID for ``update(_:label:count:)`` and ``end(_:)``. `language` is that of the amounts.
  func begin(_ label: String, in language: any Language = English()) -> Int {
    state.withLock { state in
      defer { state.nextID += 1 }
      state.activities.append(Activity(id: state.nextID, label: label, language: language))
      return state.nextID
    }
  }

  /// Changes the text of an activity, or the amount that is done.
  func update(_ id: Int, label: String? = nil, count: (done: Int, total: Int)? = nil) {
    state.withLock { state in
      guard let index = state.activities.firstIndex(where: { $0.id == id }) else { return }
      if let label { state.activities[index].label = label }
      state.activities[index].count = count
      draw(&state)
    }
  }

  /// Ends an activity and erases its line.
  func end(_ id: Int) {
    state.withLock { state in
      state.activities.removeAll { $0.id == id }
      erase(&state)
    }
  }

  /// Erases the line.
  func erase() { state.withLock { erase(&$0) } }

  /// Erases the line and calls `write`, which writes other text. The line is not redrawn meanwhile.
  func writing(_ write: () -> Void) {
    state.withLock { state in
      erase(&state)
      write()
    }
  }

  /// Redraws the line from time to time, until the task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: Self.interval)) != nil { state.withLock { draw(&$0) } }
  }

  private func draw(_ state: inout State) {
    guard let activity = state.activities.last else { return }
    let elapsed = activity.start.duration(to: .now)
    guard elapsed >= delay else { return }
    write("\r\u{1B}[2K\(Self.text(activity.label, activity.count, elapsed, columns: columns - 1, in: activity.language))")
    state.isDrawn = true
  }

  private func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    write("\r\u{1B}[2K")
    state.isDrawn = false
  }

  /// Returns the line: `reading people  ████▌      37%  30/82  10/s  6 s left`, or without a count, or while its total is 0 because it is not
  /// known yet, `starting holocron-node  2 s`.
  static func text(
    _ label: String, _ count: (done: Int, total: Int)?, _ elapsed: Duration, columns: Int, in language: any Language = English()
  ) -> String {
    guard let count, count.total > 0 else {
      return "\(label)  \(language.figures.seconds(Int(elapsed.components.seconds)))".truncated(to: columns)
    }
    let line = ProgressLine(done: count.done, total: count.total, elapsed: elapsed)
    // Rate and time matter more than the label.
    let rest = columns - label.columns - 2
    guard !label.isEmpty, rest >= 30 else { return line.text(columns: columns, in: language) }
    return "\(label)  \(line.text(columns: rest, in: language))"
  }
}

/// One activity on the ``ProgressBoard`` of a command. Shows nothing if standard error is not a terminal or the command is quiet.
struct ProgressDisplay: Sendable {
  private let board: ProgressBoard?
  private let language: any Language
  private let id: Int

  /// Begins an activity, which `phrase` names.
  init(_ context: Context, _ phrase: Phrase) {
    board = context.progress
    // Reading the preferences takes time, and only a line that is shown needs them.
    language = board == nil ? English() : context.language
    id = board?.begin(language.say(phrase), in: language) ?? 0
  }

  func show(_ phrase: Phrase) { board?.update(id, label: language.say(phrase)) }

  func show(done: Int, of total: Int) { board?.update(id, count: (done, total)) }

  /// Ends the activity.
  func clear() { board?.end(id) }
}

/// The results of a jq expression (`--jq`): the program jq gets the JSON that `--json` prints. Strings are printed as they are.
final class JQFormat: OutputFormat {
  private let expression: String
  /// Whether jq gets the records of a list one after the other instead of the whole document.
  private let isLineByLine: Bool
  /// How long jq may take for a document.
  private let timeout: Duration
  private let firstFailure = Mutex<Problem?>(nil)
  /// Maximum size of the results for a document in bytes.
  private static let maxSize = 512 << 20
  /// The start of jq counts as well.
  private static let minCompilationTime = Duration.seconds(10)

  /// Throws a 400 with jq's message if the expression is not valid, and a 500 if jq is not installed.
  init(_ expression: String, isLineByLine: Bool, timeout: Duration) throws(Problem) {
    (self.expression, self.isLineByLine, self.timeout) = (expression, isLineByLine, timeout)
    // Without a value, jq only compiles the expression.
    let compiled = try run([], within: max(timeout, Self.minCompilationTime))
    if let message = compiled.failure { throw .usage("--jq: \(message)", field: "--jq") }
  }

  var name: String { isLineByLine ? "jsonl" : "json" }
  /// The problem of the first document that the expression does not fit; `nil` if there is none.
  var failure: Problem? { firstFailure.withLock(\.self) }

  func render(_ document: any Document, on surface: Surface) -> SafeText {
    text(of: isLineByLine ? document.lines : [document.json], on: surface)
  }

  /// Returns the results for the values, each with a line break, without those of a value after an error.
  func text(of values: [JSON], on surface: Surface) -> SafeText {
    do throws(Problem) {
      let jq = try run(Array(values.map { $0.bytes() }.joined(separator: [UInt8(ascii: "\n")])), within: timeout)
      if let message = jq.failure { fail(.jqFailed(message)) }
      return jq.output.split(separator: UInt8(ascii: "\n")).map { line in
        guard let result = try? JSON(parsing: Array(line)) else {
          fail(.jqFailed("a result is nested too deep"))
          return ""
        }
        guard let text = result.string else { return SafeText(result, isLineByLine ? .compact : surface.jsonLayout, on: surface) }
        guard surface.isTerminal else { return SafeText(checked: text + "\n") }
        return SafeText(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }.joined()
    } catch {
      fail(error)
      return ""
    }
  }

  private func fail(_ problem: Problem) { firstFailure.withLock { $0 = $0 ?? problem } }

  /// Returns the results, and why jq has failed.
  private func run(_ input: [UInt8], within timeout: Duration) throws(Problem) -> (output: [UInt8], failure: String?) {
    let ran: ProgramRun
    // The space keeps an expression that begins with a dash from being an option.
    do throws(SystemError) {
      ran = try ProgramRun(Spawn("jq", ["-c", " \(expression)"]), input, within: timeout, upTo: Self.maxSize)
    } catch {
      throw .jqFailed("--jq needs the program jq on PATH; install it")
    }
    guard ran.output.count <= Self.maxSize else { throw .jqFailed("the expression has too many results") }
    guard let ending = ran.ending else {
      throw Problem(504, "the deadline passed", detail: "the expression takes too long; see --timeout", type: ProblemType.deadline)
    }
    guard ending != .exited(0) else { return (ran.output, nil) }
    // jq names itself and the place first, and repeats the expression on further lines.
    let line = ran.firstError ?? "it gave no reason"
    let message = line.firstRange(of: line.hasPrefix("jq: error (") ? "): " : "jq: error: ").map { String(line[$0.upperBound...]) } ?? line
    return (ran.output, message)
  }
}

extension Problem {
  fileprivate static func jqFailed(_ reason: String) -> Problem { Problem(500, "jq failed", detail: reason) }
}
