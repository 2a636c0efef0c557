import Client
import Console
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

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
    (self.format, isFormatChosen) = (format ?? StandardFormat.usual(on: terminal.output), format != nil)
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
    let bus = arguments[CommonOptions.bus]
    let address: BusAddress
    var addressProblem: Problem?
    do throws(Problem) { address = try BusAddress(bus: bus, environment: environment) } catch {
      guard !needsBus, let nowhere = try? BusAddress(requests: Endpoint("inproc://nowhere")) else { throw error }
      (address, addressProblem) = (nowhere, error)
    }
    try self.init(
      arguments, environment, BusRepository(address, within: .zero), at: address, isBounded: isBounded, on: terminal, output, board)
    self.addressProblem = addressProblem
    let starter = launcher.starter(bus: bus, mayStart: !arguments[CommonOptions.noAutostart])
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
    flags[Preference.language.name] = arguments[CommonOptions.language]
    flags[Preference.units.name] = arguments[CommonOptions.units]
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
  var reportLanguage: any Language { format.name == StandardFormat.csv.name || isForPrograms ? English() : language }
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
