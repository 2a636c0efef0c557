import Contracts
import Launch
import Localization
import OrderedJSON
import Platform
import Presentation
import TerminalText

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
  var language: any Language = English()

  private var cache: JSON? { inventory.statistics[.cache] }
  private var fetch: JSON? { inventory.statistics[.fetch] }
  private var search: JSON? { inventory.statistics[.search] }

  var document: ReportDocument {
    var blocks: [Block] = [.values(values), .heading(language.say(.services)), .table(services)]
    if let servers = inventory.servers.table(in: language) { blocks += [.heading(language.say(.originServers)), .table(servers)] }
    if let workers = inventory.table(in: language) { blocks += [.heading(language.say(.workers)), .table(workers)] }
    if let processes = processTable { blocks += [.heading(language.say(.processes)), .table(processes)] }
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
    return Block.values(values).plainRows + rows(language.say(.service), services)
      + rows(language.say(ReportPhrase.server), inventory.servers.table(in: language))
      + rows(language.say(.worker), inventory.table(in: language)) + rows(language.say(DetailPhrase.process), processTable)
  }

  private var values: [LabeledValue] {
    var values = [
      LabeledValue(language.name(of: .bus), StyledText(endpoint)),
      LabeledValue(language.say(.uptime), StyledText(language.figures.duration(broker["uptime"]?.double ?? 0))),
    ]
    values.append(LabeledValue(language.say(.requests), StyledText(language.figures.integer(broker["requests"]?.int ?? 0))))
    if let listeners = broker["listeners"]?.int {
      values.append(LabeledValue(language.say(.listeners), StyledText(language.figures.integer(listeners))))
    }
    let cacheText = absence(of: .cache, advice: ReportPhrase.noCacheWorker) ?? CacheReport(statistics: cache, language: language).summary
    values.append(LabeledValue(language.say(.cache), cacheText))
    values.append(LabeledValue(language.say(.origin), origin))
    values += PeerLoad(broker, in: language).values
    let searchText =
      absence(of: .search, advice: ReportPhrase.searchWorkerMissing) ?? SearchIndexReport(statistics: search, language: language).summary
    values.append(LabeledValue(language.say(ChromePhrase.search), searchText))
    return values
  }

  /// Returns why a service has no worker; `nil` if it has one, and if the supervisor of this bus has no process for it. If the fleet stops,
  /// `advice` names the command that starts it.
  private func absence(of service: ServiceName, advice: (_ command: String) -> ReportPhrase) -> StyledText? {
    let isOwnFleet = (processes?["bus"]?.string ?? endpoint) == endpoint
    guard isOwnFleet, !AttachedServices(broker).offers(service), let absence = WorkerAbsence(of: service, in: processes) else { return nil }
    // The inventory also knows whether a silent process is stopped.
    if case .silent(let name, _) = absence, let worker = inventory.unresponsive.first(where: { $0.name == name }) {
      return StyledText(language.say(worker.finding).printable, .caution)
    }
    return StyledText(absence.text(in: language) ?? language.say(advice(startCommand(bus: bus?.printable))), .caution)
  }

  private var origin: StyledText {
    if let absence = absence(of: .fetch, advice: ReportPhrase.noFetcher) { return absence }
    guard let fetch else { return StyledText(language.say(.noFetcher(ServiceName.fetch.executable)), .caution) }
    let separator = language.vocabulary.separator
    let times = fetch["timers"]?["fetch"]
    let count = times?["count"]?.int ?? 0
    let failures = fetch["counters"]?["fetch.failures"]?.int ?? 0
    let origin = fetch["origin"]?.string ?? processes?["origin"]?.string
    var text = StyledText(origin.map { $0.printable + separator } ?? "")
    text += StyledText(language.say(.fetches(count)))
    if let median = times?["p50"]?.double, let p99 = times?["p99"]?.double, count > 0 {
      let (median, p99) = (language.figures.milliseconds(median), language.figures.milliseconds(p99))
      text += StyledText("\(separator)\(language.say(.originLatency(median: median, p99: p99)))")
    }
    if failures > 0 { text += StyledText("\(separator)\(language.say(.failed(failures)))", .caution) }
    return text
  }

  private var services: Table {
    let columns: [Table.Column] = [
      .init(language.say(.service), expendability: 0), .init(language.say(.workers), .trailing),
      .init(language.say(.busy), .trailing, expendability: 2), .init(language.say(.queued), .trailing),
    ]
    var rows = (broker["services"]?.array ?? []).map { service -> [StyledText] in
      func number(_ name: String) -> Int { service[name]?.int ?? 0 }
      return [
        StyledText((service["name"]?.string ?? "?").printable, .accent),
        StyledText(language.figures.integer(number("workers")), number("workers") == 0 ? .bad : .text),
        StyledText("\(language.figures.integer(number("inFlight")))/\(language.figures.integer(number("credit")))"),
        StyledText(language.figures.integer(number("queued")), number("queued") > 0 ? .caution : .text),
      ]
    }
    let listed = rows.map { $0[0].text }
    for missing in UpCommand.requiredServices where !listed.contains(missing.text) {
      rows.append([StyledText(missing.text, .muted), StyledText("0", .bad), StyledText("—", .muted), StyledText("0")])
    }
    return Table(columns, rows: rows)
  }

  private var processTable: Table? {
    guard let list = processes?["processes"]?.array, !list.isEmpty else { return nil }
    let columns: [Table.Column] = [
      .init(language.say(.process), expendability: 0), .init(language.say(.state)), .init(language.say(.pid), .trailing),
      .init(language.say(.restarts), .trailing), .init(language.say(.lastEnding), expendability: 1),
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
          StyledText(language.figures.integer(restarts), restarts > 0 ? .caution : .text),
          StyledText(process["lastEnding"]?.string?.printable ?? "—", .muted),
        ]
      })
  }

  /// Returns the state of a process that the bus does not hear from, although it runs; `nil` for all others.
  private func unresponsive(_ name: String) -> StyledText? {
    inventory.unresponsive.first { $0.name == name }.map { worker in
      StyledText(language.say(worker.isStopped ? ReportPhrase.stoppedBySignal : .notResponding), .caution)
    }
  }

  private func state(_ word: String) -> StyledText {
    StyledText(language.say(.processState(word)).printable, word == "running" ? .good : .caution)
  }
}

extension JSON {
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
