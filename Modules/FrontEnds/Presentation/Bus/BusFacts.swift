package import Contracts
package import Localization
package import OrderedJSON
import Text

/// The state of the bus in words, for the status page of the explorer and `holocron status`: its health, facts, and tables.
package struct BusFacts: Sendable {
  package let snapshot: BusSnapshot
  private let language: any Language
  /// The state of the supervisor.
  private let fleet: JSON?
  /// The value of `--bus`, for advice.
  private let bus: String?
  private let isReachable: Bool

  package init(_ snapshot: BusSnapshot, fleet: JSON?, bus: String?, isReachable: Bool = true, in language: any Language) {
    (self.snapshot, self.fleet, self.bus, self.isReachable, self.language) = (snapshot, fleet, bus, isReachable, language)
  }

  private var figures: NumberFormat { language.figures }

  // MARK: Facts

  /// The first reason why something does not work, or that all services are running, with a dot in front.
  package var health: StyledText {
    func state(_ text: String, _ role: Role) -> StyledText { StyledText("● ", role) + StyledText(text, role == .good ? .text : role) }
    if !isReachable { return state(language.say(.busNotResponding), .bad) }
    if let missing = snapshot.missing { return state(language.say(missing), .bad) }
    if let failed = snapshot.processes.first(where: { $0.state == "failed" }) {
      return state(language.say(.processFailed(failed.name.printable)), .bad)
    }
    if let failing = snapshot.servers.first(where: { $0.circuit != .closed || $0.failingSince != nil }) {
      return state("\(language.say(.origin)) \(Self.originState(failing, in: language).text)", failing.circuit == .closed ? .caution : .bad)
    }
    if snapshot.hasWorkers(of: .search) { return state(language.say("all services are running"), .good) }
    // Records can be shown without it, but searches find only names.
    return state(language.say(absence(of: .search) { .noSearchWorker($0) }), .caution)
  }

  /// All facts, health first.
  package var all: [LabeledValue] {
    let facts: [(Phrase, [StyledText])] = [
      (.health, [health]), (.origin, origin), (.cache, cache), (.index, index),
      (.requests, [StyledText(figures.integer(snapshot.requests))]), (.uptime, [StyledText(figures.duration(snapshot.uptime))]),
      (.listeners, snapshot.listeners.map { [StyledText(figures.integer($0))] } ?? []),
      // Slow consumers are worth a line only if there are any.
      (Phrase("Slow consumers"), snapshot.slow.map { StyledText(text($0), .caution) }),
    ]
    return facts.filter { !$0.1.isEmpty }.map { LabeledValue(language.say($0.0), values: $0.1) }
  }

  private var cache: [StyledText] {
    guard snapshot.hasCache else { return [missing(.cache)] }
    let ratio = snapshot.hitRatio.map { Phrase.hits(figures.percent($0)) } ?? .noRequests
    let entries = snapshot.entries.map { StyledText(language.say(.entries($0.count, size: figures.bytes($0.bytes)))) }
    return [StyledText(language.say(ratio)), entries ?? StyledText("—", .muted)]
      + (snapshot.cacheWarning.map { [StyledText($0.description.printable, .caution)] } ?? [])
  }

  private var origin: [StyledText] {
    guard let fetches = snapshot.sum(of: "fetches") else { return [missing(.fetch)] }
    // The worst state counts: each fetcher has its own view of a server.
    let worst = snapshot.servers.max { severity($0) < severity($1) }
    var parts = worst.map { [Self.originState($0, in: language)] } ?? []
    parts.append(StyledText(language.say(.fetches(fetches))))
    if let failures = snapshot.sum(of: "failures"), failures > 0 { parts.append(StyledText(language.say(.failed(failures)), .caution)) }
    if let timing = snapshot.originTiming {
      let (median, p99) = (figures.milliseconds(timing.p50), figures.milliseconds(timing.p99))
      parts.append(StyledText(language.say("median {median}, p99 {p99}", .text(median), .text(p99))))
    }
    if let worst { parts.append(StyledText(worst.origin, .muted)) }
    return parts
  }

  private func severity(_ status: OriginStatus) -> Int {
    switch status.circuit {
    case .open: 4
    case .halfOpen: 3
    case .closed: status.failingSince != nil ? 2 : status.retryAfter != nil ? 1 : 0
    }
  }

  package static func originState(_ status: OriginStatus, in language: any Language) -> StyledText {
    switch status.circuit {
    case .closed where status.failingSince != nil: StyledText(language.say(.originFails(status.retryAfter)), .caution)
    case .closed where status.retryAfter != nil: StyledText(language.say(.originPauses(status.retryAfter)), .caution)
    case .closed: StyledText(language.say("working"), .good)
    case .halfOpen, .open: StyledText(language.say(.originFails(status.retryAfter)), .bad)
    }
  }

  private var index: [StyledText] {
    guard let indexed = snapshot.indexed else { return [] }
    let warning = indexed.isFull ? [StyledText(language.say("index full"), .caution)] : []
    guard indexed.isComplete || snapshot.isFillingIndex else {
      return [StyledText(language.say(.indexIncomplete(indexed.records, of: indexed.of)), .caution)] + warning
    }
    let (state, role): (Phrase, Role) = indexed.isComplete ? (.complete, .good) : (Phrase("indexing"), .caution)
    return [StyledText(language.say(.indexed(indexed.records, of: indexed.of))), StyledText(language.say(state), role)] + warning
  }

  /// Returns what a slow consumer calls itself, or its service, and how many messages wait for it and were dropped.
  private func text(_ peer: JSON) -> String {
    // The identity of a connection means nothing to people.
    let name = peer["name"]?.string?.printable ?? language.say(.unnamedPeer(service: peer["service"]?.string?.printable))
    func count(_ member: String, _ text: (Int) -> String) -> String? { peer.count(member).flatMap { $0 > 0 ? text($0) : nil } }
    let counts = [
      count("waiting") { language.say("{count} queued", .number($0)) }, count("dropped") { language.say("{count} dropped", .number($0)) },
    ].compactMap(\.self)
    return "\(name) (\(counts.joined(separator: language.vocabulary.separator)))"
  }

  private func missing(_ service: ServiceName) -> StyledText { StyledText(language.say(absence(of: service) { .noWorker($0) }), .caution) }

  /// Returns what the supervisor says about a service without workers. If it says nothing, returns `advice` with the command that starts a
  /// worker. Of several processes, one that starts counts first, since it ends the absence, and one that does not run counts last.
  private func absence(of service: ServiceName, advice: (_ command: String) -> Phrase) -> Phrase {
    let start = startCommand(bus: bus?.printable)
    if snapshot.workers == 0 || !isReachable { return advice(start) }
    func hasStopped(_ process: JSON) -> Bool { ["failed", "stopped"].contains(process["state"]?.string) }
    func isReady(_ process: JSON) -> Bool { process["state"]?.string == "running" && process["ready"] == true }
    let kind = service.executable.replacing("holocron-", with: "")
    let processes = (fleet?["processes"]?.array ?? []).filter { $0["name"]?.string?.hasPrefix("\(kind)-") == true }
    let running = processes.filter { !hasStopped($0) }
    guard let process = running.first(where: { !isReady($0) }) ?? running.first ?? processes.first else {
      return advice(service.executable)
    }
    let (name, state) = ((process["name"]?.string ?? "").printable, process["state"]?.string)
    if fleet?["stopping"] == true || state == "stopped" { return advice(start) }
    if state == "failed" { return .processFailed(name) }
    if isReady(process) { return Phrase("{name} (process {process}) does not respond", .text(name), .text("\(process["pid"]?.int ?? 0)")) }
    return state == "waiting" || process["restarts"]?.int ?? 0 > 0 ? .restarting(name) : .processState("starting")
  }

  // MARK: Tables

  /// - Parameter loads: the processor time of each process, as a share of one processor, by process ID.
  package func processes(_ loads: [Int: Double]) -> Table {
    let rows = snapshot.processes.map { process -> [StyledText] in
      let role: Role = process.state == "running" ? .text : process.state == "failed" ? .bad : .caution
      return [
        StyledText(process.name, .accent), cell(process.pid) { String($0) }, StyledText(language.say(.processState(process.state)), role),
        cell(process.pid.flatMap { loads[$0] }) { figures.percent($0, places: 0) },
        number(process.restarts, isBad: process.restarts ?? 0 > 0), cell(process.uptime) { figures.age($0) }, number(process.inFlight),
      ]
    }
    // The state says least while all is well.
    return table([.process, .pid, .state, .load, .restarts, .uptime, .busy], rows, leading: [0, 2], expendability: [0, 3, 4, 1, 2, 5, 6])
  }

  package var services: Table {
    let rows = snapshot.services.map { service in
      [
        StyledText(service.name, .accent), number(service.workers, isBad: service.workers == 0),
        number(service.inFlight) + "/" + number(service.credit), number(service.queued, isBad: service.queued > 0),
        number(service.requests),
      ]
    }
    let known = snapshot.services.map(\.name)
    let absent = BusStatistics.services.map(\.text).filter { !known.contains($0) }.map { name in
      [StyledText(name, .muted), StyledText("0", .caution)] + Array(repeating: StyledText("—", .muted), count: 3)
    }
    return table([.service, .workers, .busy, .queued, .requests], rows + absent)
  }

  package var timings: Table {
    let rows = snapshot.timings.map { timing in
      [StyledText("\(timing.service) \(timing.name)"), number(timing.count)]
        + [timing.p50, timing.p90, timing.recentP99, timing.max].map { cell($0) { figures.milliseconds($0) } }
    }
    return table([.timing, .count, .median, .p90, .recentP99, .max], rows)
  }

  /// Creates a table whose first column is left-aligned, and numbers right-aligned. If space is short, the last columns are dropped first.
  private func table(_ titles: [Phrase], _ rows: [[StyledText]], leading: Set<Int> = [0], expendability: [Int]? = nil) -> Table {
    let columns = titles.enumerated().map { index, title in
      Table.Column(language.say(title), leading.contains(index) ? .leading : .trailing, expendability: expendability?[index] ?? index)
    }
    return Table(columns, rows: rows)
  }

  private func cell<Value>(_ value: Value?, _ text: (Value) -> String) -> StyledText {
    value.map { StyledText(text($0)) } ?? StyledText("—", .muted)
  }

  private func number(_ value: Int?, isBad: Bool = false) -> StyledText {
    value.map { StyledText(figures.integer($0), isBad ? .caution : .text) } ?? StyledText("—", .muted)
  }
}
