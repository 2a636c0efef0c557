import Console
import Contracts
import Localization
import OrderedJSON
import Platform
import Presentation
import Text

/// The report of `holocron status`, from the statistics of the broker and the workers.
struct StatusReport: Sendable {
  let broker: JSON
  let inventory: WorkerInventory
  /// The state of the supervisor, perhaps of another bus.
  let processes: JSON?
  /// The processes of this bus, with their ages and processor times; `nil` if they are not known.
  var ownProcesses: [JSON]?
  let endpoint: String
  /// The value of `--bus`, for advice.
  var bus: String?

  private var cache: JSON? { inventory.statistics[.cache] }
  private var fetch: JSON? { inventory.statistics[.fetch] }
  private var search: JSON? { inventory.statistics[.search] }

  var document: ReportDocument {
    var blocks: [Block] = [.values(values), .heading("Services"), .table(services)]
    if let servers = inventory.servers.table { blocks += [.heading("Origin servers"), .table(servers)] }
    if let workers = inventory.table { blocks += [.heading("Workers"), .table(workers)] }
    if let processes = processTable { blocks += [.heading("Processes"), .table(processes)] }
    var json: JSON.Object = ["endpoint": .string(endpoint), "broker": broker]
    json["cache"] = cache
    json["fetch"] = fetch
    json["search"] = search
    json["servers"] = inventory.servers.json
    json["workers"] = inventory.json
    json["processes"] = ownProcesses.map { .array($0) }
    if var supervisor = processes?.object, supervisor["pid"] != nil {
      supervisor["processes"] = nil
      json["supervisor"] = .object(supervisor)
    }
    return ReportDocument(blocks, json: JSON.object(json).withReadableTimes, plainRows: plainRows)
  }

  /// Rows that begin with what they describe, because the tables have different columns.
  private var plainRows: [[String]] {
    func rows(_ kind: String, _ table: Table?) -> [[String]] { (table?.rows ?? []).map { row in [kind] + row.map(\.text) } }
    return Block.values(values).plainRows + rows("Service", services)
      + rows("Server", inventory.servers.table)
      + rows("Worker", inventory.table) + rows("Process", processTable)
  }

  private var values: [LabeledValue] {
    var values = [
      LabeledValue("Bus", StyledText(endpoint)),
      LabeledValue("Uptime", StyledText(Figures.duration(broker["uptime"]?.double ?? 0))),
    ]
    values.append(LabeledValue("Requests", StyledText(Figures.grouped(broker["requests"]?.int ?? 0))))
    if let listeners = broker["listeners"]?.int {
      values.append(LabeledValue("Listeners", StyledText(Figures.grouped(listeners))))
    }
    let cacheText = absence(of: .cache) ?? CacheReport(statistics: cache).summary
    values.append(LabeledValue("Cache", cacheText))
    values.append(LabeledValue("Origin", origin))
    values += PeerLoad(broker).values
    let searchText = absence(of: .search) ?? SearchIndexReport(statistics: search).summary
    values.append(LabeledValue("Search", searchText))
    return values
  }

  /// Returns why a service has no worker; `nil` if it has one, and if the supervisor of this bus has no process for it. If the fleet stops,
  /// the reason names the command that starts it.
  private func absence(of service: ServiceName) -> StyledText? {
    let isOwnFleet = (processes?["bus"]?.string ?? endpoint) == endpoint
    guard isOwnFleet, !AttachedServices(broker).offers(service), let absence = WorkerAbsence(of: service, in: processes) else { return nil }
    // The inventory also knows whether a silent process is stopped.
    if case .silent(let name, _) = absence, let worker = inventory.unresponsive.first(where: { $0.name == name }) {
      return StyledText(worker.finding.printable, .caution)
    }
    let kind = service == .fetch ? "fetcher" : "\(service == .cache ? "cache" : "search") worker"
    let advice = "no \(kind) is attached: start one with \(startCommand(bus: bus?.printable))"
    return StyledText(absence.text(in: English()) ?? advice, .caution)
  }

  private var origin: StyledText {
    if let absence = absence(of: .fetch) { return absence }
    guard let fetch else { return StyledText("no fetcher is attached: start one with \(ServiceName.fetch.executable)", .caution) }
    let separator = ", "
    let times = fetch["timers"]?["fetch"]
    let count = times?["count"]?.int ?? 0
    let failures = fetch["counters"]?["fetch.failures"]?.int ?? 0
    let origin = fetch["origin"]?.string ?? processes?["origin"]?.string
    var text = StyledText(origin.map { $0.printable + separator } ?? "")
    text += StyledText(count == 0 ? "no requests yet" : Figures.counted(count, "request", "requests"))
    if let median = times?["p50"]?.double, let p99 = times?["p99"]?.double, count > 0 {
      let (median, p99) = (Figures.milliseconds(median), Figures.milliseconds(p99))
      text += StyledText("\(separator)\("median \(median), p99 \(p99)")")
    }
    if failures > 0 { text += StyledText("\(separator)\("\(Figures.grouped(failures)) failed")", .caution) }
    return text
  }

  private var services: Table {
    var rows = (broker["services"]?.array ?? []).map(\.serviceCells)
    let listed = rows.map { $0[0].text }
    for missing in UpCommand.requiredServices where !listed.contains(missing.text) {
      rows.append([StyledText(missing.text, .muted), StyledText("0", .bad), StyledText("—", .muted), StyledText("0")])
    }
    return Table(Table.Column.ofService, rows: rows)
  }

  private var processTable: Table? {
    guard let list = processes?["processes"]?.array, !list.isEmpty else { return nil }
    let columns: [Table.Column] = [
      .init("Process", expendability: 0), .init("State"), .init("PID", .trailing),
      .init("Restarts", .trailing), .init("Last ending", expendability: 1),
    ]
    return Table(
      columns,
      rows: list.map { process in
        let restarts = process["restarts"]?.int ?? 0
        let name = (process["name"]?.string ?? "?").printable
        let word = process["state"]?.string ?? "?"
        return [
          StyledText(name), (word == SupervisorState.gone ? nil : unresponsive(name)) ?? state(word),
          StyledText(process["pid"]?.int.map { String($0) } ?? "—"),
          StyledText(Figures.grouped(restarts), restarts > 0 ? .caution : .text),
          StyledText(process["lastEnding"]?.string?.printable ?? "—", .muted),
        ]
      })
  }

  /// Returns the state of a process that the bus does not hear from, although it runs; `nil` for all others.
  private func unresponsive(_ name: String) -> StyledText? {
    inventory.unresponsive.first { $0.name == name }.map { worker in
      StyledText(worker.isStopped ? "stopped (SIGSTOP)" : "not responding", .caution)
    }
  }

  private func state(_ word: String) -> StyledText {
    StyledText(word.printable, word == "running" ? .good : .caution)
  }
}

extension Table.Column {
  /// The columns of ``OrderedJSON/JSON/serviceCells``.
  static var ofService: [Table.Column] {
    [
      .init("Service", expendability: 0), .init("Workers", .trailing), .init("Busy", .trailing, expendability: 2),
      .init("Queued", .trailing),
    ]
  }
}

extension JSON {
  /// The name, the workers, the load and the queue of a service in the broker's statistics.
  var serviceCells: [StyledText] {
    func number(_ name: String) -> Int { self[name]?.int ?? 0 }
    return [
      StyledText((self["name"]?.string ?? "?").printable, .accent),
      StyledText(Figures.grouped(number("workers")), number("workers") == 0 ? .bad : .text),
      StyledText("\(Figures.grouped(number("inFlight")))/\(Figures.grouped(number("credit")))"),
      StyledText(Figures.grouped(number("queued")), number("queued") > 0 ? .caution : .text),
    ]
  }

  /// The value with times as text instead of seconds since 1970, which the state of the supervisor and the statistics of fetchers have.
  var withReadableTimes: JSON {
    switch self {
    case .array(let values): .array(values.map(\.withReadableTimes))
    case .object(let members):
      .object(
        JSON.Object(
          members.map { member in
            let seconds = ["since", "failingSince"].contains(member.name) ? member.value.int : nil
            return (member.name, seconds.map { .string(CalendarTime(secondsSince1970: $0).text) } ?? member.value.withReadableTimes)
          }))
    default: self
    }
  }
}
