import Hosting
import MessageBus
import Platform
import ServiceLifecycle

/// All services in one process, on a bus of their own.
enum NodeProgram {
  static let idle = Setting(
    "node.idle", .duration(.zero ... .seconds(365 * 86_400)), default: .seconds(600),
    "Stop after this time without requests and without subscribers in other processes; 0 = never")

  static let program = ServiceProgram(
    "holocron-node", "Run broker, cache, search and fetcher in one process",
    discussion: """
      Front-ends start a node when no bus is running, and the node stops when it is idle, so you rarely need to start one. Inside the node, messages \
      are passed in memory. Other processes see a normal bus that further workers can join.

      Examples
        holocron-node
        holocron-node --origin https://swapi.dev/api --store memory --idle 0
      """, settings: [SettingsGroup.bus, .broker] + ServiceDefinition.all.map { $0.settings } + [SettingsGroup([idle])]
  ) { host in
    let limit = try host.settings.value(idle)
    try HostFolders.prepareRuntimeFolder(host.runtimeFolder)
    let suffix = host.bus.fileSuffix(in: host.runtimeFolder)
    let pidFile = try PidFile("\(host.runtimeFolder)/node\(suffix).pid").acquire(for: "a node")
    if let crashed = pidFile.crashed { host.reportCrash(of: "node", process: crashed) }
    // The stores come first: once the broker answers, the front-end takes the node for running, and an error would be in the log only.
    let prepared = try ServiceDefinition.all.map { try $0.prepare(host, MetricsRegistry()) }
    let internalBus = try BusAddress(requests: Endpoint("inproc://node"))
    let broker = try host.broker(alsoAt: [internalBus])
    var services: [any Service] = [pidFile, broker]
    for join in prepared { services += try join(internalBus) }
    return services + [host.idleShutdown(of: broker, after: limit)]
  }
}
