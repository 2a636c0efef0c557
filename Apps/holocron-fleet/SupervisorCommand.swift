import ArgumentParser
import Hosting
import Logging
import Platform
import ServiceLifecycle
import Supervision
import UnixSignals

struct SupervisorCommand: ServiceCommand {
  static let configuration = CommandConfiguration.service(
    "holocron-supervisor",
    abstract: "Run broker, origin, fetchers, caches and search as separate processes, and restart those that end",
    discussion: """
      Each process logs to a file in the state folder; on a terminal, the supervisor also prints all logs. Stop it with Ctrl-C or SIGTERM: the \
      processes finish their in-flight requests, in reverse starting order. On SIGUSR1, the supervisor reads supervisor.request.json in \
      the runtime folder: {"caches":3} changes the size of the fleet, {"restart":["cache-1"]} and {"restart":"all"} replace processes, one \
      after the other. 'holocron scale' and 'holocron restart' do both. Under systemd, the supervisor is a service of Type=notify.

      Examples
        holocron-supervisor
        holocron-supervisor --origin embedded --caches 2
        holocron-supervisor --origin https://swapi.dev/api
      """)

  @OptionGroup var bus: BusOptions
  @OptionGroup var host: HostOptions
  @Option(help: SupervisorSettings.origin.help) var origin: [String] = []
  @Option(help: SupervisorSettings.caches.help) var caches: String?
  @Option(help: SupervisorSettings.fetchers.help) var fetchers: String?
  @Option(help: SupervisorSettings.searches.help) var searches: String?
  @Option(help: SupervisorSettings.watchdog.help) var watchdog: String?

  var flags: [FlagValue] {
    bus.given + [
      SupervisorSettings.origin.given(origin.isEmpty ? nil : origin.joined(separator: ",")), SupervisorSettings.caches.given(caches),
      SupervisorSettings.fetchers.given(fetchers),
      SupervisorSettings.searches.given(searches), SupervisorSettings.watchdog.given(watchdog),
    ]
  }

  /// Search workers, caches, fetchers, origin and broker stop one kind after the other; each kind has `time`, and one second to be killed.
  static func stopLimit(drainTimeout time: Duration) -> Duration { (time + .seconds(1)) * 5 }

  func services(on host: Host) async throws -> [any Service] {
    guard let folder = RunningProgram.own?.folder else {
      throw HostError(.unavailable, "cannot find the other executables: /proc is not mounted")
    }
    if let failure = host.stateFolderFailure {
      host.logger.warning(
        "cannot write to the folder of the logs; using another",
        metadata: ["path": "\(failure.path ?? "")", "reason": "\(failure.reason)", "logs": "\(host.stateFolder)"])
    }
    let fleet = Fleet(
      bus: host.bus,
      origin: try SupervisorSettings.origin(
        try host.settings.value(SupervisorSettings.origin), stateFolder: host.stateFolder, runtimeFolder: host.runtimeFolder),
      size: FleetSize(
        caches: try host.settings.value(SupervisorSettings.caches), fetchers: try host.settings.value(SupervisorSettings.fetchers),
        searches: try host.settings.value(SupervisorSettings.searches)),
      commonArguments: try host.commonArguments)
    let watchdog = try host.settings.value(SupervisorSettings.watchdog)
    // Trap the signal before writing the PID file: by default, SIGUSR1 ends a process.
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let signals = await UnixSignalsSequence(trapping: .sigusr1)
    Task { for await _ in signals { continuation.yield() } }
    let show: @Sendable (String) -> Void = { line in
      NonblockingStream.errors.write(Array("\(line)\n".utf8)) { Array("\($0) lines were not shown: the terminal did not take them\n".utf8) }
    }
    let supervisor = try Supervisor(
      fleet, in: Supervisor.Folders(executables: folder, runtime: host.runtimeFolder, state: host.stateFolder),
      killAfter: host.drainTimeout + .seconds(1), silenceLimit: watchdog > .zero ? watchdog : nil,
      backtraces: BacktraceSettings.value(executablesIn: folder, environment: .process), logger: host.logger, requests: requests,
      reportStatus: { host.report(status: $0) }, echo: StandardStream.error.isTerminal ? show : nil)
    return [supervisor]
  }
}
