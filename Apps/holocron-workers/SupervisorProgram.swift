import Hosting
import Logging
import Platform
import ServiceLifecycle
import Supervision
import UnixSignals

enum SupervisorProgram {
  static let program = ServiceProgram(
    "holocron-supervisor", "Run broker, origin, fetchers, caches and search as separate processes, and restart those that end",
    discussion: """
      Each process logs to a file in the state folder; on a terminal, the supervisor also prints all logs. Stop it with Ctrl-C or SIGTERM: the \
      processes finish their in-flight requests, in reverse starting order. On SIGUSR1, the supervisor reads supervisor.request.json in \
      the runtime folder: {"caches":3} changes the size of the fleet, {"restart":["cache-1"]} and {"restart":"all"} replace processes, one \
      after the other. 'holocron scale' and 'holocron restart' do both. Under systemd, the supervisor is a service of Type=notify.

      Examples
        holocron-supervisor
        holocron-supervisor --origin embedded --caches 2
        holocron-supervisor --origin https://swapi.dev/api
      """, settings: [.bus, SupervisorSettings.all],
    // Search workers, caches, fetchers, origin and broker stop one kind after the other; each kind has one second more, to be killed.
    stopLimit: { ($0 + .seconds(1)) * 5 }, services: { [try await supervisor(on: $0)] })

  private static func supervisor(on host: Host) async throws -> Supervisor {
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
      keyFile: try host.keyFile, commonArguments: try host.commonArguments)
    let watchdog = try host.settings.value(SupervisorSettings.watchdog)
    // Trap the signal before writing the PID file: by default, SIGUSR1 ends a process.
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let signals = await UnixSignalsSequence(trapping: .sigusr1)
    Task { for await _ in signals { continuation.yield() } }
    var settings = Supervisor.Settings(
      executables: folder, runtime: host.runtimeFolder, state: host.stateFolder, killAfter: host.drainTimeout + .seconds(1))
    settings.silenceLimit = watchdog > .zero ? max(watchdog, .seconds(1)) : nil
    settings.backtraces = BacktraceSettings.value(executablesIn: folder, environment: .process)
    settings.reportStatus = { host.report(status: $0) }
    if StandardStream.error.isTerminal {
      settings.echo = { line in
        NonblockingStream.errors.write(Array("\(line)\n".utf8)) {
          Array("\($0) lines were not shown: the terminal did not take them\n".utf8)
        }
      }
    }
    return try Supervisor(fleet, settings, logger: host.logger, requests: requests)
  }
}
