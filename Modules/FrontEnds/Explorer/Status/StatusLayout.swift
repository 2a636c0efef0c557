import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// The lines of the status page: health, graphs, processes, services, latencies and events.
struct StatusLayout {
  private(set) var lines: [StyledText] = []
  /// The line of the first process; the others follow it.
  private(set) var firstProcess = 0

  private let monitor: BusMonitor
  private let language: any Language
  private let columns: Int
  private let now: Moment

  /// Minimum width for a third graph.
  static let wideColumns = 110
  private static let maxEvents = 10

  /// Lays out the lines as of `now`. Graphs use what the other lines leave of `rows`. The cost is proportional to the number of table cells
  /// and samples.
  init(_ monitor: BusMonitor, _ language: any Language, columns: Int, rows: Int = 0, at now: Moment = .zero) {
    (self.monitor, self.language, self.columns, self.now) = (monitor, language, columns, now)
    guard let snapshot = monitor.snapshot else {
      lines = linesWithoutBus
      return
    }
    func dimmed(_ lines: [StyledText], except roles: Set<Role> = []) -> [StyledText] {
      monitor.staleness(at: now) == nil ? lines : lines.map { $0.muted(except: roles) }
    }
    let facts = facts(snapshot)
    var tables: [StyledText] = []
    // The states of local processes are up to date.
    for table in [
      dimmed(processes(snapshot), except: [.caution, .bad]), dimmed(services(snapshot)), dimmed(timings(snapshot)), events,
    ] where table.count > 1 {
      tables += [StyledText()] + table
    }
    let graphs = StatusGraphs(monitor.rates, language).lines(columns: columns, available: rows - facts.count - 1 - tables.count)
    lines = facts + (graphs.isEmpty ? [] : [StyledText()] + dimmed(graphs))
    // An empty line and the headings are above the first process.
    firstProcess = lines.count + 2
    lines += tables
  }

  private var linesWithoutBus: [StyledText] {
    if monitor.isEmbedded { return language.say(.embeddedStatus).wrapped(to: columns).map { StyledText($0) } }
    guard monitor.isLost else { return [StyledText(language.say(Phrase.loading), .muted)] }
    let reasons = [language.say(.busNotResponding), monitor.problem?.detail(in: language)?.printable].compactMap(\.self)
    let hint = monitor.problem?.reason == .noHandshake ? Phrase.checkAddress : .startHint(monitor.startCommand)
    return reasons.flatMap { $0.wrapped(to: columns).map { StyledText($0, .caution) } }
      + [StyledText()] + language.say(hint).wrapped(to: columns).map { StyledText($0) }
  }

  // MARK: Facts

  private func facts(_ snapshot: BusSnapshot) -> [StyledText] {
    let figures = language.figures
    var health = [BusHealth.text(monitor, snapshot, language)]
    var others: [(Phrase, [StyledText])] = [
      (.origin, origin(snapshot)), (.cache, cache(snapshot)), (.index, index(snapshot)),
      (.requests, [StyledText(figures.integer(snapshot.requests))]), (.uptime, [StyledText(figures.duration(snapshot.uptime))]),
      (.listeners, snapshot.listeners.map { [StyledText(figures.integer($0))] } ?? []),
      // Slow consumers are worth a line only if there are any.
      (.slowConsumers, snapshot.slow.map { StyledText(text($0), .caution) }),
    ]
    if let age = monitor.staleness(at: now) {
      health.append(StyledText(language.say(.figuresAge(age)), .muted))
      others = others.map { ($0.0, $0.1.map { $0.muted() }) }
    }
    let facts = ([(.health, health)] + others).filter { !$0.1.isEmpty }.map { LabeledValue(language.say($0.0), values: $0.1) }
    return LabeledValueLayout.lines(of: facts, labels: LabeledValueLayout.labelWidth(of: [facts]), within: columns)
  }

  private func cache(_ snapshot: BusSnapshot) -> [StyledText] {
    guard snapshot.hasCache else { return [missing(.cache)] }
    let ratio = snapshot.hitRatio.map { Phrase.hits(language.figures.percent($0)) } ?? .noRequests
    let entries = snapshot.entries.map { StyledText(language.say(.entries($0.count, size: language.figures.bytes($0.bytes)))) }
    return [StyledText(language.say(ratio)), entries ?? StyledText("—", .muted)]
  }

  private func origin(_ snapshot: BusSnapshot) -> [StyledText] {
    guard let fetches = snapshot.sum(of: "fetches") else { return [missing(.fetch)] }
    // The worst state counts: each fetcher has its own view of a server.
    let worst = snapshot.servers.max { severity($0) < severity($1) }
    var parts = worst.map { [BusHealth.originState($0, language)] } ?? []
    parts.append(StyledText(language.say(.fetches(fetches))))
    if let failures = snapshot.sum(of: "failures"), failures > 0 { parts.append(StyledText(language.say(.failed(failures)), .caution)) }
    if let timing = snapshot.originTiming {
      let milliseconds = language.figures.milliseconds
      parts.append(StyledText(language.say(.originLatency(median: milliseconds(timing.p50), p99: milliseconds(timing.p99)))))
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

  private func index(_ snapshot: BusSnapshot) -> [StyledText] {
    guard let indexed = snapshot.indexed else { return [] }
    let (state, role): (Phrase, Role) = indexed.isComplete ? (.complete, .good) : (.indexing, .caution)
    return [StyledText(language.say(.indexed(indexed.records, of: indexed.of))), StyledText(language.say(state), role)]
      + (indexed.warning.map { [StyledText(language.say(.indexWarning($0)), .caution)] } ?? [])
  }

  private func text(_ peer: BusSnapshot.SlowConsumer) -> String {
    // The identity of a connection means nothing to people.
    let name = peer.name?.printable ?? language.say(.unnamedPeer(service: peer.service?.printable))
    let counts = [
      peer.waiting > 0 ? language.say(.queuedMessages(peer.waiting)) : nil,
      peer.dropped > 0 ? language.say(.droppedMessages(peer.dropped)) : nil,
    ]
    return "\(name) (\(counts.compactMap(\.self).joined(separator: language.vocabulary.separator)))"
  }

  private func missing(_ service: ServiceName) -> StyledText {
    StyledText(BusHealth.absence(of: service, monitor, language) { language.say(.noWorker($0)) }, .caution)
  }

  // MARK: Tables

  private func processes(_ snapshot: BusSnapshot) -> [StyledText] {
    let rows = snapshot.processes.map { process -> [StyledText] in
      let role: Role = process.state == "running" ? .text : process.state == "failed" ? .bad : .caution
      return [
        StyledText(process.name, .accent), cell(process.pid) { String($0) }, StyledText(language.say(.processState(process.state)), role),
        cell(process.pid.flatMap { monitor.loads[$0] }) { language.figures.percent($0, places: 0) },
        number(process.restarts, isBad: process.restarts ?? 0 > 0), cell(process.uptime) { language.figures.age($0) },
        number(process.inFlight),
      ]
    }
    // The state says least while all is well.
    return table([.process, .pid, .state, .load, .restarts, .uptime, .busy], rows, leading: [0, 2], expendability: [0, 3, 4, 1, 2, 5, 6])
  }

  private func services(_ snapshot: BusSnapshot) -> [StyledText] {
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

  private func timings(_ snapshot: BusSnapshot) -> [StyledText] {
    let rows = snapshot.timings.map { timing in
      [StyledText("\(timing.service) \(timing.name)"), number(timing.count)]
        + [timing.p50, timing.p90, timing.recentP99, timing.max].map { cell($0) { language.figures.milliseconds($0) } }
    }
    return table([.timing, .count, .median, .p90, .recentP99, .max], rows)
  }

  /// Lays out a table whose first column is left-aligned, and numbers right-aligned. If space is short, the last columns are dropped first.
  private func table(_ titles: [Phrase], _ rows: [[StyledText]], leading: Set<Int> = [0], expendability: [Int]? = nil) -> [StyledText] {
    let columns = titles.indices.map { index in
      Table.Column("", leading.contains(index) ? .leading : .trailing, expendability: expendability?[index] ?? index)
    }
    let table = Table(columns, rows: [titles.map { StyledText(language.say($0), .muted) }] + rows)
    return Array(TableLayout(table, within: self.columns).lines(of: table).dropFirst())
  }

  private func cell<Value>(_ value: Value?, _ text: (Value) -> String) -> StyledText {
    value.map { StyledText(text($0)) } ?? StyledText("—", .muted)
  }

  private func number(_ value: Int?, isBad: Bool = false) -> StyledText {
    value.map { StyledText(language.figures.integer($0), isBad ? .caution : .text) } ?? StyledText("—", .muted)
  }

  /// The recent events, newest first, below their heading.
  private var events: [StyledText] {
    let ages = monitor.events.prefix(Self.maxEvents).map { language.figures.age(Int((now - $0.at).components.seconds)) }
    let width = ages.reduce(0) { max($0, $1.columns) }
    let lines = zip(monitor.events, ages).map { event, age in
      StyledText(age.padded(to: width, .trailing) + "  ", .muted) + StyledText(language.say(event.phrase), event.role)
    }
    return [StyledText(language.say(.events), .muted)] + lines.map { $0.truncated(to: columns) }
  }
}

extension StyledText {
  /// Returns the text with all spans muted, except those with a role in `roles`.
  fileprivate func muted(except roles: Set<Role> = []) -> StyledText {
    StyledText(spans.map { roles.contains($0.role) ? $0 : Span($0.text, .muted) })
  }
}
