import FoundationEssentials
import Logging
import OrderedJSON
import Platform
public import ServiceLifecycle
import Text

/// An executable that runs services until it is asked to stop: its help, its settings and its services.
///
/// ```swift
/// static let program = ServiceProgram(
///   "holocron-fetcher", "Fetch records from an origin", settings: [.bus, .worker, SettingsGroup([origin])]
/// ) { host in
///   [try host.worker(FetchService(try host.settings.value(origin), metrics: host.metrics))]
/// }
/// ```
public struct ServiceProgram: Sendable {
  public let name: String
  private let summary: String
  private let discussion: String
  private let settings: [SettingsGroup]
  private let stopLimit: @Sendable (Duration) -> Duration
  private let services: @Sendable (Host) async throws -> [any Service]

  /// - Parameters:
  ///   - settings: those of the program, without the ones that every program has.
  ///   - stopLimit: returns the time allowed for the process to stop if one service may take the given time: more than that if services stop
  ///     one after the other.
  ///   - services: returns the services in starting order; they stop in reverse order. Called once, after logging is set up. Signals received
  ///     meanwhile are handled when the services run.
  public init(
    _ name: String, _ summary: String, discussion: String = "", settings: [SettingsGroup],
    stopLimit: @escaping @Sendable (Duration) -> Duration = { $0 }, services: @escaping @Sendable (Host) async throws -> [any Service]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.settings = [HostSettings.common] + settings
    self.stopLimit = stopLimit
    self.services = services
  }

  private static let builtIn = [
    CommandLineOptions.Option(
      name: "log-file", valueName: "file", help: "Log to a file instead of standard error (rotated to FILE.1 at 1 MiB)"),
    .init(name: "detached", valueName: nil, help: "Change to the directory / after reading the settings, to run in the background"),
    .init(name: "check-settings", valueName: nil, help: "Check the settings and exit: with 0, or with an error and 2"),
    .init(
      name: "config", valueName: "file",
      help:
        "Read settings from this file alone (default: holocron/config.json in $XDG_CONFIG_HOME or ~/.config, then in /etc; HOLOCRON_CONFIG)"
    ),
    .init(name: "version", valueName: nil, help: "Show the version"), .init(name: "help", valueName: nil, help: "Show this help"),
  ]
  /// For `holocron config`; not in the help.
  private static let listSettings = CommandLineOptions.Option(name: "list-settings", valueName: nil, help: "")

  private var options: [CommandLineOptions.Option] {
    settings.flatMap(\.settings).map(\.option) + Self.builtIn
  }

  /// The text of `--help`.
  var help: String { CommandLineOptions.help(name, summary, discussion, options) }

  /// Runs the program with the command line of this process, and exits. Exit codes: 0 after a graceful stop, 1 if a service failed or did not
  /// stop in time, 2 for an invalid option, environment variable or configuration file, 5 if a required resource is missing or in use, 129,
  /// 130 or 143 after a second SIGHUP, SIGINT or SIGTERM.
  public func main() async -> Never {
    // Writing to a closed pipe returns EPIPE instead of ending the process.
    Signal.brokenPipe.ignore()
    if Environment.process.raw(BacktraceSettings.variable) == nil { CrashMark.install(program: name) }
    do { await OwnProcess.exit(try run(Array(CommandLine.arguments.dropFirst()))) } catch { exit(because: HostError(startup: error)) }
  }

  /// Returns the exit code.
  private func run(_ words: [String]) async throws -> Int32 {
    if words.contains(where: { $0 == "--help" || $0 == "-h" }) {
      printLine(help)
      return 0
    }
    let given = try CommandLineOptions(words, knowing: options + [Self.listSettings]).values
    if given["version"] != nil {
      printLine(Version.line(of: name))
      return 0
    }
    let reader = try SettingsReader(
      settings, options: given, environment: ProcessInfo.processInfo.environment, file: given["config"])
    if given[Self.listSettings.name] != nil {
      printLine(reader.description.text().printableJSON)
      return 0
    }
    try reader.check()
    if given["check-settings"] != nil { return 0 }
    let host = try Host(name: name, settings: reader, logFile: given["log-file"])
    let requests = try await StopRequest.all(watchingLifeline: host.hasLifeline)
    let services = try await services(host)
    let notifier = host.notifier
    // Until the process exits.
    Task { await notifier.run(services.compactMap { $0 as? any MonitoredService }) }
    if given["detached"] != nil { Folder.leaveCurrent() }
    let runner = ServiceRunner(
      logger: host.logger, stopLimit: stopLimit(host.drainTimeout), report: report, reportStopping: { notifier.reportStopping() })
    return await runner.run(services, until: requests)
  }

  /// Writes a line to standard output. If that fails, ends the process: silently with the exit code of SIGPIPE if the reader has
  /// closed the pipe, otherwise with a message on standard error and exit code 1.
  public func printLine(_ line: String) {
    guard let failure = StandardStream.output.write(line + "\n") else { return }
    if failure == .brokenPipe { OwnProcess.exit(Signal.brokenPipe.exitCode) }
    exit(because: HostError(.failed, "cannot write to standard output: \(failure)"))
  }

  /// Writes the error to standard error, in the form of all programs: `holocron-broker: …`.
  @Sendable private func report(_ error: HostError) { StandardStream.error.write(line: error.line(of: name)) }

  private func exit(because error: HostError) -> Never {
    report(error)
    OwnProcess.exit(error.code.exitCode)
  }
}

/// An executable that contains several programs and is installed under the name of each of them. Their libraries are on disk once, and
/// processes of different programs share them in memory.
public enum SharedExecutable {
  /// Runs the program whose name this process was started under. Exits with 2 if none has that name.
  ///
  /// - Parameter others: programs that are no services, but use the same libraries, by name. Each reads the command line without the name of
  ///   the program, and ends the process.
  public static func main(
    _ services: [ServiceProgram], others: [String: @Sendable ([String]) async -> Never] = [:]
  ) async {
    // A link may have any name; the executable itself has the name of a program.
    let paths = [CommandLine.arguments.first, RunningProgram.own?.path].compactMap(\.self)
    let names = services.map(\.name) + others.keys.sorted()
    let name = Self.name(for: paths, of: names)
    if let service = services.first(where: { $0.name == name }) { await service.main() }
    if let other = name.flatMap({ others[$0] }) { await other(Array(CommandLine.arguments.dropFirst())) }
    let choices = names.joined(separator: ", ")
    StandardStream.error.write(line: "\(paths.first ?? "holocron"): this program must have one of the names \(choices)".printable)
    OwnProcess.exit(HostError.Code.usage.exitCode)
  }

  /// Returns the last component of the first of `paths` for which it is one of `names`.
  static func name(for paths: [String], of names: [String]) -> String? {
    paths.lazy.compactMap { $0.split(separator: "/").last.map(String.init) }.first { names.contains($0) }
  }
}
