import Client
import Console
import Contracts
import MessageBus
import OrderedJSON
import Platform
import Text

/// What a broker says about itself and its services (`mmi.stats`).
struct BrokerStatistics: Sendable {
  let json: JSON

  /// `nil` means that there is no broker.
  init(_ json: JSON?) { self.json = json ?? .null }

  var services: [JSON] { json["services"]?.array ?? [] }
  /// Whether the broker has been up for less than 5 s, so that workers may still be connecting.
  var isNew: Bool { (json["uptime"]?.double).map { $0 < 5 } ?? false }

  private func row(_ service: ServiceName) -> JSON? { services.first { $0["name"]?.string == service.text } }

  /// Returns the number of workers of `service`, never negative.
  func workers(_ service: ServiceName) -> Int { max(0, row(service)?["workers"]?.int ?? 0) }
  func offers(_ service: ServiceName) -> Bool { workers(service) > 0 }

  /// Whether `service` has no workers and the broker holds requests for it, mostly because its last worker may return: only then does the
  /// broker list a service without workers.
  func awaits(_ service: ServiceName) -> Bool { !offers(service) && row(service) != nil }
}

/// The bus at one instant: its broker, every worker, and the processes of this user that serve it.
struct BusSample: Sendable {
  /// Milliseconds since 1970.
  var at: Int64 = 0
  /// The same instant on a monotonic clock.
  var instant = ContinuousClock.now
  var endpoint = ""
  /// Whether the workers are processes of this host, because the bus is an IPC socket.
  var isLocal = false
  var broker: BrokerStatistics
  /// The statistics of each worker that replied, by service.
  var workers: [ServiceName: [JSON]] = [:]
  /// The fleet that serves the bus; `nil` if no supervisor does.
  var fleet: FleetState?
  /// The processes that serve the bus; `nil` if they are not known. See ``Console/Launcher/processes``.
  var processes: [JSON]?
  var program: @Sendable (Int) -> RunningProgram? = { RunningProgram(of: $0) }
  var isStopped: @Sendable (Int32) -> Bool = { ProcessScope.own.isStopped($0) }

  /// The services of Holocron, which all reply to `GET /stats`.
  static let services = [ServiceName.cache, .fetch, .search]

  /// The statistics of a service, summed over its workers.
  func sums(_ service: ServiceName) -> JSON? { ServiceSums.statistics(of: workers[service] ?? []) }

  /// The workers of each service, also of services that are not Holocron's.
  var inventory: [ServiceWorkers] {
    // Workers of others need not report a process ID, so they are not asked for it.
    let others = broker.services.compactMap { $0["name"]?.string.map { ServiceName($0) } }
      .filter { !Self.services.contains($0) && broker.offers($0) }
    return (Self.services + others).map { service in
      var seen: Set<Int> = []
      let known = (workers[service] ?? []).compactMap { statistics -> ServiceWorkers.Worker? in
        // Processes of one host differ in their IDs; those of several hosts need not.
        guard let process = statistics["pid"]?.int, seen.insert(process).inserted || !isLocal else { return nil }
        return ServiceWorkers.Worker(
          process: process, program: isLocal ? program(process) : nil, origin: statistics["origin"]?.string,
          warning: statistics["warning"]?.string)
      }
      return ServiceWorkers(name: service, count: broker.workers(service), workers: known)
    }
  }

  /// The workers of the fleet that the bus does not hear from.
  var unresponsive: [UnresponsiveWorker] {
    UnresponsiveWorker.all(in: fleet, broker, isStopped: isStopped) { service in
      Set((workers[service] ?? []).compactMap { $0["pid"]?.int })
    }
  }
}

extension Repository {
  /// Returns the statistics of the workers of every service of Holocron that `broker` offers. Asks all services concurrently.
  func statistics(_ broker: BrokerStatistics) async -> [ServiceName: [JSON]] {
    await withTaskGroup(of: (ServiceName, [JSON]).self) { group in
      for service in BusSample.services where broker.offers(service) {
        group.addTask { (service, await self.statistics(of: service, broker.workers(service)).workers) }
      }
      var replies: [ServiceName: [JSON]] = [:]
      for await (service, statistics) in group { replies[service] = statistics }
      return replies
    }
  }
}

extension Context {
  /// Reads the state of the bus. Starts nothing.
  func sample() async throws(Problem) -> BusSample { await sample(BrokerStatistics(try await observer().brokerStatistics())) }

  /// Reads the rest of the state of a bus with this broker.
  func sample(_ broker: BrokerStatistics) async -> BusSample {
    let workers = await probe.statistics(broker)
    return BusSample(
      at: now(), instant: .now, endpoint: "\(address.requests)", isLocal: address.requests.transport == .ipc, broker: broker,
      workers: workers, fleet: launcher.ownFleet?.current(), processes: launcher.processes)
  }
}

/// The workers of one service: the broker's count, and the processes that the workers report.
///
/// A worker can report a false process ID, but it cannot hide from the broker's count: a worker without a process ID, or with that of another
/// worker, appears as a worker without a process. A foreign program that runs as the same user, from an executable of the same name, and behaves
/// like a worker cannot be recognised; its path is shown.
struct ServiceWorkers: Sendable, Hashable {
  struct Worker: Sendable, Hashable {
    let process: Int
    /// The program of the process; `nil` if it is not a process of this host and user.
    let program: RunningProgram?
    /// The origin that a fetcher uses, or whose records another worker holds.
    let origin: String?
    /// The worker's warning about its storage.
    let warning: String?
  }

  let name: ServiceName
  let count: Int
  let workers: [Worker]

  /// The number of workers that reported no process ID, or that of another worker.
  var unidentified: Int { max(0, count - workers.count) }
  /// The names of the programs that offer this service.
  var programs: [String] { [name.executable, "holocron-node"] }
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
  var finding: String { "\(name) (process \(process)) \(isStopped ? "is stopped" : "does not respond")" }
  /// `run holocron restart cache-1`
  var remedy: String { "\(isStopped ? "continue it with kill -CONT \(process), or " : "")run holocron restart \(name)" }

  /// Returns the workers of `fleet` that the bus does not hear from. A worker that is attached, but has not answered, may be busy: it counts
  /// only if its process is stopped.
  /// - Parameter answering: the process IDs of the workers of a service that have answered; `nil` if nobody has asked them.
  static func all(
    in fleet: FleetState?, _ broker: BrokerStatistics, isStopped: (Int32) -> Bool = { ProcessScope.own.isStopped($0) },
    answering: (ServiceName) -> Set<Int>?
  ) -> [UnresponsiveWorker] {
    WorkerKind.all.flatMap { kind -> [UnresponsiveWorker] in
      let ready = (fleet?.processes ?? []).compactMap { process -> (name: String, process: Int32)? in
        guard let name = process["name"]?.string, name.hasPrefix("\(kind.name)-"), process["state"] == "running",
          process["ready"] == true, let id = process["pid"]?.int.flatMap({ Int32(exactly: $0) }), id > 1
        else { return nil }
        return (name.printable, id)
      }
      let answering = answering(kind.service)
      let isMissing = answering != nil && broker.workers(kind.service) < ready.count
      return ready.compactMap { name, process in
        guard answering?.contains(Int(process)) != true else { return nil }
        let isStopped = isStopped(process)
        guard isMissing || isStopped else { return nil }
        return UnresponsiveWorker(service: kind.service, name: name, process: process, isStopped: isStopped)
      }
    }
  }
}

/// The statistics of a service, summed over its workers.
///
/// Counters are added. Of gauges, those of a process are added; the others describe what the workers share, such as their store, and each
/// worker reports the whole. Percentiles are those of the slowest worker, and `recent` has the longest interval.
enum ServiceSums {
  /// The gauges that each worker has for itself.
  private static let ownGauges: Set<String> = ["requests.inFlight", "memory.entries", "memory.bytes"]

  /// Returns the sums in the form of one worker's statistics, without a process ID and an instance if there are several workers; `nil` if there
  /// are none.
  static func statistics(of workers: [JSON]) -> JSON? {
    guard workers.count > 1 else { return workers.first }
    // What only some workers report, such as a warning, concerns the service.
    var sums: JSON.Object = [:]
    for name in names(in: workers) where !["pid", "instance"].contains(name) { sums[name] = workers.lazy.compactMap { $0[name] }.first }
    sums["counters"] = group("counters", of: workers) { _, values in values.reduce(0, +) }
    sums["gauges"] = group("gauges", of: workers) { name, values in ownGauges.contains(name) ? values.reduce(0, +) : values.max() ?? 0 }
    let timers = workers.compactMap { $0["timers"] }
    if !timers.isEmpty {
      sums["timers"] = .object(JSON.Object(names(in: timers).map { name in (name, timer(timers.compactMap { $0[name] })) }))
    }
    return .object(sums)
  }

  /// Returns the sum of the counts and the maximum of each other member.
  private static func timer(_ workers: [JSON]) -> JSON {
    func summed(_ parts: [JSON]) -> JSON {
      members(of: parts) { name, values in name == "count" ? values.reduce(0, +) : values.max() ?? 0 }
    }
    var timer = summed(workers).object ?? [:]
    let recent = workers.compactMap { $0["recent"] }
    if !recent.isEmpty { timer["recent"] = summed(recent) }
    return .object(timer)
  }

  private static func group(_ name: String, of workers: [JSON], _ combine: (String, [Double]) -> Double) -> JSON? {
    let groups = workers.compactMap { $0[name] }
    return groups.isEmpty ? nil : members(of: groups, combine)
  }

  private static func members(of objects: [JSON], _ combine: (String, [Double]) -> Double) -> JSON {
    .object(JSON.Object(names(in: objects).map { name in (name, .number(combine(name, objects.compactMap { $0[name]?.double }))) }))
  }

  /// Returns the names of all members, in the order of their first occurrence.
  private static func names(in objects: [JSON]) -> [String] {
    var seen: Set<String> = []
    return objects.flatMap { $0.object?.names ?? [] }.filter { seen.insert($0).inserted }
  }
}
