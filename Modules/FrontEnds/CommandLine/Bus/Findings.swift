import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import Text

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
    return warnings == 0 ? "No problems found." : "No failures, \(Figures.counted(warnings, "warning", "warnings"))."
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
    let processes = service.workers.map { "\($0.program.map { "\($0.name), " } ?? "")process \($0.process)" }.joined(separator: "; ")
    let workers = Figures.counted(service.count, "worker", "workers") + (processes.isEmpty ? "" : ": \(processes)")
    func warning(_ message: String, _ remedy: String? = nil) -> Finding { Finding(name, .warn, "\(workers); \(message)", remedy: remedy) }
    if !BusStatistics.services.contains(service.name) { return warning("\(name) is not a Holocron program") }
    if isLocal, let foreign = service.workers.first(where: { $0.program == nil }) {
      return warning(
        "you have no process \(foreign.process) on this host",
        "a worker with a false process ID is not part of Holocron; check which programs run as your user")
    }
    for worker in service.workers {
      guard isLocal, let program = worker.program, !service.programs.contains(program.name) else { continue }
      return warning("\(program.path) is not a Holocron program", "if you did not start it, stop it: kill \(worker.process)")
    }
    if let silent { return warning(silent.finding, silent.remedy) }
    if service.unidentified > 0 {
      let reports = service.unidentified == 1 ? "reports no process ID of its own" : "report no process IDs of their own"
      return warning(
        "\(service.unidentified) of \(service.count) \(reports)",
        "a worker that does not respond is stuck or not part of Holocron; run holocron down, then holocron up")
    }
    return Finding(name, .pass, workers)
  }

  /// Returns the first worker's warning about its storage; `nil` if no worker has one.
  private func storageWarning(_ service: ServiceWorkers) -> Finding? {
    guard let worker = service.workers.first(where: { $0.warning != nil }), let warning = worker.warning else { return nil }
    let makeWritable =
      "make the folder writable or free disk space, then run holocron restart --all, or holocron down if nothing else is running"
    let stored = StorageWarning(sentence: warning)
    let isHistory =
      switch stored {
      case .inMemory(.history, _), .replaced(.history, _): true
      default: false
      }
    let remedy =
      switch stored {
      case .fullIndex:
        "start the search worker with a larger --index-memory, or remove kinds that you do not search with holocron cache purge"
      case .inMemory: makeWritable
      case .replaced(_, let path): "move or remove \(path)"
      case nil: warning.contains("in memory only") ? makeWritable : "free disk space or make the file writable"
      }
    return Finding(
      isHistory ? "Search history" : service.name == .search ? "Search index" : "Cache", .warn,
      "\(warning) (process \(worker.process))", remedy: remedy)
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

/// The servers that the fetchers ask, and what each fetcher knows about them: each fetcher has limits and a circuit breaker of its own.
///
/// As JSON, each has the members of ``Contracts/OriginStatus`` and `pid`, the process of the fetcher:
/// `[{"pid":4711,"origin":"http://127.0.0.1:1138/api","circuit":"closed","inFlight":3,"limit":8,"ceiling":8,…}]`.
struct OriginServers: Sendable {
  private let servers: [(process: Int?, status: OriginStatus)]

  /// - Parameter fetchers: the statistics of each fetcher. Fetchers of earlier versions, and those of the embedded catalogue, have no servers.
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
          StyledText(Figures.rate(status.rate) + (status.maxRate.map { " of \(Figures.rate($0))" } ?? "")),
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
