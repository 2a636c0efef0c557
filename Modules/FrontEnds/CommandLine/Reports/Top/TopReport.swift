import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// The activity of the bus between two samples. As JSON:
///
///     {"at":1790000000000,"seconds":1.0,"endpoint":"ipc://…","uptime":…,"requests":…,"rate":…,"subscriptions":…,"listeners":…,"dropped":…,"invalid":…,
///      "hitRatio":0.93,"recentHitRatio":0.97,
///      "services":[{"name":"holocron.cache","workers":1,"queued":0,"inFlight":0,"credit":64,"answered":1,
///                   "counters":{…},"rates":{…},"gauges":{…},
///                   "timers":{"answer":{"p50":…,"p90":…,"p99":…,"max":…,"recent":{"count":…,"p50":…,"p99":…,"seconds":…}}}}],
///      "processes":[{"name":"cache-1","state":"running","pid":…,"restarts":0,"age":…,"cpu":…,"load":0.02}],
///      "servers":[{"pid":…,"origin":"http://…","circuit":"closed","inFlight":0,"limit":8,…}],
///      "workers":[{"id":…,"service":…,"name":…,"credit":…,"holds":…}],"clients":[…],"slow":[…]}
///
/// Rates are per second and cover the workers in both samples; `hitRatio` is since the start of the workers. Counters are sums over the
/// workers of a service; percentiles (milliseconds, since start) are those of the slowest worker; `recent` covers the last `seconds`.
/// `answered` is the number of workers that replied. `processes` are those of the supervisor or the node, if they are known; `load` is the share
/// of one processor. `servers` are the servers that each fetcher asks (``OriginServers``).
struct TopReport: Document {
  private let before: TopSample
  private let after: TopSample
  private let endpoint: String
  private let language: any Language

  init(from before: TopSample, to after: TopSample, endpoint: String, in language: any Language = English()) {
    self.before = before
    self.after = after
    self.endpoint = endpoint
    self.language = language
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
    var object: JSON.Object = ["at": .number(Double(after.at)), "seconds": .number(seconds), "endpoint": .string(endpoint)]
    object["uptime"] = after.broker["uptime"]
    object["requests"] = after.broker["requests"]
    object["rate"] = .number(rate.tenths)
    for name in ["subscriptions", "listeners", "dropped", "invalid"] { object[name] = after.broker[name] }
    object["hitRatio"] = cache?.hitRatio.map { .number($0) } ?? .null
    object["recentHitRatio"] = cache?.recentHitRatio.map { .number($0) } ?? .null
    object["services"] = .array(services.map(\.json))
    object["servers"] = servers.json
    object["processes"] = after.processes.map { .array($0.map { process in processJSON(process) }) }
    for name in ["workers", "clients", "slow"] { object[name] = after.broker[name] }
    return .object(object)
  }

  var lines: [JSON] { [json] }
  var sheet: Sheet { ReportDocument(blocks, json: json).sheet }

  var blocks: [Block] {
    var values = [
      LabeledValue(language.name(of: .bus), StyledText(endpoint)),
      LabeledValue(language.say(.requests), StyledText(language.say(.rateAndTotal(language.rate(rate), total("requests"))))),
      LabeledValue(language.say(.hitRatio), hitRatio),
    ]
    if after.broker["listeners"] != nil { values.append(LabeledValue(language.say(.listeners), StyledText(total("listeners")))) }
    values += PeerLoad(after.broker, in: language).values
    let isRecent = services.allSatisfy(\.isRecent)
    let columns: [Table.Column] = [
      .init(language.say(.service), expendability: 0), .init(language.say(.workers), .trailing),
      .init(language.say(.busy), .trailing, expendability: 2), .init(language.say(.queued), .trailing),
      .init(language.say(ReportPhrase.rate), .trailing), .init(language.say(.median), .trailing, expendability: 2),
      .init(language.say(isRecent ? StatusPhrase.recentP99 : .p99), .trailing, expendability: 3),
    ]
    let table = Table(columns, rows: services.map { $0.row(in: language, isRecent: isRecent) })
    return [.values(values), .table(table)] + processTable
      + (servers.table(in: language).map { [.table($0)] } ?? [])
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
      .init(language.say(DetailPhrase.process), expendability: 0), .init(language.say(.pid), .trailing),
      .init(language.say(DetailPhrase.state)), .init(language.say(DetailPhrase.load), .trailing),
      .init(language.say(DetailPhrase.restarts), .trailing, expendability: 2),
    ]
    let dash = StyledText("—", .muted)
    let rows = processes.map { process -> [StyledText] in
      let state = process["state"]?.string ?? "?"
      return [
        StyledText(process["name"]?.string ?? "?", .accent), process["pid"]?.int.map { StyledText(String($0)) } ?? dash,
        StyledText(language.say(.processState(state)).printable, state == "running" ? .text : .caution),
        load(of: process).map { StyledText(language.figures.percent($0)) } ?? dash,
        process["restarts"]?.int.map { StyledText(language.figures.integer($0), $0 > 0 ? .caution : .text) } ?? dash,
      ]
    }
    return [.table(Table(columns, rows: rows))]
  }

  private func total(_ name: String) -> String { language.figures.integer(after.broker[name]?.int ?? 0) }

  private var hitRatio: StyledText {
    guard let all = cache?.hitRatio else { return StyledText("—", .muted) }
    let ratio = language.figures.percent(all)
    return StyledText(cache?.recentHitRatio.map { language.say(.recently(ratio, language.figures.percent($0))) } ?? ratio)
  }
}

extension Double {
  /// The value rounded to one decimal.
  var tenths: Double { (self * 10).rounded() / 10 }
}
