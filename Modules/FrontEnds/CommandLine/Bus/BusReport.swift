import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// The report of `holocron status` and, with an earlier sample, of `holocron top`.
///
/// | member of the JSON | meaning |
/// |---|---|
/// | `time`, `seconds` | the time of the second sample, and the time between both |
/// | `rate` | requests per second between the samples |
/// | `hitRatio`, `recentHitRatio` | since the start of the workers, and between the samples |
/// | `answered`, `rates` of `cache`, `fetch` and `search` | the number of workers that replied, and increases of counters per second: those of workers in both samples |
/// | `load` of a process | the share of one processor |
struct BusReport: Document {
  private let sample: BusSample
  private let before: BusSample?
  /// The value of `--bus`, for advice.
  private let bus: String?
  private let inventory: [ServiceWorkers]

  init(_ sample: BusSample, since before: BusSample? = nil, bus: String? = nil) {
    (self.sample, self.before, self.bus, inventory) = (sample, before, bus, sample.inventory)
  }

  private var broker: BrokerStatistics { sample.broker }
  private var cache: CacheReport { CacheReport(statistics: sample.sums(.cache)) }
  private var servers: OriginServers { OriginServers(sample.workers[.fetch] ?? []) }

  /// The time between the samples.
  private var seconds: Double {
    before.map { max(0.001, Double($0.instant.duration(to: sample.instant).wholeMilliseconds) / 1_000) } ?? 1
  }

  /// The requests per second. A restarted broker counts from 0 again.
  private var rate: Double {
    func requests(_ broker: BrokerStatistics?) -> Double { broker?.json["requests"]?.double ?? 0 }
    return max(0, (requests(broker) - requests(before?.broker)) / seconds)
  }

  /// Returns the increase of a counter of a service between the samples; `nil` if no worker is in both.
  private func increase(_ counter: String, of service: ServiceName) -> Double? {
    var sum: Double?
    for worker in sample.workers[service] ?? [] {
      let process = StatsRequest.process(of: worker)
      guard let earlier = before?.workers[service]?.first(where: { StatsRequest.process(of: $0) == process }) else { continue }
      let increase = (worker["counters"]?[counter]?.double ?? 0) - (earlier["counters"]?[counter]?.double ?? 0)
      // A negative increase means that a new process of an older version, without an instance, has the same ID and counts from 0.
      sum = (sum ?? 0) + max(0, increase)
    }
    return sum
  }

  private var recentHitRatio: Double? { CacheHits { increase($0, of: .cache) }?.ratio }

  // MARK: JSON

  var json: JSON {
    var object: JSON.Object = [:]
    if before != nil {
      object = [
        "time": .string(CalendarTime.text(millisecondsSince1970: sample.at)), "seconds": .number(seconds), "rate": .number(rate.tenths),
        "hitRatio": cache.hitRatio.map { .number($0) } ?? .null, "recentHitRatio": recentHitRatio.map { .number($0) } ?? .null,
      ]
    }
    object["endpoint"] = .string(sample.endpoint)
    object["broker"] = broker.json
    for (name, service) in [("cache", ServiceName.cache), ("fetch", .fetch), ("search", .search)] { object[name] = statistics(service) }
    object["servers"] = servers.json
    if before == nil { object["workers"] = workersJSON }
    object["processes"] = sample.processes.map { .array($0.map(process)) }
    if before == nil, var supervisor = sample.fleet?.json.object {
      supervisor["processes"] = nil
      object["supervisor"] = .object(supervisor)
    }
    return JSON.object(object).withReadableTimes
  }

  var lines: [JSON] { [json] }

  /// Returns the sums over the workers of a service; `nil` if none replied.
  private func statistics(_ service: ServiceName) -> JSON? {
    guard before != nil, var object = sample.sums(service)?.object else { return sample.sums(service) }
    object["answered"] = .number(sample.workers[service]?.count ?? 0)
    let rates = (object["counters"]?.object?.names ?? []).map { name -> (String, JSON) in
      (name, increase(name, of: service).map { .number(($0 / seconds).tenths) } ?? .null)
    }
    object["rates"] = .object(JSON.Object(rates))
    return .object(object)
  }

  /// `[{"service":"holocron.cache","workers":2,"processes":[{"pid":4711,"executable":"/usr/bin/holocron-cache"}]}]`
  private var workersJSON: JSON {
    .array(
      inventory.map { service in
        let processes = service.workers.map { worker in
          JSON.object(["pid": .number(worker.process), "executable": worker.program.map { .string($0.path) } ?? .null])
        }
        return ["service": .string(service.name.text), "workers": .number(service.count), "processes": .array(processes)]
      })
  }

  private func process(_ process: JSON) -> JSON {
    var members = process.object ?? [:]
    members["load"] = load(of: process).map { .number(($0 * 1_000).rounded() / 1_000) }
    return .object(members)
  }

  /// Returns the processor time that a process used between the samples, as a share of one processor; `nil` if it was not running in both.
  private func load(of process: JSON) -> Double? {
    guard let cpu = process["cpu"]?.double, let pid = process["pid"]?.int,
      let earlier = before?.processes?.first(where: { $0["pid"]?.int == pid })?["cpu"]?.double
    else { return nil }
    return max(0, cpu - earlier) / seconds
  }

  // MARK: Text

  var blocks: [Block] {
    [.values(values)] + tables.flatMap { [.heading($0.heading), .table($0.table)] }
  }

  /// Rows that begin with what they describe, because the tables have different columns.
  var plainRows: [[String]] {
    Block.values(values).plainRows + tables.flatMap { kind, _, table in table.rows.map { row in [kind] + row.map(\.text) } }
  }

  var sheet: Sheet { ReportDocument(blocks, json: .null).sheet }

  private var tables: [(kind: String, heading: String, table: Table)] {
    let tables = [
      ("Service", "Services", serviceTable), ("Server", "Origin servers", servers.table),
      ("Worker", "Workers", before == nil ? workerTable : Table([], rows: [])), ("Process", "Processes", processTable),
    ]
    return tables.filter { !$0.2.rows.isEmpty }
  }

  private var values: [LabeledValue] {
    let requests = Figures.grouped(broker.json["requests"]?.int ?? 0)
    var values = [
      LabeledValue("Bus", sample.endpoint), LabeledValue("Uptime", Figures.duration(broker.json["uptime"]?.double ?? 0)),
      LabeledValue("Requests", before == nil ? requests : "\(Figures.rate(rate)), \(requests) in total"),
    ]
    if let listeners = broker.json["listeners"]?.int { values.append(LabeledValue("Listeners", Figures.grouped(listeners))) }
    if before != nil {
      let ratio = cache.hitRatio.map(Figures.percent) ?? "—"
      values.append(LabeledValue("Hit ratio", recentHitRatio.map { "\(ratio), recently \(Figures.percent($0))" } ?? ratio))
    }
    values.append(LabeledValue("Cache", absence(of: .cache) ?? cache.summary))
    values.append(LabeledValue("Origin", absence(of: .fetch) ?? origin))
    values += PeerLoad(broker.json).values
    values.append(LabeledValue("Search", absence(of: .search) ?? SearchIndexReport(statistics: sample.sums(.search)).summary))
    return values
  }

  /// Returns why a service has no worker; `nil` if it has one, and if the supervisor of this bus has no process for it. If the fleet stops,
  /// the reason names the command that starts it.
  private func absence(of service: ServiceName) -> StyledText? {
    guard !broker.offers(service), let absence = WorkerAbsence(of: service, in: sample.fleet?.json) else { return nil }
    // The sample also knows whether a silent process is stopped.
    if case .silent(let name, _) = absence, let worker = sample.unresponsive.first(where: { $0.name == name }) {
      return StyledText(worker.finding, .caution)
    }
    let advice = WorkerKind.all.first { $0.service == service }.map {
      "no \($0.noun) is attached: start one with \(startCommand(bus: bus))"
    }
    return StyledText(absence.text(in: English()) ?? advice ?? "", .caution)
  }

  private var origin: StyledText {
    guard let fetch = sample.sums(.fetch) else {
      return StyledText("no fetcher is attached: start one with \(ServiceName.fetch.executable)", .caution)
    }
    let times = fetch["timers"]?["fetch"]
    let count = times?["count"]?.int ?? 0
    let failures = fetch["counters"]?["fetch.failures"]?.int ?? 0
    var text = (fetch["origin"]?.string ?? sample.fleet?.origin).map { "\($0), " } ?? ""
    text += count == 0 ? "no requests yet" : Figures.counted(count, "request", "requests")
    if let median = times?["p50"]?.double, let p99 = times?["p99"]?.double, count > 0 {
      text += ", median \(Figures.milliseconds(median)), p99 \(Figures.milliseconds(p99))"
    }
    return StyledText(text) + (failures > 0 ? StyledText(", \(Figures.grouped(failures)) failed", .caution) : StyledText())
  }

  private static let dash = StyledText("—", .muted)

  private var serviceTable: Table {
    var columns: [Table.Column] = [
      .init("Service", expendability: 0), .init("Workers", .trailing), .init("Busy", .trailing, expendability: 2),
      .init("Queued", .trailing),
    ]
    // The percentile of the last seconds, if all workers report it.
    let answers = sample.workers.values.joined().compactMap { $0["timers"]?["answer"] }
    let isRecent = answers.allSatisfy { $0["recent"] != nil }
    if before != nil {
      columns += [
        .init("Rate", .trailing), .init("Median", .trailing, expendability: 2),
        .init(isRecent ? "Recent p99" : "p99", .trailing, expendability: 3),
      ]
    }
    let listed = broker.services.compactMap { $0["name"]?.string }
    let missing = BusSample.services.filter { !listed.contains($0.text) }.map { JSON.object(["name": .string($0.text)]) }
    return Table(columns, rows: (broker.services + missing).map { cells(ofService: $0, isRecent: isRecent) })
  }

  private func cells(ofService row: JSON, isRecent: Bool) -> [StyledText] {
    func number(_ name: String) -> Int { row[name]?.int ?? 0 }
    let (workers, queued) = (number("workers"), number("queued"))
    let cells = [
      StyledText(row["name"]?.string ?? "?", .accent), StyledText(Figures.grouped(workers), workers == 0 ? .bad : .text),
      row["credit"] == nil ? Self.dash : StyledText("\(Figures.grouped(number("inFlight")))/\(Figures.grouped(number("credit")))"),
      StyledText(Figures.grouped(queued), queued > 0 ? .caution : .text),
    ]
    guard before != nil else { return cells }
    let service = ServiceName(row["name"]?.string ?? "")
    let timers = (sample.workers[service] ?? []).compactMap { $0["timers"]?["answer"] }
    func slowest(_ timers: [JSON], _ percentile: String) -> StyledText {
      timers.compactMap { $0[percentile]?.double }.max().map { StyledText(Figures.milliseconds($0)) } ?? Self.dash
    }
    return cells + [
      increase("requests", of: service).map { StyledText(Figures.rate($0 / seconds)) } ?? Self.dash, slowest(timers, "p50"),
      slowest(isRecent ? timers.compactMap { $0["recent"] } : timers, "p99"),
    ]
  }

  private var workerTable: Table {
    let rows = inventory.flatMap { service -> [[StyledText]] in
      let name = StyledText(service.name.text, .accent)
      let known = service.workers.map { worker -> [StyledText] in
        let isExpected = worker.program.map { service.programs.contains($0.name) } ?? !sample.isLocal
        return [name, StyledText(String(worker.process)), StyledText(worker.program?.path ?? "—", isExpected ? .text : .caution)]
      }
      guard service.unidentified > 0 else { return known }
      let unidentified = Figures.counted(
        service.unidentified, "worker without a process ID of its own", "workers without process IDs of their own")
      return known + [[name, StyledText("?", .caution), StyledText(unidentified, .caution)]]
    }
    return Table(
      [.init("Service", expendability: 0), .init("Process", .trailing), .init("Program", expendability: 2, minimum: 12)], rows: rows)
  }

  private var processTable: Table {
    let last: Table.Column = before == nil ? .init("Last ending", expendability: 1) : .init("Load", .trailing)
    let unresponsive = sample.unresponsive
    return Table(
      [.init("Process", expendability: 0), .init("State"), .init("PID", .trailing), .init("Restarts", .trailing), last],
      rows: (sample.processes ?? []).map { process in
        let name = process["name"]?.string ?? "?"
        let word = process["state"]?.string ?? "?"
        let silent = word == FleetState.gone ? nil : unresponsive.first { $0.name == name.printable }
        return [
          StyledText(name),
          silent.map { StyledText($0.isStopped ? "stopped (SIGSTOP)" : "not responding", .caution) }
            ?? StyledText(word, word == "running" ? .good : .caution),
          process["pid"]?.int.map { StyledText(String($0)) } ?? Self.dash,
          process["restarts"]?.int.map { StyledText(Figures.grouped($0), $0 > 0 ? .caution : .text) } ?? Self.dash,
          before == nil
            ? StyledText(process["lastEnding"]?.string ?? "—", .muted)
            : load(of: process).map { StyledText(Figures.percent($0)) } ?? Self.dash,
        ]
      })
  }
}

extension Double {
  /// The value rounded to one decimal.
  fileprivate var tenths: Double { (self * 10).rounded() / 10 }
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
