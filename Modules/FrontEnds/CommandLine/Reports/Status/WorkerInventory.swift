import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// The processes behind the workers of the services. It combines the broker's worker count, the process IDs that the workers report, and
/// the kernel's information about these processes.
///
/// A worker can report a false process ID, but it cannot hide from the broker's count: a worker without a process ID, or with the ID of
/// another worker, appears as a worker without a process. A foreign program that runs as the same user, from an executable of the same
/// name, and behaves like a worker cannot be recognised; its path is shown.
struct WorkerInventory: Sendable {
  struct Worker: Sendable, Hashable {
    let process: Int
    /// The program of the process; `nil` if it is not a process of this host and user.
    let program: RunningProgram?
    /// The origin that the worker reports: the one a fetcher uses, or the one whose records a worker holds.
    let origin: String?
    /// The worker's warning about its storage.
    var warning: String?
  }

  struct Service: Sendable, Hashable {
    let name: ServiceName
    /// The number of workers according to the broker.
    let count: Int
    /// The workers that reported a process ID, sorted by it.
    let workers: [Worker]

    /// The number of workers that reported no process ID, or that of another worker.
    var unidentified: Int { max(0, count - workers.count) }

    /// The names of the programs that offer this service.
    var programs: [String] { [name.executable, "holocron-node"] }
  }

  let services: [Service]
  /// Whether the workers are processes of this host, because the bus is an IPC socket.
  let isLocal: Bool
  /// The statistics of all workers of each service; see ``ServiceSums``.
  let statistics: [ServiceName: JSON]
  /// The servers that the fetchers ask.
  var servers = OriginServers([])
  /// The workers of the supervisor that the bus does not hear from.
  private(set) var unresponsive: [UnresponsiveWorker] = []
  /// The services that the running fleet was told to offer no worker for. Only a change of its size helps them.
  private(set) var unwanted: [ServiceName] = []

  /// Finds the workers in the state file of the supervisor that the bus does not hear from, and the services that its fleet does not offer.
  mutating func findUnresponsive(in state: JSON?, isStopped: (Int32) -> Bool = { ProcessScope.own.isStopped($0) }) {
    unwanted = ProcessNames.kinds.filter { $0.isUnwanted(in: state) }.map(\.service)
    unresponsive = UnresponsiveWorker.all(
      in: state, attached: { name in services.first { $0.name == name }?.count ?? 0 },
      answering: { name in Set((services.first { $0.name == name }?.workers ?? []).map(\.process)) }, isStopped: isStopped)
  }
}

extension WorkerInventory {
  /// Requests the statistics of all workers of Holocron's services concurrently. `program` looks up the program of a process.
  init(
    asking repository: any Repository, _ attached: AttachedServices, isLocal: Bool,
    program: @Sendable (Int) -> RunningProgram? = { RunningProgram(of: $0) }
  ) async {
    let replies = await repository.statistics(attached)
    let services = TopSample.services.map { service in
      var seen: Set<Int> = []
      let workers = (replies[service] ?? []).compactMap { statistics -> Worker? in
        guard let process = statistics["pid"]?.int else { return nil }
        // Processes of one host differ in their IDs; those of several hosts need not.
        guard seen.insert(process).inserted || !isLocal else { return nil }
        return Worker(
          process: process, program: isLocal ? program(process) : nil, origin: statistics["origin"]?.string,
          warning: statistics["warning"]?.string)
      }
      return Service(name: service, count: attached.workers(service), workers: workers)
    }
    // Workers of others need not report a process ID, so they are not asked for it.
    let others = attached.others.map { Service(name: $0, count: attached.workers($0), workers: []) }
    self.init(
      services: services + others, isLocal: isLocal, statistics: replies.compactMapValues { ServiceSums.statistics(of: $0) },
      servers: OriginServers(replies[.fetch] ?? []))
  }

  /// `[{"service":"holocron.cache","workers":2,"processes":[{"pid":4711,"executable":"/usr/bin/holocron-cache"}]}]`
  var json: JSON {
    .array(
      services.map { service in
        let processes = service.workers.map { worker in
          JSON.object(["pid": .number(worker.process), "executable": worker.program.map { .string($0.path) } ?? .null])
        }
        return ["service": .string(service.name.text), "workers": .number(service.count), "processes": .array(processes)]
      })
  }

  /// Returns a table with one row per worker.
  var table: Table? {
    let rows = services.flatMap { service -> [[StyledText]] in
      let name = StyledText(service.name.text.printable, .accent)
      let known = service.workers.map { worker -> [StyledText] in
        let isExpected = worker.program.map { service.programs.contains($0.name) } ?? !isLocal
        return [name, StyledText(String(worker.process)), StyledText(worker.program?.path ?? "—", isExpected ? .text : .caution)]
      }
      guard service.unidentified > 0 else { return known }
      let unidentified: String = Figures.counted(
        service.unidentified, "worker without a process ID of its own", "workers without process IDs of their own")
      return known + [[name, StyledText("?", .caution), StyledText(unidentified, .caution)]]
    }
    guard !rows.isEmpty else { return nil }
    return Table(
      [
        .init("Service", expendability: 0), .init("Process", .trailing),
        .init("Program", expendability: 2, minimum: 12),
      ], rows: rows)
  }
}

extension Context {
  /// Asks every worker for its process ID.
  func inventory(_ attached: AttachedServices) async -> WorkerInventory {
    var inventory = await WorkerInventory(asking: probe, attached, isLocal: address.requests.transport == .ipc)
    inventory.findUnresponsive(in: fleetState)
    return inventory
  }
}

/// A worker of the running supervisor whose process runs, although the bus hears nothing from it: it hangs, or somebody has stopped it
/// (SIGSTOP). The supervisor restarts it some time later, unless its watchdog is off.
struct UnresponsiveWorker: Sendable, Hashable {
  let service: ServiceName
  /// The name in the fleet: `cache-1`.
  let name: String
  let process: Int32
  let isStopped: Bool

  /// `cache-1 (process 4711) does not respond`
  var finding: String { isStopped ? "\(name) (process \(process)) is stopped" : "\(name) (process \(process)) does not respond" }

  /// `run holocron restart cache-1`
  var remedy: String {
    isStopped ? "continue it with kill -CONT \(process), or run holocron restart \(name)" : "run holocron restart \(name)"
  }

  /// Returns the workers in `state`, a state file, that the bus does not hear from. A worker that is attached, but has not answered, may be
  /// busy: it counts only if its process is stopped.
  ///
  /// - Parameters:
  ///   - attached: the number of workers of a service according to the broker.
  ///   - answering: the process IDs of the workers of a service that have answered; `nil` if nobody has asked them.
  static func all(
    in state: JSON?, attached: (ServiceName) -> Int, answering: (ServiceName) -> Set<Int>?,
    isStopped: (Int32) -> Bool = { ProcessScope.own.isStopped($0) }
  ) -> [UnresponsiveWorker] {
    ProcessNames.kinds.flatMap { kind -> [UnresponsiveWorker] in
      let ready = (state?["processes"]?.array ?? []).compactMap { process -> (name: String, process: Int32)? in
        guard let name = process["name"]?.string, name.hasPrefix("\(kind.name)-"), process["state"] == "running",
          process["ready"] == true, let id = process["pid"]?.int.flatMap({ Int32(exactly: $0) }), id > 1
        else { return nil }
        return (name.printable, id)
      }
      let answering = answering(kind.service)
      let isMissing = answering != nil && attached(kind.service) < ready.count
      return ready.compactMap { name, process in
        guard answering?.contains(Int(process)) != true else { return nil }
        let isStopped = isStopped(process)
        return isMissing || isStopped
          ? UnresponsiveWorker(service: kind.service, name: name, process: process, isStopped: isStopped) : nil
      }
    }
  }
}

/// The services with attached workers, from the statistics of a broker (`mmi.stats`).
struct AttachedServices: Sendable {
  private let services: [JSON]
  /// Whether the broker has been up for less than 5 s, so that workers may still be connecting.
  let isBrokerNew: Bool

  /// Creates the list from `statistics`; `nil` means that there is no broker.
  init(_ statistics: JSON?) {
    services = statistics?["services"]?.array ?? []
    isBrokerNew = (statistics?["uptime"]?.double).map { $0 < 5 } ?? false
  }

  /// Returns the number of workers of `service`, never negative.
  func workers(_ service: ServiceName) -> Int { max(0, services.first { $0["name"]?.string == service.text }?["workers"]?.int ?? 0) }

  /// The services with workers that are not Holocron's.
  var others: [ServiceName] {
    services.compactMap { $0["name"]?.string.map { ServiceName($0) } }.filter { !TopSample.services.contains($0) && offers($0) }
  }

  func offers(_ service: ServiceName) -> Bool { workers(service) > 0 }

  /// Whether `service` has no workers and the broker holds requests for it, mostly because its last worker may return: only then does the
  /// broker list a service without workers.
  func awaits(_ service: ServiceName) -> Bool { !offers(service) && services.contains { $0["name"]?.string == service.text } }
}

extension Repository {
  /// Returns the statistics of the workers of every attached service. Asks all services concurrently.
  func statistics(_ attached: AttachedServices) async -> [ServiceName: [JSON]] {
    await withTaskGroup(of: (ServiceName, [JSON]).self) { group in
      for service in TopSample.services where attached.offers(service) {
        group.addTask { (service, await self.statistics(of: service, attached.workers(service)).workers) }
      }
      var replies: [ServiceName: [JSON]] = [:]
      for await (service, statistics) in group { replies[service] = statistics }
      return replies
    }
  }
}
