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
          process: process, program: isLocal ? program(process) : nil, origin: worker["origin"]?.string,
          warning: worker["warning"].flatMap { StorageWarning($0) })
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
    let observer = observer()
    var statistics = await probe.statistics(try await observer.broker())
    let used = await (observer as? BusRepository)?.brokerInUse() ?? address
    statistics.fleet = launcher.processes.map { ["processes": .array($0)] }
    return BusSample(
      at: now(), instant: .now, endpoint: "\(used)", isLocal: used.requests.transport == .ipc, statistics: statistics,
      fleet: launcher.ownFleet?.current())
  }
}

/// The workers of one service: the broker's count, and the processes that the workers report. A worker can report a false process ID, but it
/// cannot hide from the broker's count. A foreign program of the same user and name cannot be recognised; its path is shown.
struct ServiceWorkers: Sendable, Hashable {
  struct Worker: Sendable, Hashable {
    let process: Int
    /// The program of the process; `nil` if it is not a process of this host and user.
    let program: RunningProgram?
    /// The origin that a fetcher uses, or whose records another worker holds.
    let origin: String?
    /// The worker's warning about its storage.
    let warning: StorageWarning?
  }

  let name: ServiceName
  let count: Int
  let workers: [Worker]

  /// The number of workers that reported no process ID, or that of another worker.
  var unidentified: Int { max(0, count - workers.count) }

  /// Whether a worker is a program of Holocron, as far as its process can be inspected.
  func isExpected(_ worker: Worker, isLocal: Bool) -> Bool {
    worker.program.map { [name.executable, "holocron-node"].contains($0.name) } ?? !isLocal
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

/// The statistics of a service, summed over its workers. Counts are added. Of gauges, those of a process are added; the others describe what the
/// workers share, such as their store, and each worker reports the whole. Percentiles are those of the slowest worker.
enum ServiceSums {
  /// Returns the sums in the form of one worker's statistics, without a process ID and an instance if there are several workers; `nil` if there
  /// are none.
  static func statistics(of workers: [JSON]) -> JSON? {
    guard workers.count > 1 else { return workers.first }
    var sums = merged(workers).object ?? [:]
    for name in ["pid", "instance"] { sums[name] = nil }
    return .object(sums)
  }

  /// The numbers besides the counters that are added.
  private static let added: Set<String> = ["count", "requests.inFlight", "memory.entries", "memory.bytes"]

  /// Returns an object with the members of all objects, the sum or the maximum of numbers, and the first of other values.
  private static func merged(_ values: [JSON], named name: String = "", in parent: String = "") -> JSON {
    let objects = values.compactMap(\.object)
    guard objects.isEmpty else {
      var all: JSON.Object = [:]
      for member in objects.flatMap(\.self) where all[member.name] == nil {
        all[member.name] = merged(objects.compactMap { $0[member.name] }, named: member.name, in: name)
      }
      return .object(all)
    }
    let numbers = values.compactMap(\.double)
    guard !numbers.isEmpty else { return values.first ?? .null }
    return .number(parent == "counters" || added.contains(name) ? numbers.reduce(0, +) : numbers.max() ?? 0)
  }

  /// Returns the statistics of the cache workers, for people.
  static func report(ofCache statistics: JSON) -> ReportDocument {
    let snapshot = BusSnapshot(BusStatistics(broker: .null, workers: [ServiceName.cache.text: [statistics]]))
    func number(_ label: String, _ group: String, _ name: String) -> LabeledValue {
      LabeledValue(label, NumberFormat.english.integer(statistics[group]?[name]?.int ?? 0))
    }
    let values = [
      LabeledValue("Hit ratio", snapshot.hitRatio.map { StyledText(NumberFormat.english.percent($0)) } ?? StyledText("—", .muted)),
      number("Fresh hits", "counters", "hits"), number("Stale hits", "counters", "hits.stale"), number("Misses", "counters", "misses"),
      number("Fetches", "counters", "fetches"), number("Unchanged", "counters", "fetches.unchanged"),
      number("Failed", "counters", "fetches.failed"),
      LabeledValue("Entries", snapshot.entries.map { NumberFormat.english.integer($0.count) } ?? "—"),
      LabeledValue("Size", snapshot.entries.map { NumberFormat.english.bytes($0.bytes) } ?? "—"),
      number("In memory", "gauges", "memory.entries"),
      LabeledValue("Memory", NumberFormat.english.bytes(statistics["gauges"]?["memory.bytes"]?.int ?? 0)),
      number("Evictions", "counters", "evictions"),
      LabeledValue("Uptime", NumberFormat.english.duration(statistics["uptime"]?.double ?? 0)),
    ]
    return ReportDocument([.values(values)], json: statistics)
  }
}

/// The result of one check of `holocron doctor`.
struct Finding: Sendable, Hashable {
  enum State: String, Sendable {
    case pass, warn, fail
  }

  let subject: String
  let state: State
  let message: String
  /// The suggested fix; `nil` if none is needed.
  let remedy: String?

  init(_ subject: String, _ state: State, _ message: String, remedy: String? = nil) {
    (self.subject, self.state, self.message, self.remedy) = (subject, state, message, remedy)
  }

  /// Returns all findings, with a verdict. As JSON and CSV, scripts may compare `check` and `state`; `message` and `remedy` are sentences, and may
  /// change.
  static func report(_ findings: [Finding]) -> ReportDocument {
    let roles: [State: Role] = [.pass: .good, .warn: .caution, .fail: .bad]
    let values = findings.map { finding in
      LabeledValue(
        finding.subject,
        StyledText(finding.state.rawValue, roles[finding.state] ?? .text) + StyledText("  \(finding.message)")
          + StyledText(finding.remedy.map { " → \($0)" } ?? "", .muted))
    }
    let rows = findings.map { finding -> (json: JSON, cells: [StyledText]) in
      let remedy = finding.remedy.map { JSON.string($0.printable) } ?? .null
      return (
        [
          "check": .string(finding.subject), "state": .string(finding.state.rawValue), "message": .string(finding.message.printable),
          "remedy": remedy,
        ], []
      )
    }
    let report = ReportDocument(["check", "state", "message", "remedy"], [], rows: rows)
    return ReportDocument([.values(values), .prose([verdict(findings)])], json: report.json, sheet: report.sheet)
  }

  private static func verdict(_ findings: [Finding]) -> String {
    let fails = findings.count { $0.state == .fail }
    let warnings = findings.count { $0.state == .warn }
    guard fails == 0 else { return fails == 1 ? "1 check failed." : "\(fails) checks failed." }
    return warnings == 0 ? "No problems found." : "No failures, \(NumberFormat.english.counted(warnings, "warning", "warnings"))."
  }
}

extension BusSample {
  /// The findings about the workers of each service, their origins and the servers of these.
  var findings: [Finding] {
    let inventory = inventory
    return inventory.map(finding) + inventory.compactMap(storageWarning) + origins(inventory)
      + OriginServers(statistics.workers(.fetch)).findings
  }

  private func finding(_ service: ServiceWorkers) -> Finding {
    let name = service.name.text.printable
    let silent = unresponsive.first { $0.service == service.name }
    guard service.count > 0 else {
      // Showing and listing records works without a search worker.
      let state: Finding.State = service.name == .search ? .warn : .fail
      // holocron up leaves a running fleet as it is.
      let kind = WorkerKind.all.first { $0.service == service.name && $0.isUnwanted(in: fleet) }
      return Finding(
        name, state, "no worker is attached\(silent.map { ": \($0.finding)" } ?? "")",
        remedy: silent?.remedy ?? kind?.startCommand ?? "start \(service.name.executable), or run holocron up")
    }
    let processes = service.workers.map { worker in
      let program = worker.program.map { service.isExpected(worker, isLocal: isLocal) ? $0.name : $0.path }
      return "\(program.map { "\($0), " } ?? "")process \(worker.process)"
    }
    let all = processes + (service.unidentified > 0 ? ["\(service.unidentified) without a process ID"] : [])
    let workers = NumberFormat.english.counted(service.count, "worker", "workers") + ": \(all.joined(separator: "; "))"
    if let silent { return Finding(name, .warn, "\(workers); \(silent.finding)", remedy: silent.remedy) }
    guard service.workers.allSatisfy({ service.isExpected($0, isLocal: isLocal) }),
      service.unidentified == 0 || !BusStatistics.services.contains(service.name)
    else {
      return Finding(name, .warn, workers, remedy: "check which of your programs attach: not all of these are programs of Holocron")
    }
    return Finding(name, .pass, workers)
  }

  /// Returns the first worker's warning about its storage; `nil` if no worker has one.
  private func storageWarning(_ service: ServiceWorkers) -> Finding? {
    guard let worker = service.workers.first(where: { $0.warning != nil }), let warning = worker.warning else { return nil }
    let remedy =
      switch warning.code {
      case .full: "start the search worker with a larger --index-memory, or remove kinds that you do not search with holocron cache purge"
      case .inMemory:
        "make the folder writable or free disk space, then run holocron restart --all, or holocron down if nothing else is running"
      case .replaced: "move or remove \(warning.detail)"
      case .server: "check the server and its settings; until then, answers come from memory and the origin"
      }
    let subject =
      switch warning.store {
      case .cache: "Cache"
      case .index: "Search index"
      case .history: "Search history"
      }
    return Finding(subject, .warn, "\(warning) (process \(worker.process))", remedy: remedy)
  }

  /// Whether all fetchers use the same origin and all other workers hold its records. Empty if no fetcher reports an origin.
  private func origins(_ inventory: [ServiceWorkers]) -> [Finding] {
    let used = Set(inventory.filter { $0.name == .fetch }.flatMap(\.workers).compactMap(\.origin)).sorted()
    guard let first = used.first else { return [] }
    guard used.count == 1 else {
      return [
        Finding(
          "Origins", .fail, "fetchers use different origins: \(used.joined(separator: ", "))",
          remedy: "stop the fetchers of all origins but one; records of different origins must not be mixed")
      ]
    }
    // Stored records belong to the origin they came from.
    for service in inventory where service.name != .fetch {
      guard let other = service.workers.compactMap(\.origin).first(where: { $0 != first }) else { continue }
      return [
        Finding(
          "Origins", .warn, "fetchers use \(first), but \(service.name.text) holds records from \(other)",
          remedy: "the next fetch corrects this; records from \(other) are kept in case you switch back")
      ]
    }
    let warning = OriginIdentity(first)?.plainHTTPWarning
    return [Finding("Origins", warning == nil ? .pass : .warn, "all fetchers use \(first)\(warning.map { "; \($0)" } ?? "")")]
  }
}

/// The servers that the fetchers ask: each fetcher has limits and a circuit breaker of its own. As JSON, each has the members of
/// ``Contracts/OriginStatus`` and `pid`, the process of the fetcher.
struct OriginServers: Sendable {
  private let servers: [(process: Int?, status: OriginStatus)]

  /// - Parameter fetchers: the statistics of each fetcher. Those of the embedded catalogue have no servers.
  init(_ fetchers: [JSON]) {
    servers = fetchers.flatMap { statistics in OriginStatus.all(in: statistics).map { (statistics["pid"]?.int, $0) } }
  }

  var json: JSON {
    .array(
      servers.map { server in
        var object = server.status.json.object ?? [:]
        object["pid"] = server.process.map { .number($0) }
        return .object(object)
      })
  }

  /// A table with a row for each server of each fetcher.
  var table: Table {
    Table(
      [
        .init("Server", expendability: 1, minimum: 16), .init("Fetcher", .trailing, expendability: 4), .init("State", expendability: 0),
        .init("Busy", .trailing), .init("Queued", .trailing), .init("Retries left", .trailing, expendability: 3),
        .init("Rate", .trailing, expendability: 2),
      ],
      rows: servers.map { process, status in
        [
          StyledText(status.origin, .accent), StyledText(process.map { String($0) } ?? "?"), BusFacts.originState(status, in: English()),
          StyledText("\(status.inFlight)/\(status.limit)", status.limit < status.ceiling ? .caution : .text),
          StyledText(String(status.queued), status.queued > 0 ? .caution : .text),
          StyledText(String(status.retriesLeft), status.retriesLeft == 0 ? .caution : .text),
          StyledText(NumberFormat.english.rate(status.rate) + (status.maxRate.map { " of \(NumberFormat.english.rate($0))" } ?? "")),
        ]
      })
  }

  /// A warning for each server that is not asked at the moment, or that did not answer the last request.
  var findings: [Finding] {
    var warned: Set<String> = []
    return servers.compactMap { _, status in
      guard status.circuit != .closed || status.failingSince != nil || status.retryAfter != nil, warned.insert(status.origin).inserted
      else {
        return nil
      }
      return Finding(
        "Origin server", .warn,
        "\(status.origin) is \(BusFacts.originState(status, in: English()).text)\(status.reason.map { ": \($0)" } ?? "")",
        remedy: "check the server and the network; until it answers, cached records are shown")
    }
  }
}
