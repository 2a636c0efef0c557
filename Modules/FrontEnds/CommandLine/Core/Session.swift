import Client
import Console
import Contracts
import Explorer
import Launch
import Localization
import MessageBus
import Models
import Platform
import Presentation
import Text

/// One run of the program: finds the command, creates its context, runs it, and returns the exit code.
struct Session: Sendable {
  let words: [String]
  let environment: Environment
  private let kinds = Kinds.standard

  init(words: [String], environment: Environment) {
    self.words = words
    self.environment = environment
  }

  func run() async -> ExitCode {
    do throws(Problem) { return try await dispatch() } catch {
      report(error)
      return error.exitCode
    }
  }

  private func report(_ problem: Problem) {
    let errors = Terminal(color: colorChoice, environment: environment).errors
    let bus = Arguments.values(of: CommonOptions.bus, in: words).last
    StandardOutput.write(ProblemReport(problem, of: "holocron", asJSON: wantsJSON, on: errors, bus: bus, in: language).text, to: .error)
  }

  private func dispatch() async throws(Problem) -> ExitCode {
    let commands = Commands.standard(kinds: kinds)
    guard let index = Arguments.commandIndex(in: words, options: commands.options) else { return try await withoutCommand(commands) }
    var rest = words
    let word = rest.remove(at: index)
    guard let command = commands[word] else {
      let executables = Executables(environment: environment)
      if Executables.isCommandName(word), let path = executables.find("holocron-\(word)") {
        UsageCounters(environment).count(word)
        throw Executables.exec(path, rest)
      }
      throw .unknownCommand(word, commands, executables.commandNames())
    }
    if let program = command.program {
      guard let path = Executables(environment: environment).find(program) else {
        throw .programNotFound(program)
      }
      UsageCounters(environment).count(command.name)
      throw Executables.exec(path, rest)
    }
    return try await run(command, rest, commands)
  }

  private func run(_ command: some Command, _ words: [String], _ commands: Commands) async throws(Problem) -> ExitCode {
    let arguments = try command.arguments(words)
    let context = try context(
      arguments, isBounded: command.isBounded(arguments), needsBus: command.needsBus && !arguments[CommonOptions.help])
    if arguments[CommonOptions.help] {
      let help = HelpText(commands: commands, plugins: [], surface: context.terminal.output)
      context.output.write(help.page(of: command), .page)
      return .success
    }
    UsageCounters(environment).count(command.name)
    return try await command.perform(arguments, in: context)
  }

  /// `holocron`, `holocron --help`, `holocron --version`, `holocron --version --json`.
  private func withoutCommand(_ commands: Commands) async throws(Problem) -> ExitCode {
    let arguments = try Arguments(words, options: CommonOptions.all + [CommonOptions.version.definition])
    if arguments[CommonOptions.version] {
      return try await run(VersionCommand(namesLibraries: false), words.filter { $0 != "--version" }, commands)
    }
    if arguments[CommonOptions.help] { return try await run(HelpCommand(), words.filter { $0 != "--help" && $0 != "-h" }, commands) }
    let context = try context(arguments)
    let help = HelpText(commands: commands, plugins: [], surface: context.terminal.output)
    context.print(context.terminal.output.isTerminal ? await Welcome(context: context, help: help).text : help.short)
    return .success
  }

  private func context(_ arguments: Arguments, isBounded: Bool = true, needsBus: Bool = true) throws(Problem) -> Context {
    let terminal = Terminal(color: arguments[CommonOptions.color] ?? .auto, environment: environment)
    let pager = arguments[CommonOptions.noPager] ? nil : Pager.fromEnvironment { environment.raw($0) }
    let standardOutput = Output.standard(pager: pager, rows: terminal.rows)
    let progress = Self.progress(on: terminal, isQuiet: arguments[CommonOptions.quiet], standardOutput)
    let output = Output { text, destination in
      guard let progress else { return standardOutput.write(text, destination) }
      progress.writing { standardOutput.write(text, destination) }
    }
    let timeout = arguments[CommonOptions.timeout] ?? Context.standardTimeout
    let deadline = Deadline(after: timeout)
    let timeLimit = isBounded ? TimeLimit.until(deadline) : .perRequest(timeout)
    let (address, addressProblem) = try busAddress(arguments, isNeeded: needsBus)
    let format = try arguments.format()
    let observer = BusRepository(address, timeLimit)
    var context = Context(
      environment: environment, repository: observer, observer: observer, address: address, terminal: terminal, output: output)
    context.addressProblem = addressProblem
    context.progress = progress
    context.probe = BusRepository(address, isBounded ? .capped(timeout / 3, until: deadline) : .perRequest(timeout / 3))
    context.format = format ?? TableFormat()
    context.isFormatChosen = format != nil
    context.isQuiet = arguments[CommonOptions.quiet]
    context.deadline = deadline
    context.preferenceFlags[Preference.language.name] = arguments[CommonOptions.language]
    context.preferenceFlags[Preference.units.name] = arguments[CommonOptions.units]
    let starter = context.launcher.starter(
      at: address, bus: arguments[CommonOptions.bus], mayStart: !arguments[CommonOptions.noAutostart])
    context.repository = BusRepository(address, timeLimit, starter: starter.map { checkingSettings(before: $0, context) })
    return context
  }

  /// Returns the board on which a command shows its progress; `nil` if standard error is not a terminal that can redraw a line.
  private static func progress(on terminal: Terminal, isQuiet: Bool, _ output: Output) -> ProgressBoard? {
    guard terminal.errors.isTerminal, terminal.canRedraw, !isQuiet else { return nil }
    return ProgressBoard(columns: terminal.errors.columns ?? 80) { output.write($0, .note) }
  }

  /// Returns the address of the bus. If it is invalid and the bus is not needed, returns an address where nothing listens, and the problem.
  private func busAddress(_ arguments: Arguments, isNeeded: Bool) throws(Problem) -> (BusAddress, Problem?) {
    do throws(Problem) { return (try BusAddress(bus: arguments[CommonOptions.bus], environment: environment), nil) } catch {
      guard !isNeeded, let nowhere = try? BusAddress(requests: Endpoint("inproc://nowhere")) else { throw error }
      return (nowhere, error)
    }
  }

  /// Checks the configuration file before starting a node, so that an invalid file is reported here and not only in the node's log.
  private func checkingSettings(before start: @escaping BusRepository.Starter, _ context: Context) -> BusRepository.Starter {
    { [environment] address throws(Problem) in
      _ = try ConfigurationFiles.read(environment: environment)
      let progress = ProgressDisplay(context, .verbatim("starting holocron-node"))
      defer { progress.clear() }
      try await start(address)
    }
  }

  /// Whether errors are written as JSON, even if the command line is invalid.
  private var wantsJSON: Bool {
    words.prefix { $0 != "--" }.contains("--json")
      || Arguments.values(of: CommonOptions.output, in: words).contains { $0.hasPrefix("json") }
  }

  /// The language of messages about an error, also if the command line or a setting is invalid.
  private var language: any Language {
    let flag = Arguments.values(of: CommonOptions.language, in: words).last
    return TextPreferences.language(flags: flag.map { [Preference.language.name: $0] } ?? [:], environment)
  }

  private var colorChoice: ColorChoice {
    Arguments.values(of: CommonOptions.color, in: words).last.flatMap { ColorChoice(rawValue: $0) } ?? .auto
  }
}

extension Context {
  var launcher: Launcher {
    let context = self
    return Launcher(
      environment: environment, executables: Executables(environment: environment), address: address, timeout: deadline.remaining,
      note: { note in
        switch note {
        case .started(let program, let log): context.note("holocron: started \(program); it exits when idle (log: \(log))")
        case .keptInMemory(let fallback): context.warn(fallback)
        case .logsElsewhere(let folder, let unwritable, let reason):
          context.noteLogs(in: folder, unwritable: unwritable, reason: reason)
        }
      })
  }
}

extension Context {
  /// Warns that logs are in `folder`, because the usual one cannot be written.
  func noteLogs(in folder: String, unwritable: String, reason: String) {
    warn("cannot write to \(unwritable): \(reason); the logs are in \(folder); to keep them, set XDG_STATE_HOME to another folder")
  }
}

extension Problem {
  static func programNotFound(_ program: String) -> Problem {
    Problem(
      500, "a program is missing",
      detail: "\(program) is neither next to this program nor on PATH; install it")
  }
}
