import Client
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// The activity of the bus between two samples. As JSON, it has the members of ``StatusReport`` but `workers` and `supervisor`, and these:
///
/// | member | meaning |
/// |---|---|
/// | `time`, `seconds` | the time of the second sample, and the time between both |
/// | `rate` | requests per second between the samples |
/// | `hitRatio`, `recentHitRatio` | since the start of the workers, and between the samples |
/// | `answered`, `rates` of `cache`, `fetch` and `search` | the number of workers that replied, and increases of counters per second: those of workers in both samples |
/// | `load` of a process | the share of one processor |
struct TopReport: Document {
  private let before: TopSample
  private let after: TopSample
  private let endpoint: String

  init(from before: TopSample, to after: TopSample, endpoint: String) {
    self.before = before
    self.after = after
    self.endpoint = endpoint
  }

  private var seconds: Double { max(0.001, Double(before.instant.duration(to: after.instant).wholeMilliseconds) / 1_000) }
  private var services: [ServiceActivity] {
    (after.broker["services"]?.array ?? []).map { row in
      let name = TopSample.services.first { $0.text == row["name"]?.string }
      return ServiceActivity(
        row, before: name.flatMap { before.workers[$0] } ?? [], after: name.flatMap { after.workers[$0] } ?? [], seconds: seconds)
    }
  }
  private var cache: ServiceActivity? { services.first { $0.name == ServiceName.cache.text } }
  private var servers: OriginServers { OriginServers(after.workers[.fetch] ?? []) }
  private var rate: Double {
    // A restarted broker counts from 0 again.
    max(0, ((after.broker["requests"]?.double ?? 0) - (before.broker["requests"]?.double ?? 0)) / seconds)
  }

  var json: JSON {
    var object: JSON.Object = [
      "time": .string(CalendarTime.text(millisecondsSince1970: after.at)), "seconds": .number(seconds), "rate": .number(rate.tenths),
      "hitRatio": cache?.hitRatio.map { .number($0) } ?? .null, "recentHitRatio": cache?.recentHitRatio.map { .number($0) } ?? .null,
      "endpoint": .string(endpoint), "broker": after.broker,
    ]
    for service in services { if let member = TopSample.members[service.name] { object[member] = service.json } }
    object["servers"] = servers.json
    object["processes"] = after.processes.map { .array($0.map { process in processJSON(process) }) }
    return JSON.object(object).withReadableTimes
  }

  var lines: [JSON] { [json] }
  var sheet: Sheet { ReportDocument(blocks, json: json).sheet }

  var blocks: [Block] {
    var values = [
      LabeledValue("Bus", StyledText(endpoint)),
      LabeledValue("Requests", StyledText("\(Figures.rate(rate)), \(total("requests")) in total")),
      LabeledValue("Hit ratio", hitRatio),
    ]
    if after.broker["listeners"] != nil { values.append(LabeledValue("Listeners", StyledText(total("listeners")))) }
    values += PeerLoad(after.broker).values
    let isRecent = services.allSatisfy(\.isRecent)
    let columns: [Table.Column] =
      Table.Column.ofService + [
        .init("Rate", .trailing), .init("Median", .trailing, expendability: 2),
        .init(isRecent ? "Recent p99" : "p99", .trailing, expendability: 3),
      ]
    let table = Table(columns, rows: services.map { $0.row(isRecent: isRecent) })
    return [.values(values), .table(table)] + processTable
      + (servers.table.map { [.table($0)] } ?? [])
  }

  /// Returns the processor time that a process used between the samples, as a share of one processor; `nil` if it was not running in both.
  private func load(of process: JSON) -> Double? {
    guard let cpu = process["cpu"]?.double, let pid = process["pid"]?.int,
      let earlier = before.processes?.first(where: { $0["pid"]?.int == pid })?["cpu"]?.double
    else { return nil }
    return max(0, cpu - earlier) / seconds
  }

  private func processJSON(_ process: JSON) -> JSON {
    var members = process.object ?? [:]
    members["load"] = load(of: process).map { .number(($0 * 1_000).rounded() / 1_000) }
    return .object(members)
  }

  private var processTable: [Block] {
    guard let processes = after.processes, !processes.isEmpty else { return [] }
    let columns: [Table.Column] = [
      .init("Process", expendability: 0), .init("PID", .trailing),
      .init("State"), .init("Load", .trailing),
      .init("Restarts", .trailing, expendability: 2),
    ]
    let dash = StyledText("—", .muted)
    let rows = processes.map { process -> [StyledText] in
      let state = process["state"]?.string ?? "?"
      return [
        StyledText(process["name"]?.string ?? "?", .accent), process["pid"]?.int.map { StyledText(String($0)) } ?? dash,
        StyledText(state.printable, state == "running" ? .text : .caution),
        load(of: process).map { StyledText(Figures.percent($0)) } ?? dash,
        process["restarts"]?.int.map { StyledText(Figures.grouped($0), $0 > 0 ? .caution : .text) } ?? dash,
      ]
    }
    return [.table(Table(columns, rows: rows))]
  }

  private func total(_ name: String) -> String { Figures.grouped(after.broker[name]?.int ?? 0) }

  private var hitRatio: StyledText {
    guard let all = cache?.hitRatio else { return StyledText("—", .muted) }
    let ratio = Figures.percent(all)
    return StyledText(cache?.recentHitRatio.map { "\(ratio), recently \(Figures.percent($0))" } ?? ratio)
  }
}

extension Double {
  /// The value rounded to one decimal.
  var tenths: Double { (self * 10).rounded() / 10 }
}

/// The statistics of the broker and the workers at one instant.
struct TopSample: Sendable {
  /// Milliseconds since 1970.
  let at: Int64
  /// The same instant on a monotonic clock.
  let instant: ContinuousClock.Instant
  let broker: JSON
  /// The statistics of each worker that replied, by service.
  let workers: [ServiceName: [JSON]]
  /// The local processes; `nil` if they are not known. See ``Launch/Launcher/processes(serving:)``.
  let processes: [JSON]?

  /// The services of Holocron, which all reply to `GET /stats`.
  static let services = [ServiceName.cache, .fetch, .search]
  /// The members of reports with the statistics of these services.
  static let members = [ServiceName.cache.text: "cache", ServiceName.fetch.text: "fetch", ServiceName.search.text: "search"]

  init(at: Int64, instant: ContinuousClock.Instant, broker: JSON, workers: [ServiceName: [JSON]], processes: [JSON]? = nil) {
    self.at = at
    self.instant = instant
    self.broker = broker
    self.workers = workers
    self.processes = processes
  }

  /// Requests the statistics of the broker, then those of every worker through `probe`, because a worker may hang.
  init(asking repository: any Repository, probe: any Repository, processes: [JSON]? = nil, at: Int64) async throws(Problem) {
    let broker = try await repository.brokerStatistics()
    let workers = await probe.statistics(AttachedServices(broker))
    self.init(at: at, instant: .now, broker: broker, workers: workers, processes: processes)
  }
}

/// The activity of one service between two samples.
struct ServiceActivity: Sendable {
  /// The service in the broker's statistics.
  private let brokerRow: JSON
  private let before: [JSON]
  private let after: [JSON]
  private let seconds: Double

  init(_ row: JSON, before: [JSON], after: [JSON], seconds: Double) {
    brokerRow = row
    self.before = before
    self.after = after
    self.seconds = seconds
  }

  var name: String { brokerRow["name"]?.string ?? "?" }

  /// Returns the sum of a counter over all workers since their start.
  private func total(_ counter: String) -> Double { after.reduce(0) { $0 + ($1["counters"]?[counter]?.double ?? 0) } }

  /// Returns the increase of a counter between the samples; `nil` if no worker is in both.
  func increase(of counter: String) -> Double? {
    var sum: Double?
    for worker in after {
      guard let earlier = before.first(where: { StatsRequest.process(of: $0) == StatsRequest.process(of: worker) }) else { continue }
      let increase = (worker["counters"]?[counter]?.double ?? 0) - (earlier["counters"]?[counter]?.double ?? 0)
      // A negative increase means that a new process of an older version, without an instance, has the same ID and counts from 0.
      sum = (sum ?? 0) + max(0, increase)
    }
    return sum
  }

  var hitRatio: Double? { CacheHits { total($0) }?.ratio }

  /// The hit ratio between the samples.
  var recentHitRatio: Double? { CacheHits { increase(of: $0) }?.ratio }

  /// The sums over the workers; `nil` if none replied.
  var json: JSON? {
    guard var object = ServiceSums.statistics(of: after)?.object else { return nil }
    object["answered"] = .number(after.count)
    object["rates"] = .object(
      JSON.Object(
        (object["counters"]?.object?.names ?? []).map { name in
          (name, increase(of: name).map { .number(($0 / seconds).tenths) } ?? .null)
        }))
    return .object(object)
  }

  private func slowest(_ timer: String, _ percentile: String) -> Double? {
    after.compactMap { $0["timers"]?[timer]?[percentile]?.double }.max()
  }

  /// Whether all workers report the last seconds.
  var isRecent: Bool { after.compactMap { $0["timers"]?["answer"] }.allSatisfy { $0["recent"] != nil } }

  private var recentP99: Double? { after.compactMap { $0["timers"]?["answer"]?["recent"]?["p99"]?.double }.max() }

  /// Returns the table row: service, workers, busy, queued, rate, median, and the 99th percentile, of the last seconds if `isRecent`.
  func row(isRecent: Bool) -> [StyledText] {
    func text(_ time: Double?) -> StyledText { time.map { StyledText(Figures.milliseconds($0)) } ?? StyledText("—", .muted) }
    return brokerRow.serviceCells + [
      increase(of: "requests").map { StyledText(Figures.rate($0 / seconds)) } ?? StyledText("—", .muted),
      text(slowest("answer", "p50")), text(isRecent ? recentP99 : slowest("answer", "p99")),
    ]
  }
}

/// The statistics of a service, summed over its workers.
///
/// Counters are added. Of gauges, those of a process are added; the others describe what the workers share, such as their store, and each
/// worker reports the whole. Percentiles are those of the slowest worker, and `recent` has the longest interval.
enum ServiceSums {
  /// The gauges that each worker has for itself.
  private static let ownGauges: Set<String> = ["requests.inFlight", "memory.entries", "memory.bytes"]

  /// The members that tell workers apart.
  private static let identity = ["pid", "instance"]

  /// Returns the sums in the form of one worker's statistics, without a process ID and an instance if there are several workers; `nil` if there
  /// are none.
  static func statistics(of workers: [JSON]) -> JSON? {
    guard workers.count > 1, var sums = workers[0].object else { return workers.first }
    for name in identity { sums[name] = nil }
    // What only some workers report, such as a warning, concerns the service.
    for worker in workers.dropFirst() {
      for member in worker.object ?? [:] where !identity.contains(member.name) && sums[member.name] == nil {
        sums[member.name] = member.value
      }
    }
    sums["counters"] = group("counters", of: workers) { _, values in values.reduce(0, +) }
    sums["gauges"] = group("gauges", of: workers) { name, values in
      ownGauges.contains(name) ? values.reduce(0, +) : values.max() ?? 0
    }
    let timers = names(in: workers.compactMap { $0["timers"] })
    if !timers.isEmpty {
      sums["timers"] = .object(JSON.Object(timers.map { name in (name, timer(workers.compactMap { $0["timers"]?[name] })) }))
    }
    return .object(sums)
  }

  /// Returns the sum of the counts and the maximum of each other member.
  static func timer(_ workers: [JSON]) -> JSON {
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
