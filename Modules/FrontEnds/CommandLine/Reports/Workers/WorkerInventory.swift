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
