import ArgumentParser
import Glibc
import Hosting
import ServiceLifecycle
import Supervision
import UnixSignals

@main
struct HolocronSupervisor: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-supervisor",
    abstract: "Runs broker, origin, fetchers, caches and search as processes of their own, and keeps them running.",
    discussion: """
      Each process logs to a file of its own in the state directory; on a terminal you see them all. Stop it with Ctrl-C or SIGTERM: processes finish \
      what they hold, front to back. SIGUSR1 makes it read supervisor.wish.json in the runtime directory, such as {"caches":3}, and change the fleet's size; \
      'holocron up --caches 3' does that.

      EXAMPLES
        holocron-supervisor
        holocron-supervisor --origin embedded --caches 2
        holocron-supervisor --origin https://swapi.dev/api
      """)

  @OptionGroup var host: HostOptions
  @Option(help: SupervisorSettings.origin.help) var origin: String?
  @Option(help: SupervisorSettings.caches.help) var caches: String?
  @Option(help: SupervisorSettings.fetchers.help) var fetchers: String?
  @Option(help: SupervisorSettings.searches.help) var searches: String?

  var flags: [GivenFlag] {
    [
      SupervisorSettings.origin.given(origin), SupervisorSettings.caches.given(caches), SupervisorSettings.fetchers.given(fetchers),
      SupervisorSettings.searches.given(searches),
    ]
  }

  /// Searches, caches, fetchers, origin and broker stop one kind after the other, each with its own time and a second to be killed in.
  static func stopLimit(drainTimeout time: Duration) -> Duration { (time + .seconds(1)) * 5 }

  func services(on host: Host) async throws -> [any Service] {
    guard let folder = OwnExecutable.folder else {
      throw HostError(.unavailable, "/proc is not mounted: the other executables cannot be found")
    }
    let fleet = Fleet(
      bus: host.bus, origin: try SupervisorSettings.origin(try host.settings.value(SupervisorSettings.origin)),
      size: FleetSize(
        caches: try host.settings.value(SupervisorSettings.caches), fetchers: try host.settings.value(SupervisorSettings.fetchers),
        searches: try host.settings.value(SupervisorSettings.searches)),
      commonArguments: try host.commonArguments)
    // Before the supervisor can be found, since the signal would end a process that does not expect it.
    let (wishes, wish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let signals = await UnixSignalsSequence(trapping: .sigusr1)
    Task { for await _ in signals { wish.yield() } }
    let show: @Sendable (String) -> Void = { StandardStream.error.write(line: $0) }
    let supervisor = try Supervisor(
      fleet, executablesIn: folder, runtimeFolder: host.runtimeFolder, logFolder: host.stateFolder,
      killAfter: host.drainTimeout + .seconds(1),
      logger: host.logger, wishes: wishes, echo: isatty(STDERR_FILENO) == 1 ? show : nil)
    return [supervisor]
  }
}
