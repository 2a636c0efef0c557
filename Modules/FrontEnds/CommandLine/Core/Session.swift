import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Synchronization
import Text

/// The entry point of `holocron`.
public enum Program {
  /// Runs the command in `words` and ends the process with its exit code. Must be called on the main thread.
  public static func run(_ words: [String]) -> Never {
    SignalHandler.install()
    SocketLimit.lower()
    let executor: MainThreadExecutor
    do { executor = try MainThreadExecutor() } catch {
      StandardOutput.write("holocron: \(error.reason)\n", to: .error)
      OwnProcess.exitAtOnce(ExitCode.failure.number)
    }
    executor.run {
      let code = await Session(words: words, environment: .process).run()
      // All output is written unbuffered, so there is no need to wait for the threads of the bus.
      OwnProcess.exitAtOnce(code.number)
    }
  }
}

/// A task executor that runs jobs on the thread that calls ``run(_:)``. A command mostly waits for one reply; starting the thread pool of
/// the concurrency runtime would take a large part of its run time.
private final class MainThreadExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// Readable while jobs are queued, so that the thread sleeps otherwise.
  private let pipe: WakePipe

  /// Throws if no file descriptors are left.
  init() throws(SystemError) { pipe = try WakePipe() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if isFirst { pipe.wake() }
  }

  /// Runs `body` and all jobs enqueued meanwhile. `body` must end the process.
  func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    Task(executorPreference: self) { await body() }
    while true {
      pipe.wait()
      let ready = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}

/// One run of the program: finds the command, creates its context, runs it, and returns the exit code.
struct Session: Sendable {
  let words: [String]
  let environment: Environment
  private let commands = Commands.standard(kinds: .standard)

  init(words: [String], environment: Environment) {
    self.words = words
    self.environment = environment
  }

  func run() async -> ExitCode {
    do throws(Problem) { return try await dispatch() } catch {
      // The command line or a setting may be invalid, so each option is looked for by itself.
      func last<Value>(_ option: Option<Value>) -> String? { Arguments.values(of: option, in: words).last }
      let color = last(CommonOptions.color).flatMap { ColorChoice(rawValue: $0) } ?? .auto
      let isJSON =
        words.prefix { $0 != "--" }.contains("--json")
        || Arguments.values(of: CommonOptions.output, in: words).contains { $0.hasPrefix("json") }
      let language = Preferences.language(
        flags: last(SharedOptions.language).map { [Preference.language.name: $0] } ?? [:], environment)
      let surface = Terminal(color: color, environment: environment).errors
      StandardOutput.write(
        error.report(by: "holocron", asJSON: isJSON, on: surface, bus: last(SharedOptions.bus), in: language), to: .error)
      return error.exitCode
    }
  }

  private func dispatch() async throws(Problem) -> ExitCode {
    guard let index = Arguments.commandIndex(in: words, options: commands.options) else { return try await withoutCommand() }
    var rest = words
    let word = rest.remove(at: index)
    let command = commands[word]
    if let command, command.program == nil { return try await run(command, rest) }
    let executables = Executables(environment: environment)
    let program = command?.program ?? "holocron-\(word)"
    guard command != nil || Executables.isCommandName(word), let path = executables.find(program) else {
      if command == nil, let list = await offeredList(word, rest) { return try await run(list, rest) }
      throw command == nil ? .unknownCommand(word, commands, executables.commandNames()) : .programNotFound(program)
    }
    UsageCounters(environment).count(command?.name ?? word)
    throw Executables.exec(path, rest)
  }

  /// Returns the list command of a kind that only the origin knows; `nil` if no bus is running, or the origin does not offer the kind.
  private func offeredList(_ word: String, _ words: [String]) async -> ListCommand? {
    guard let name = KindName(word), let arguments = try? ListCommand(kind: Kind(unknown: name)).arguments(words),
      let context = try? Context(arguments, environment, isBounded: true, needsBus: true), await context.otherKinds().contains(name)
    else { return nil }
    let items = (try? await context.repository.list(ListRequest(name)).page.items) ?? []
    return ListCommand(kind: Kind(unknown: name, of: items.compactMap { try? Record(canonical: $0, kinds: context.kinds) }))
  }

  private func run(_ command: some Command, _ words: [String]) async throws(Problem) -> ExitCode {
    let arguments = try command.arguments(words)
    let asksForHelp = arguments[CommonOptions.help]
    let context = try Context(
      arguments, environment, isBounded: command.isBounded(arguments), needsBus: command.needsBus && !asksForHelp)
    guard !asksForHelp else {
      context.output.write(HelpText(commands, on: context.terminal.output).page(of: command), .page)
      return .success
    }
    // Shells run the command for each completion.
    if !(command is CompletionCommand) { UsageCounters(environment).count(command.name) }
    return try await command.perform(arguments, in: context)
  }

  /// `holocron`, `holocron --help`, `holocron --version`, `holocron --version --json`.
  private func withoutCommand() async throws(Problem) -> ExitCode {
    let arguments = try Arguments(words, options: CommonOptions.all + [CommonOptions.version.definition])
    if arguments[CommonOptions.version] { return try await run(VersionCommand(namesLibraries: false), words.filter { $0 != "--version" }) }
    if arguments[CommonOptions.help] { return try await run(HelpCommand(), words.filter { $0 != "--help" && $0 != "-h" }) }
    let context = try Context(arguments, environment, isBounded: true, needsBus: true)
    context.print(HelpText(commands, on: context.terminal.output).welcome)
    return .success
  }
}

extension Problem {
  static func programNotFound(_ program: String) -> Problem {
    Problem(500, "a program is missing", detail: "\(program) is neither next to this program nor on PATH; install it")
  }
}

/// The dependencies of a command. All input and output goes through the context, so that tests can run commands without a terminal or a bus.
struct Context: Sendable {
  let kinds = Kinds.standard
  let environment: Environment
  let arguments: Arguments
  let terminal: Terminal
  let output: Output
  /// Where the command shows what it is waiting for; `nil` if nobody would see it.
  let progress: ProgressBoard?
  let format: any OutputFormat
  /// Whether an option chose the format.
  let isFormatChosen: Bool
  var address: BusAddress
  /// Why the configured address is invalid; ``address`` is then one where nothing listens. `nil` for commands that need the bus.
  private(set) var addressProblem: Problem?
  /// The deadline of the command.
  let deadline: Deadline
  let timeout: Duration
  /// Whether ``deadline`` limits the whole command; otherwise each request may take ``timeout``.
  private let isBounded: Bool
  /// The bus, which the first request starts if there is none.
  private(set) var repository: any Repository
  /// Returns some bytes of standard input, or none at its end.
  var readInput: @Sendable () -> [UInt8] = { (try? StandardStream.input.read(upTo: 4_096)) ?? [] }
  /// Milliseconds since 1970.
  var now: @Sendable () -> Int64 = { SystemTime.milliseconds }

  static let standardTimeout = Duration.seconds(15)

  /// Creates a context for `repository`, whose address is `address`.
  init(
    _ arguments: Arguments, _ environment: Environment, _ repository: any Repository, at address: BusAddress, isBounded: Bool = true,
    on terminal: Terminal, _ output: Output, _ progress: ProgressBoard?
  ) throws(Problem) {
    let format = try arguments.format()
    (self.format, isFormatChosen) = (format ?? TableFormat(), format != nil)
    (self.arguments, self.environment, self.repository, self.address) = (arguments, environment, repository, address)
    (self.terminal, self.output, self.progress, self.isBounded) = (terminal, output, progress, isBounded)
    timeout = arguments[CommonOptions.timeout] ?? Self.standardTimeout
    deadline = Deadline(after: timeout)
  }

  /// Creates the context of this process. Throws for an invalid address of the bus unless `needsBus` is `false`.
  init(_ arguments: Arguments, _ environment: Environment, isBounded: Bool, needsBus: Bool) throws(Problem) {
    let terminal = Terminal(color: arguments[CommonOptions.color] ?? .auto, environment: environment)
    let pager = arguments[CommonOptions.noPager] ? nil : Pager.fromEnvironment { environment.raw($0) }
    let showsProgress = terminal.errors.isTerminal && terminal.canRedraw && !arguments[CommonOptions.quiet]
    let board = showsProgress ? ProgressBoard(columns: terminal.errors.columns ?? 80) { StandardOutput.write($0, to: .error) } : nil
    let output = Output { text, destination in
      guard let board else { return Output.standard(text, destination, pager, terminal) }
      board.writing { Output.standard(text, destination, pager, terminal) }
    }
    let bus = arguments[SharedOptions.bus]
    let address: BusAddress
    var addressProblem: Problem?
    do throws(Problem) { address = try BusAddress(bus: bus, environment: environment) } catch {
      guard !needsBus, let nowhere = try? BusAddress(requests: Endpoint("inproc://nowhere")) else { throw error }
      (address, addressProblem) = (nowhere, error)
    }
    try self.init(
      arguments, environment, BusRepository(address, within: .zero), at: address, isBounded: isBounded, on: terminal, output, board)
    self.addressProblem = addressProblem
    let starter = launcher.starter(bus: bus, mayStart: !arguments[SharedOptions.noAutostart])
    let context = self
    repository = BusRepository(address, timeLimit, starter: starter.map { context.checkingSettings(before: $0) })
  }

  /// Reports an invalid configuration file here, and not only in the node's log.
  private func checkingSettings(before start: @escaping BusRepository.Starter) -> BusRepository.Starter {
    { address throws(Problem) in
      _ = try ConfigurationFiles.read(environment: environment)
      try await showing(.verbatim("starting holocron-node")) { () throws(Problem) in try await start(address) }
    }
  }

  private var timeLimit: TimeLimit { isBounded ? .until(deadline) : .perRequest(timeout) }

  /// Returns the same bus as ``repository``, but never started, for commands that inspect running processes. Connects anew.
  /// - Parameter limit: the time for each reply; by default, what the command has.
  func observer(within limit: Duration? = nil) -> any Repository {
    guard repository is BusRepository else { return repository }
    return BusRepository(address, limit.map { isBounded ? .capped($0, until: deadline) : .perRequest($0) } ?? timeLimit)
  }

  /// The same as ``observer(within:)`` with a short timeout, for workers that may hang.
  var probe: any Repository { observer(within: timeout / 3) }

  var launcher: Launcher {
    Launcher(
      environment: environment, executables: Executables(environment: environment), address: address, timeout: deadline.remaining,
      note: { note($0) })
  }

  /// Whether the output is JSON, for programs.
  var isForPrograms: Bool { format.name.hasPrefix("json") }
}

/// The settings of texts.
extension Context {
  private var preferenceFlags: [String: String] {
    var flags: [String: String] = [:]
    flags[Preference.language.name] = arguments[SharedOptions.language]
    flags[Preference.units.name] = arguments[SharedOptions.units]
    return flags
  }

  /// Reads all preferences from the command line, the environment and the configuration file. Throws for every mistake, also in a
  /// preference that only the explorer needs.
  func preferences() throws(Problem) -> Preferences {
    let files = try ConfigurationFiles.read(environment: environment)
    return try Preferences(flags: preferenceFlags, environment: { environment.raw($0) }, files: files)
  }

  /// Returns the language and units for output to people, and writes a warning if another preference is invalid. Called at most once: output
  /// for programs does not need them, and an invalid setting must not break ``HelpCommand``.
  func wording() throws(Problem) -> Wording {
    guard !isForPrograms else { return .standard }
    let files = try ConfigurationFiles.read(environment: environment)
    let preferences = try Preferences(flags: preferenceFlags, environment: { environment.raw($0) }, files: files, isForText: true)
    if let warning = preferences.warning { warn(warning.reason(in: English())) }
    return Wording(preferences.language, units: preferences.units, dates: .iso)
  }

  /// The language of notes and reports; English if a setting is invalid, which is reported where records are shown. Reads the configuration.
  var language: any Language { Preferences.language(flags: preferenceFlags, environment) }

  /// The language of reports. Spreadsheets and JSON have the same texts in every language.
  var reportLanguage: any Language { format.name == CSVFormat().name || isForPrograms ? English() : language }
}

/// Output.
extension Context {
  /// Writes `document` to standard output in the chosen format.
  func show(_ document: some Document) { output.write(format.render(document, on: terminal.output), .page) }

  /// Writes labelled values.
  func show(_ values: [LabeledValue], json: JSON) { show(ReportDocument([.values(values)], json: json)) }

  /// Returns the text of one JSON value, for commands that print values one by one. Writes a note if the expression of `--jq` does not fit,
  /// since the command may never end.
  func text(of json: JSON, _ layout: JSON.Layout = .compact) -> SafeText {
    guard let filtered = format as? JQFormat else { return SafeText(json, layout, on: terminal.output) }
    let hadFailed = filtered.failure != nil
    let text = filtered.text(of: [json], on: terminal.output)
    if !hadFailed, let failure = filtered.failure { note("holocron: --jq: \(failure.detail ?? failure.title)") }
    return text
  }

  /// Writes `text` to standard output.
  func print(_ text: SafeText) { output.write(text, .line) }

  /// Writes a note to standard error, unless `--quiet` is given.
  func note(_ text: String) {
    guard !arguments[CommonOptions.quiet] else { return }
    output.write("\(terminal.errors.painter.paint(text, .muted))\n", .note)
  }

  /// Writes a note in the language of the user.
  func note(_ phrase: Phrase) { note("holocron: \(language.say(phrase))") }

  /// Writes a warning.
  func warn(_ text: String) { note("holocron: warning: \(text)") }

  /// Writes a note if both standard output and standard error are a terminal.
  func hint(_ text: String) { if terminal.output.isTerminal, terminal.errors.isTerminal { note(text) } }

  /// Runs `body` as an activity that the progress names.
  func showing<Result>(_ phrase: Phrase, _ body: () async throws(Problem) -> Result) async throws(Problem) -> Result {
    let progress = ProgressDisplay(self, phrase)
    defer { progress.clear() }
    return try await body()
  }

  /// Asks whether to remove something. Returns `true` without asking if the terminal is not interactive, but throws a 400 if `command` removes
  /// everything: a script must give `--yes`. Writes a note if the answer is no.
  func isConfirmed(_ question: Phrase, removingAll command: String? = nil) throws(Problem) -> Bool {
    guard terminal.isInteractive else {
      guard let command else { return true }
      throw .usage("\(command) needs --yes, because there is no terminal to ask for confirmation", field: "--yes")
    }
    let language = language
    // Ctrl-C ends the process behind the question; the shell's prompt belongs on a line of its own.
    if terminal.output.isTerminal { LastAction.terminal.arm("\n") }
    defer { LastAction.terminal.disarm() }
    output.write("\(language.say(question)) \(language.answers.choices()) ", .note)
    let isConfirmed = readAnswer().map { language.answers.isYes($0) } ?? false
    if !isConfirmed { note(language.say("Cancelled; nothing was removed.")) }
    return isConfirmed
  }

  /// Reads a line that a person types; `nil` at the end of the input. The time does not count.
  func readAnswer() -> String? {
    // A terminal returns one line at a time (termios(3)), and nothing after Ctrl-D.
    let line = deadline.pause { readInput() }
    return line.isEmpty ? nil : String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

/// The output of all commands. It accepts only ``SafeText``.
struct Output: Sendable {
  enum Destination: Sendable, Hashable {
    /// Standard output, through the pager if the text is longer than the screen.
    case page
    /// Standard output.
    case line
    /// Standard error.
    case note
  }

  let write: @Sendable (SafeText, Destination) -> Void

  init(_ write: @escaping @Sendable (SafeText, Destination) -> Void) { self.write = write }

  /// Writes to the standard streams.
  static func standard(_ text: SafeText, _ destination: Destination, _ pager: Pager?, _ terminal: Terminal) {
    switch destination {
    case .note: StandardOutput.write(text, to: .error)
    case .line: StandardOutput.write(text)
    case .page:
      let lines = text.text.utf8.count { $0 == 0x0A }
      if let pager, let rows = terminal.rows, lines >= rows, pager.show(text) { return }
      StandardOutput.write(text)
    }
  }
}
