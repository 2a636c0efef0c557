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
  private let snapshot: BusSnapshot
  private let inventory: [ServiceWorkers]

  init(_ sample: BusSample, since before: BusSample? = nil, bus: String? = nil) {
    (self.sample, self.before, self.bus, inventory) = (sample, before, bus, sample.inventory)
    snapshot = BusSnapshot(sample.statistics)
  }

  private var broker: JSON { sample.statistics.broker }
  private var servers: OriginServers { OriginServers(sample.statistics.workers(.fetch)) }

  /// The time between the samples.
  private var seconds: Double {
    before.map { max(0.001, Double($0.instant.duration(to: sample.instant).wholeMilliseconds) / 1_000) } ?? 1
  }

  /// The requests per second. A restarted broker counts from 0 again.
  private var rate: Double {
    max(0, ((broker["requests"]?.double ?? 0) - (before?.statistics.broker["requests"]?.double ?? 0)) / seconds)
  }

  /// Returns the increase of a counter of a service between the samples; `nil` if no worker is in both.
  private func increase(_ counter: String, of service: ServiceName) -> Double? {
    var sum: Double?
    for worker in sample.statistics.workers(service) {
      let process = StatsRequest.process(of: worker)
      guard let earlier = before?.statistics.workers(service).first(where: { StatsRequest.process(of: $0) == process }) else { continue }
      let increase = (worker["counters"]?[counter]?.double ?? 0) - (earlier["counters"]?[counter]?.double ?? 0)
      // A negative increase means that a new process of an older version, without an instance, has the same ID and counts from 0.
      sum = (sum ?? 0) + max(0, increase)
    }
    return sum
  }

  /// The fresh and stale hits between the samples, divided by all requests; `nil` without a request.
  private var recentHitRatio: Double? {
    let hits = (increase("hits", of: .cache) ?? 0) + (increase("hits.stale", of: .cache) ?? 0)
    let all = hits + (increase("misses", of: .cache) ?? 0)
    return all > 0 ? hits / all : nil
  }

  // MARK: JSON

  var json: JSON {
    var object: JSON.Object = [:]
    if before != nil {
      object = [
        "time": .string(CalendarTime.text(millisecondsSince1970: sample.at)), "seconds": .number(seconds), "rate": .number(rate.tenths),
        "hitRatio": snapshot.hitRatio.map { .number($0) } ?? .null, "recentHitRatio": recentHitRatio.map { .number($0) } ?? .null,
      ]
    }
    object["endpoint"] = .string(sample.endpoint)
    object["broker"] = broker
    for (name, service) in [("cache", ServiceName.cache), ("fetch", .fetch), ("search", .search)] { object[name] = statistics(service) }
    object["servers"] = servers.json
    if before == nil { object["workers"] = workersJSON }
    let loads = loads
    object["processes"] = sample.processes.map { processes in
      .array(
        processes.map { process in
          var members = process.object ?? [:]
          members["load"] = process["pid"]?.int.flatMap { loads[$0] }.map { .number(($0 * 1_000).rounded() / 1_000) }
          return .object(members)
        })
    }
    if before == nil, var supervisor = sample.fleet?.json.object {
      supervisor["processes"] = nil
      object["supervisor"] = .object(supervisor)
    }
    return JSON.object(object).withReadableTimes
  }

  var lines: [JSON] { [json] }

  /// Returns the sums over the workers of a service; `nil` if none replied.
  private func statistics(_ service: ServiceName) -> JSON? {
    let workers = sample.statistics.workers(service)
    let sums = ServiceSums.statistics(of: workers)
    guard before != nil, var object = sums?.object else { return sums }
    object["answered"] = .number(workers.count)
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

  /// The processor time of the processes that ran in both samples, as a share of one processor, by process ID.
  private var loads: [Int: Double] {
    var earlier: [Int: Double] = [:]
    for process in before?.processes ?? [] { if let pid = process["pid"]?.int { earlier[pid] = process["cpu"]?.double } }
    return (sample.processes ?? []).reduce(into: [:]) { loads, process in
      guard let pid = process["pid"]?.int, let cpu = process["cpu"]?.double, let before = earlier[pid] else { return }
      loads[pid] = max(0, cpu - before) / seconds
    }
  }

  // MARK: Text

  private var facts: BusFacts { BusFacts(snapshot, fleet: sample.fleet?.json, bus: bus, in: English()) }

  var blocks: [Block] {
    [.values(values)] + tables.flatMap { [.heading($0.heading), .table($0.table)] }
  }

  /// Rows that begin with what they describe, because the tables have different columns.
  var plainRows: [[String]] {
    Block.values(values).plainRows + tables.flatMap { kind, _, table in table.rows.map { row in [kind] + row.map(\.text) } }
  }

  var sheet: Sheet { ReportDocument(blocks, json: .null).sheet }

  private var values: [LabeledValue] {
    let recent: [LabeledValue] =
      if before == nil {
        []
      } else {
        [
          LabeledValue("Rate", NumberFormat.english.rate(rate)),
          LabeledValue("Hit ratio", (recentHitRatio ?? snapshot.hitRatio).map({ NumberFormat.english.percent($0) }) ?? "—"),
        ]
      }
    return [LabeledValue("Bus", sample.endpoint)] + facts.all + recent + waitingClients
  }

  /// The clients with many outstanding requests: `loader (pid 4711), 900 requests`.
  private var waitingClients: [LabeledValue] {
    // A client with fewer outstanding requests is nothing unusual.
    let clients = (broker["clients"]?.array ?? []).filter { ($0["outstanding"]?.int ?? 0) >= 64 }
    let texts = clients.prefix(3).map { client in
      let name = (client["name"]?.string ?? "a client without a name").printable.shortened
      return "\(name), \(NumberFormat.english.counted(client["outstanding"]?.int ?? 0, "request", "requests"))"
    }
    return texts.isEmpty ? [] : [LabeledValue("Waiting", values: texts.map { StyledText($0, .caution) })]
  }

  private var tables: [(kind: String, heading: String, table: Table)] {
    var tables = [("Service", "Services", serviceTable), ("Server", "Origin servers", servers.table)]
    tables += before == nil ? [("Worker", "Workers", workerTable)] : [("Latency", "Latencies", facts.timings)]
    tables.append(("Process", "Processes", processTable))
    return tables.filter { !$0.2.rows.isEmpty }
  }

  /// The services with, between two samples, their rates.
  private var serviceTable: Table {
    var table = facts.services
    guard before != nil else { return table }
    table.columns.append(.init("Rate", .trailing))
    for index in table.rows.indices {
      let rate = increase("requests", of: ServiceName(table.rows[index][0].text)).map { NumberFormat.english.rate($0 / seconds) }
      table.rows[index].append(rate.map { StyledText($0) } ?? StyledText("—", .muted))
    }
    return table
  }

  private var workerTable: Table {
    let rows = inventory.flatMap { service -> [[StyledText]] in
      let name = StyledText(service.name.text, .accent)
      let known = service.workers.map { worker -> [StyledText] in
        let isExpected = service.isExpected(worker, isLocal: sample.isLocal)
        return [name, StyledText(String(worker.process)), StyledText(worker.program?.path ?? "—", isExpected ? .text : .caution)]
      }
      guard service.unidentified > 0 else { return known }
      let unidentified = NumberFormat.english.counted(
        service.unidentified, "worker without a process ID of its own", "workers without process IDs of their own")
      return known + [[name, StyledText("?", .caution), StyledText(unidentified, .caution)]]
    }
    return Table(
      [.init("Service", expendability: 0), .init("Process", .trailing), .init("Program", expendability: 2, minimum: 12)], rows: rows)
  }

  /// The processes of this user that serve the bus, with their last endings, and whether they are silent.
  private var processTable: Table {
    let processes = sample.processes ?? []
    var table = facts.processes(loads)
    // Workers that nobody supervises are in the table of workers.
    table.rows = Array(table.rows.prefix(processes.count))
    table.columns.append(.init("Last ending", expendability: 1))
    let unresponsive = sample.unresponsive
    for (index, process) in processes.prefix(table.rows.count).enumerated() {
      table.rows[index].append(StyledText(process["lastEnding"]?.string ?? "—", .muted))
      guard process["state"]?.string != FleetState.gone, let silent = unresponsive.first(where: { $0.name == process["name"]?.string })
      else { continue }
      table.rows[index][2] = StyledText(silent.isStopped ? "stopped (SIGSTOP)" : "not responding", .caution)
    }
    return table
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
