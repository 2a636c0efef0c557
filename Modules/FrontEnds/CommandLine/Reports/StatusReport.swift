import Contracts
import Localization
import OrderedJSON
import Presentation
import TerminalText

/// What `holocron status` says, made from what broker and workers say of themselves.
struct StatusReport: Sendable {
  let broker: JSON
  let census: WorkerCensus
  let processes: JSON?
  let endpoint: String

  private var cache: JSON? { census.counted[.cache] }
  private var fetch: JSON? { census.counted[.fetch] }
  private var search: JSON? { census.counted[.search] }

  var document: ReportDocument {
    var blocks: [Block] = [.facts(facts), .heading("Services"), .table(services)]
    if let workers = census.table { blocks += [.heading("Workers"), .table(workers)] }
    if let processes = processTable { blocks += [.heading("Processes"), .table(processes)] }
    var json: JSON.Object = ["endpoint": .string(endpoint), "broker": broker]
    json["cache"] = cache
    json["fetch"] = fetch
    json["search"] = search
    json["workers"] = census.json
    json["processes"] = processes
    return ReportDocument(blocks, json: .object(json))
  }

  private var facts: [Fact] {
    var facts = [Fact("Bus", StyledText(endpoint)), Fact("Up for", StyledText(Figures.duration(broker["uptime"]?.double ?? 0)))]
    facts.append(Fact("Requests", StyledText(Figures.grouped(broker["requests"]?.int ?? 0))))
    facts.append(Fact("Cache", CacheReport(statistics: cache).summary))
    facts.append(Fact("Origin", origin))
    facts.append(Fact("Search", SearchIndexReport(statistics: search).summary))
    return facts
  }

  private var fetchers: Int { Attached(broker).workers(.fetch) }

  private var origin: StyledText {
    guard let fetch else { return StyledText("no fetcher is attached: start one with holocron-fetcher", .caution) }
    let times = fetch["timers"]?["fetch"]
    let count = times?["count"]?.int ?? 0
    let failures = fetch["counters"]?["fetch.failures"]?.int ?? 0
    let asked = fetch["origin"]?.string ?? processes?["origin"]?.string
    var text = StyledText(asked.map { "\($0.printable), " } ?? "")
    text += StyledText(count == 0 ? "not asked yet" : count == 1 ? "asked once" : "asked \(Figures.grouped(count)) times")
    // Each worker counts for itself, and one of them answered.
    if fetchers > 1 { text += StyledText(" by one of the \(fetchers) fetchers") }
    if let median = times?["p50"]?.double, count > 0 { text += StyledText(", \(Figures.milliseconds(median)) median") }
    if failures > 0 { text += StyledText(", \(Figures.grouped(failures)) failed", .caution) }
    return text
  }

  private var services: Table {
    let columns: [Table.Column] = [
      .init("service", expendability: 0), .init("workers", .trailing), .init("busy", .trailing, expendability: 2),
      .init("queued", .trailing),
    ]
    var rows = (broker["services"]?.array ?? []).map { service -> [StyledText] in
      func number(_ name: String) -> Int { service[name]?.int ?? 0 }
      return [
        StyledText((service["name"]?.string ?? "?").printable, .accent),
        StyledText(String(number("workers")), number("workers") == 0 ? .bad : .text),
        StyledText("\(number("inFlight"))/\(number("credit"))"),
        StyledText(String(number("queued")), number("queued") > 0 ? .caution : .text),
      ]
    }
    let known = rows.map { $0[0].text }
    for missing in UpCommand.awaited where !known.contains(missing.text) {
      rows.append([StyledText(missing.text, .muted), StyledText("0", .bad), StyledText("—", .muted), StyledText("0")])
    }
    return Table(columns, rows: rows)
  }

  private var processTable: Table? {
    guard let list = processes?["processes"]?.array, !list.isEmpty else { return nil }
    let columns: [Table.Column] = [
      .init("process", expendability: 0), .init("state"), .init("pid", .trailing), .init("restarts", .trailing),
    ]
    return Table(
      columns,
      rows: list.map { process in
        let restarts = process["restarts"]?.int ?? 0
        return [
          StyledText((process["name"]?.string ?? "?").printable), state(process["state"]?.string ?? "?"),
          StyledText(process["pid"]?.int.map { String($0) } ?? "—"),
          StyledText(String(restarts), restarts > 0 ? .caution : .text),
        ]
      })
  }

  private func state(_ word: String) -> StyledText { StyledText(word.printable, word == "running" ? .good : .caution) }
}
