public import ArgumentParser
import FoundationEssentials
import Logging
import OrderedJSON
import Platform
public import ServiceLifecycle
import Text

/// An executable that runs services until it is asked to stop. It declares its options and its services:
///
/// ```swift
/// @main struct Fetcher: ServiceCommand {
///   static let configuration = CommandConfiguration.service("holocron-fetcher", abstract: "Fetch records from an origin")
///   @OptionGroup var bus: BusOptions
///   @OptionGroup var host: HostOptions
///   @OptionGroup var worker: WorkerOptions
///   @Option(help: FetcherSettings.origin.help) var origin: String?
///
///   var flags: [FlagValue] { bus.given + worker.given + [FetcherSettings.origin.given(origin)] }
///
///   func services(on host: Host) async throws -> [any Service] {
///     let origin = try host.settings.value(FetcherSettings.origin)
///     return [try host.worker(FetchService(origin, metrics: host.metrics))]
///   }
/// }
/// ```
public protocol ServiceCommand: ParsableCommand {
  var host: HostOptions { get }
  /// The options of this app as given on the command line, without those of ``HostOptions``.
  var flags: [FlagValue] { get }

  /// Returns the time allowed for the process to stop if one service may take `time`: more than `time` if services stop one after the other.
  static func stopLimit(drainTimeout time: Duration) -> Duration

  /// Returns the services in starting order; they stop in reverse order. Called once, after logging is set up. Signals received meanwhile are
  /// handled when the services run.
  func services(on host: Host) async throws -> [any Service]
}

extension ServiceCommand {
  public var flags: [FlagValue] { [] }
  public static func stopLimit(drainTimeout time: Duration) -> Duration { time }

  /// Runs the command and exits. Exit codes: 0 after a graceful stop, 1 if a service failed or did not stop in time, 2 for an invalid option,
  /// environment variable or configuration file, 5 if a required resource is missing or in use, 129, 130 or 143 after a second SIGHUP, SIGINT
  /// or SIGTERM.
  public static func main() async {
    // Writing to a closed pipe returns EPIPE instead of ending the process.
    Signal.brokenPipe.ignore()
    if Environment.process.raw(BacktraceSettings.variable) == nil { CrashMark.install(program: _commandName) }
    let command: Self
    do {
      var parsed = try parseAsRoot(Self.joiningNegativeNumbers(CommandLine.arguments.dropFirst()))
      guard let own = parsed as? Self else {
        // Built-in commands such as help throw their output.
        try parsed.run()
        OwnProcess.exit(0)
      }
      command = own
    } catch { exit(showing: error) }
    do {
      let settings = try command.readSettings()
      if command.host.listSettings {
        printLine(settings.description.text().printableJSON)
        OwnProcess.exit(0)
      }
      try settings.check()
      if command.host.checkSettings { OwnProcess.exit(0) }
      let host = try Host(name: Self._commandName, settings: settings, logFile: command.host.logFile)
      let requests = try await StopRequests(watchingLifeline: host.hasLifeline)
      let services = try await command.services(on: host)
      let notifier = host.notifier
      // Until the process exits.
      Task { await notifier.run(services.compactMap { $0 as? any MonitoredService }) }
      if command.host.detached { Folder.leaveCurrent() }
      let name = _commandName
      let runner = ServiceRunner(
        services, logger: host.logger, stopLimit: stopLimit(drainTimeout: host.drainTimeout), report: { $0.write(as: name) },
        reportStopping: { notifier.reportStopping() })
      OwnProcess.exit(await runner.run(until: requests.received))
    } catch { exit(because: HostError(startup: error)) }
  }

  /// Returns the words with each negative number joined to the option before it, as in `--port=-1`: on its own, the library takes such a number
  /// for an option and says that the value is missing.
  static func joiningNegativeNumbers(_ words: some Sequence<String>) -> [String] {
    var joined: [String] = []
    for word in words {
      let isNumber = word.first == "-" && word.dropFirst().first.map { ("0"..."9").contains($0) } ?? false
      if isNumber, !joined.contains("--"), let option = joined.last, option.hasPrefix("--"), !option.contains("=") {
        joined[joined.count - 1] = "\(option)=\(word)"
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  /// Writes a line to standard output. If that fails, ends the process: silently with the exit code of SIGPIPE if the reader has
  /// closed the pipe, otherwise with a message on standard error and exit code 1.
  public static func printLine(_ line: String) {
    guard let failure = StandardStream.output.write(line + "\n") else { return }
    if failure == .brokenPipe { OwnProcess.exit(Signal.brokenPipe.exitCode) }
    exit(because: HostError(.failed, "cannot write to standard output: \(failure)"))
  }

  /// Writes help to standard output or a usage error to standard error, and exits. Both have a form of our own, not the
  /// library's: see ``ServiceHelp`` and ``HostError``.
  private static func exit(showing error: any Error) -> Never {
    guard exitCode(for: error) != .success else {
      printLine(ServiceHelp.text(converting: fullMessage(for: error)))
      OwnProcess.exit(0)
    }
    let sentence = message(for: error)
    exit(because: HostError(.usage, "\(sentence.prefix(1).lowercased())\(sentence.dropFirst()) (see --help)", cause: error))
  }

  private static func exit(because error: HostError) -> Never {
    error.write(as: _commandName)
    OwnProcess.exit(error.code.exitCode)
  }

  private func readSettings() throws(HostError) -> SettingsReader {
    try SettingsReader(flags: host.given + flags, environment: ProcessInfo.processInfo.environment, file: host.config)
  }
}
