import Client
import Console
import Contracts
import MessageBus
import Models
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
        flags: last(CommonOptions.language).map { [Preference.language.name: $0] } ?? [:], environment)
      let surface = Terminal(color: color, environment: environment).errors
      StandardOutput.write(
        error.report(by: "holocron", asJSON: isJSON, on: surface, bus: last(CommonOptions.bus), in: language), to: .error)
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
