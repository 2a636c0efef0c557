import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// The bus at one instant: its broker, every worker, and the processes of this user that serve it.
struct BusSample: Sendable {
  /// Milliseconds since 1970.
  var at: Int64 = 0
  /// The same instant on a monotonic clock.
  var instant = ContinuousClock.now
  var endpoint = ""
  /// Whether the workers are processes of this host, because the bus is an IPC socket.
  var isLocal = false
  /// The broker, the workers that replied, and the processes that serve the bus (``Console/Launcher/processes``).
  var statistics: BusStatistics
  /// The fleet that serves the bus; `nil` if no supervisor does.
  var fleet: FleetState?
  var program: @Sendable (Int) -> RunningProgram? = { RunningProgram(of: $0) }
  var isStopped: @Sendable (Int32) -> Bool = { ProcessScope.own.isStopped($0) }

  /// The processes that serve the bus; `nil` if they are not known.
  var processes: [JSON]? { statistics.fleet?["processes"]?.array }

  /// The workers of each service, also of services that are not Holocron's.
  var inventory: [ServiceWorkers] {
    // Workers of others need not report a process ID, so they are not asked for it.
    let others = statistics.services.compactMap { $0["name"]?.string.map { ServiceName($0) } }
      .filter { !BusStatistics.services.contains($0) && statistics.offers($0) }
    return (BusStatistics.services + others).map { service in
      var seen: Set<Int> = []
      let known = statistics.workers(service).compactMap { worker -> ServiceWorkers.Worker? in
        // Processes of one host differ in their IDs; those of several hosts need not.
        guard let process = worker["pid"]?.int, seen.insert(process).inserted || !isLocal else { return nil }
        return ServiceWorkers.Worker(
          process: process, program: isLocal ? program(process) : nil, origin: worker["origin"]?.string, warning: worker["warning"]?.string)
      }
      return ServiceWorkers(name: service, count: statistics.count(of: service), workers: known)
    }
  }

  /// The workers of the fleet that the bus does not hear from.
  var unresponsive: [UnresponsiveWorker] {
    UnresponsiveWorker.all(in: fleet, statistics, isStopped: isStopped) { service in
      Set(statistics.workers(service).compactMap { $0["pid"]?.int })
    }
  }
}

extension Context {
  /// Reads the state of the bus. Starts nothing.
  func sample() async throws(Problem) -> BusSample {
    var statistics = await probe.statistics(try await observer().broker())
    statistics.fleet = launcher.processes.map { ["processes": .array($0)] }
    return BusSample(
      at: now(), instant: .now, endpoint: "\(address.requests)", isLocal: address.requests.transport == .ipc, statistics: statistics,
      fleet: launcher.ownFleet?.current())
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
    in fleet: FleetState?, _ broker: BusStatistics, isStopped: (Int32) -> Bool = { ProcessScope.own.isStopped($0) },
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
      let isMissing = answering != nil && broker.count(of: kind.service) < ready.count
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

extension ServiceSums {
  /// Returns the statistics of the cache workers, for people.
  static func report(ofCache statistics: JSON) -> ReportDocument {
    let snapshot = BusSnapshot(BusStatistics(broker: .null, workers: [ServiceName.cache.text: [statistics]]))
    func number(_ label: String, _ group: String, _ name: String) -> LabeledValue {
      LabeledValue(label, Figures.grouped(statistics[group]?[name]?.int ?? 0))
    }
    let values = [
      LabeledValue("Hit ratio", snapshot.hitRatio.map { StyledText(Figures.percent($0)) } ?? StyledText("—", .muted)),
      number("Fresh hits", "counters", "hits"), number("Stale hits", "counters", "hits.stale"), number("Misses", "counters", "misses"),
      number("Fetches", "counters", "fetches"), number("Unchanged", "counters", "fetches.unchanged"),
      number("Failed", "counters", "fetches.failed"), LabeledValue("Entries", snapshot.entries.map { Figures.grouped($0.count) } ?? "—"),
      LabeledValue("Size", snapshot.entries.map { Figures.bytes($0.bytes) } ?? "—"), number("In memory", "gauges", "memory.entries"),
      LabeledValue("Memory", Figures.bytes(statistics["gauges"]?["memory.bytes"]?.int ?? 0)), number("Evictions", "counters", "evictions"),
      LabeledValue("Uptime", Figures.duration(statistics["uptime"]?.double ?? 0)),
    ]
    return ReportDocument([.values(values)], json: statistics)
  }
}
