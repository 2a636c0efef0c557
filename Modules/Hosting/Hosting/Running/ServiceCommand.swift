public import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
public import ServiceLifecycle

/// An executable that runs services until it is told to stop. It parses its flags, and says what to run:
///
/// ```swift
/// @main struct Fetcher: ServiceCommand {
///   static let configuration = CommandConfiguration(commandName: "holocron-fetcher", abstract: "Asks an origin.")
///   @OptionGroup var host: HostOptions
///   @OptionGroup var worker: WorkerOptions
///   @Option(help: FetcherSettings.origin.help) var origin: String?
///
///   var flags: [GivenFlag] { worker.given + [FetcherSettings.origin.given(origin)] }
///
///   func services(on host: Host) async throws -> [any Service] {
///     let origin = try host.settings.value(FetcherSettings.origin)
///     return [try host.worker(FetchService(origin, metrics: host.metrics))]
///   }
/// }
/// ```
public protocol ServiceCommand: ParsableCommand {
  var host: HostOptions { get }
  /// The app's own flags as given on the command line; those of ``HostOptions`` are known already.
  var flags: [GivenFlag] { get }

  /// How long the process may take to stop when one service may take `time`: more where services stop one after the other.
  static func stopLimit(drainTimeout time: Duration) -> Duration

  /// What runs, in the order in which it starts; it stops in the opposite order. Called once, with logging set up and signals held back until it returns.
  func services(on host: Host) async throws -> [any Service]
}

extension ServiceCommand {
  public var flags: [GivenFlag] { [] }
  public static func stopLimit(drainTimeout time: Duration) -> Duration { time }

  /// Runs the command and ends the process: 0 after an orderly stop, 1 when a service failed or did not stop in time, 2 for a wrong flag,
  /// variable or file, 5 when what it needs is missing or taken, 130 and 143 when a second SIGINT or SIGTERM cut it short.
  public static func main() async {
    // A reader that went away shows as EPIPE where it matters; it must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let command: Self
    do {
      var parsed = try parseAsRoot()
      guard let own = parsed as? Self else {
        // Help and the like: what they have to say is what they throw.
        try parsed.run()
        Glibc.exit(0)
      }
      command = own
    } catch { leave(showing: error) }
    do {
      let host = try command.makeHost()
      let requests = try await StopRequests(watchingLifeline: host.hasLifeline)
      let services = try await command.services(on: host)
      // A folder that somebody works in can be removed, and what is mounted there unmounted.
      if command.host.detached { chdir("/") }
      Glibc.exit(
        await ServiceRunner(services, logger: host.logger, stopLimit: stopLimit(drainTimeout: host.drainTimeout)).run(
          until: requests.received))
    } catch { leave(because: HostError(startup: error)) }
  }

  /// Help and version go to standard output, mistakes to standard error.
  private static func leave(showing error: any Error) -> Never {
    let isMistake = exitCode(for: error) != .success
    (isMistake ? StandardStream.error : .output).write(line: fullMessage(for: error))
    Glibc.exit(isMistake ? HostError.Code.usage.exitCode : 0)
  }

  private static func leave(because error: HostError) -> Never {
    StandardStream.error.write(line: "\(_commandName): \(error.message)")
    Glibc.exit(error.code.exitCode)
  }

  private func makeHost() throws(HostError) -> Host {
    let settings = try SettingsReader(flags: host.given + flags, environment: ProcessInfo.processInfo.environment, file: host.config)
    return try Host(name: Self._commandName, settings: settings, logFile: host.logFile)
  }
}
