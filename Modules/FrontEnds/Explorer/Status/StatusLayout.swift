import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// The lines of the status page: health, graphs, processes, services, latencies and events.
struct StatusLayout: Sendable {
  private(set) var lines: [StyledText] = []
  /// The line of each process, in the order of the page.
  private(set) var processLines: [Int] = []
  /// The headings of the processes, which sort them, and their line; `nil` without processes.
  private(set) var headings: (line: Int, columns: [ProcessTable.Heading])?

  private let monitor: BusMonitor
  private let language: any Language
  private let columns: Int
  private let now: Moment

  /// Minimum width for events beside the tables, and for a third graph.
  static let wideColumns = 110

  /// Lays out the lines as of `now`. Graphs use what the other lines leave of `rows`. The cost is proportional to the number of table cells
  /// and samples.
  init(
    _ monitor: BusMonitor, _ language: any Language, columns: Int, rows: Int = 0, order: ProcessOrder = ProcessOrder(),
    at now: Moment = .zero
  ) {
    self.monitor = monitor
    self.language = language
    self.columns = columns
    self.now = now
    guard let snapshot = monitor.snapshot else {
      lines = linesWithoutBus
      return
    }
    let isStale = monitor.staleness(at: now) != nil
    func dimmed(_ lines: [StyledText], except roles: Set<Role> = []) -> [StyledText] {
      isStale ? lines.map { $0.muted(except: roles) } : lines
    }
    let facts = facts(snapshot)
    let processes = order.sorted(snapshot.processes, monitor.loads)
    let processTable = ProcessTable(processes, monitor.loads, language, columns: columns)
    var tables: [StyledText] = []
    // The states of local processes are up to date.
    let processLines = dimmed(processTable.lines, except: [.caution, .bad])
    for group in [processLines, dimmed(services(snapshot)), dimmed(timings(snapshot))] where !group.isEmpty {
      tables += [StyledText()] + group
    }
    addEvents(to: &tables)
    let graphs = StatusGraphs(monitor.rates, language, columns: columns, available: rows - facts.count - 1 - tables.count).lines
    lines = facts + (graphs.isEmpty ? [] : [StyledText()] + dimmed(graphs))
    // An empty line and the headings are above the first process.
    if !processes.isEmpty { headings = (lines.count + 1, processTable.headings) }
    self.processLines = processes.indices.map { lines.count + 2 + $0 }
    lines += tables
  }

  private var linesWithoutBus: [StyledText] {
    if monitor.isEmbedded { return language.say(.embeddedStatus).wrapped(to: columns).map { StyledText($0) } }
    guard monitor.isReachable == false, !monitor.isStarting else { return [StyledText(language.say(StatusPhrase.loading), .muted)] }
    let reasons = [language.say(.busNotResponding), monitor.problem?.detail(in: language)?.printable].compactMap(\.self)
    let hint =
      monitor.problem?.reason == .noHandshake
      ? language.say(.checkAddress) : language.say(.startHint(monitor.startCommand))
    return reasons.flatMap { $0.wrapped(to: columns).map { StyledText($0, .caution) } }
      + [StyledText()] + hint.wrapped(to: columns).map { StyledText($0) }
  }

  // MARK: Facts

  /// Text between the parts of a fact.
  private var separator: String { language.vocabulary.separator }

  private func facts(_ snapshot: BusSnapshot) -> [StyledText] {
    let figures = language.figures
    var facts: [(String, StyledText)] = [(language.say(.origin), origin(snapshot)), (language.say(.cache), cache(snapshot))]
    if let index = index(snapshot) { facts.append((language.say(.index), index)) }
    facts += [
      (language.say(StatusPhrase.requests), StyledText(figures.integer(snapshot.requests))),
      (language.say(.uptime), StyledText(figures.duration(snapshot.uptime))),
    ]
    if let listeners = snapshot.listeners { facts.append((language.say(.listeners), StyledText(figures.integer(listeners)))) }
    // Slow consumers are worth a line only if there are any.
    if !snapshot.slow.isEmpty { facts.append((language.say(.slowConsumers), slow(snapshot))) }
    var health = BusHealth.text(monitor, snapshot, language)
    if let age = monitor.staleness(at: now) {
      health += LabeledValue.separator + StyledText(language.say(.figuresAge(age)), .muted)
      facts = facts.map { ($0.0, $0.1.muted()) }
    }
    return aligned([(language.say(.health), health)] + facts)
  }

  private func cache(_ snapshot: BusSnapshot) -> StyledText {
    guard let cache = snapshot.cache else { return missing(.cache) }
    let ratio = cache.hitRatio.map { language.say(.hits(language.figures.percent($0))) } ?? language.say(.noRequests)
    let entries = cache.entries.map { StyledText(language.say(.entries($0, size: language.figures.bytes(cache.bytes)))) }
    return StyledText("\(ratio)\(separator)") + (entries ?? StyledText("—", .muted))
  }

  private func origin(_ snapshot: BusSnapshot) -> StyledText {
    guard let fetches = snapshot.fetches else { return missing(.fetch) }
    // The worst state counts: each fetcher has its own view of a server.
    let worst = snapshot.servers.max { severity($0) < severity($1) }
    var parts: [StyledText] = worst.map { [BusHealth.originState($0, language)] } ?? []
    parts.append(StyledText(fetches.count > 0 ? language.say(.fetches(fetches.count)) : language.say(.noRequests)))
    if fetches.failures > 0 { parts.append(StyledText(language.say(.failed(fetches.failures)), .caution)) }
    if let timing = snapshot.originTiming {
      let figures = language.figures
      parts.append(
        StyledText(language.say(.originLatency(median: figures.milliseconds(timing.p50), p99: figures.milliseconds(timing.p99)))))
    }
    if let worst { parts.append(StyledText(worst.origin, .muted)) }
    return parts.joined(by: StyledText(separator))
  }

  private func severity(_ status: OriginStatus) -> Int {
    switch status.circuit {
    case .open: 4
    case .halfOpen: 3
    case .closed: status.failingSince != nil ? 2 : status.retryAfter != nil ? 1 : 0
    }
  }

  private func index(_ snapshot: BusSnapshot) -> StyledText? {
    guard let indexed = snapshot.indexed else { return nil }
    let state = language.say(indexed.isComplete ? .complete : .indexing)
    let text =
      StyledText("\(language.say(.indexed(indexed.records, of: indexed.of)))\(separator)")
      + StyledText(state, indexed.isComplete ? .good : .caution)
    guard let warning = indexed.warning else { return text }
    return text + StyledText(separator) + StyledText(language.say(FindingPhrase(indexWarning: warning)), .caution)
  }

  private func slow(_ snapshot: BusSnapshot) -> StyledText {
    let peers = snapshot.slow.map { peer -> String in
      // The identity of a connection means nothing to people.
      let name = peer.name?.printable ?? language.say(.unnamedPeer(service: peer.service?.printable))
      let counts = [
        peer.waiting > 0 ? language.say(.queuedMessages(peer.waiting)) : nil,
        peer.dropped > 0 ? language.say(.droppedMessages(peer.dropped)) : nil,
      ]
      return "\(name) (\(counts.compactMap(\.self).joined(separator: separator)))"
    }
    return StyledText(peers.joined(separator: separator), .caution)
  }

  private func missing(_ service: ServiceName) -> StyledText {
    StyledText(BusHealth.absence(of: service, monitor, language) { language.say(.noWorker($0)) }, .caution)
  }

  // MARK: Tables

  private func services(_ snapshot: BusSnapshot) -> [StyledText] {
    let known = snapshot.services.map(\.name)
    let missing = [ServiceName.cache, .fetch, .search].map(\.text).filter { !known.contains($0) }
    let rows = snapshot.services.map { service in
      [
        StyledText(service.name.printable, .accent), StyledText(integer(service.workers), service.workers == 0 ? .caution : .text),
        StyledText("\(integer(service.inFlight))/\(integer(service.credit))"),
        StyledText(integer(service.queued), service.queued > 0 ? .caution : .text),
        service.requests.map { StyledText(integer($0)) } ?? StyledText("—", .muted),
      ]
    }
    let absent = missing.map { [StyledText($0, .muted), StyledText("0", .caution)] + Array(repeating: StyledText("—", .muted), count: 3) }
    return table([.service, .workers, .busy, .queued, .requests], rows + absent)
  }

  private func timings(_ snapshot: BusSnapshot) -> [StyledText] {
    guard !snapshot.timings.isEmpty else { return [] }
    // Like the graph. Workers of an earlier version report the time since their start only.
    let isRecent = snapshot.timings.allSatisfy(\.isRecent)
    return table(
      [.timing, .count, .median, .p90, isRecent ? .recentP99 : .p99, .max],
      snapshot.timings.map { timing in
        let times: [Double?] = [timing.p50, timing.p90, isRecent ? timing.recentP99 : timing.p99, timing.max]
        return [StyledText("\(timing.service) \(timing.name)".printable), StyledText(integer(timing.count))]
          + times.map { time in time.map { StyledText(language.figures.milliseconds($0)) } ?? StyledText("—", .muted) }
      })
  }

  /// Adds the recent events: beside the tables or, if there is no room, below them.
  private func addEvents(to tables: inout [StyledText]) {
    guard !monitor.events.isEmpty else { return }
    let ages = monitor.events.map { language.figures.age(Int((now - $0.at).components.seconds)) }
    let width = ages.reduce(0) { max($0, $1.columns) }
    let title = StyledText(language.say(.events), .muted)
    let events = zip(monitor.events, ages).map { StyledText($1.padded(to: width, .trailing) + "  ", .muted) + $0.text(language) }
    let beside = tables.reduce(0) { max($0, $1.columns) } + 2 * StatusGraphs.gap
    guard columns >= Self.wideColumns, columns - beside >= 40 else {
      tables += [StyledText(), title] + events.prefix(Self.maxEventsBelow).map { $0.truncated(to: columns) }
      return
    }
    // Beside the first table, below the empty line before it.
    for (offset, text) in ([title] + events).prefix(max(tables.count - 1, 6)).enumerated() {
      let line = offset + 1
      while line >= tables.count { tables.append(StyledText()) }
      let space = String(repeating: " ", count: max(0, beside - tables[line].columns))
      tables[line] += StyledText(space) + text.truncated(to: columns - beside)
    }
  }

  private static let maxEventsBelow = 10

  /// Lays out a table. The first column is left-aligned, numbers right-aligned. If space is short, the last columns are dropped first.
  private func table(_ titles: [StatusPhrase], _ rows: [[StyledText]]) -> [StyledText] {
    let headings = titles.map { StyledText(language.say($0), .muted) }
    let table = Table(titles.indices.map { Table.Column("", $0 < 1 ? .leading : .trailing, expendability: $0) }, rows: [headings] + rows)
    return Array(TableLayout(table, within: columns).lines(of: table).dropFirst())
  }

  /// Lays out facts in two columns. A value that is wider than its column continues below.
  private func aligned(_ facts: [(String, StyledText)]) -> [StyledText] {
    let width = (facts.map(\.0.columns).max() ?? 0) + 2
    return facts.flatMap { label, value in
      let lines = width + value.columns <= columns ? [value] : value.wrapped(to: max(1, columns - width))
      return lines.enumerated().map { offset, line in
        (StyledText((offset == 0 ? label : "").padded(to: width), .muted) + line).truncated(to: columns)
      }
    }
  }

  private func integer(_ number: Int) -> String { language.figures.integer(number) }
}

extension StyledText {
  /// Returns the text with all spans muted, except those with a role in `roles`.
  fileprivate func muted(except roles: Set<Role> = []) -> StyledText {
    StyledText(
      spans.map { span in
        var span = span
        if !roles.contains(span.role) { span.role = .muted }
        return span
      })
  }
}

/// The table of processes, with the places of the headings that sort it.
struct ProcessTable: Sendable {
  struct Heading: Sendable, Hashable {
    let key: ProcessOrder.Key
    let column, columns: Int
    /// The column behind its text, where the arrow of the order is drawn.
    let end: Int
  }

  /// The headings and one line for each process; empty without processes.
  private(set) var lines: [StyledText] = []
  private(set) var headings: [Heading] = []

  init(_ processes: [BusSnapshot.Process], _ loads: [Int: Double], _ language: any Language, columns width: Int) {
    guard !processes.isEmpty else { return }
    let titles: [String] = [
      language.say(.process), language.say(.pid), language.say(.state), language.say(.load), language.say(.restarts),
      language.say(StatusPhrase.uptime), language.say(.busy),
    ]
    let keys: [ProcessOrder.Key?] = [.name, nil, nil, .load, .restarts, .age, .busy]
    let alignments: [Alignment] = [.leading, .trailing, .leading, .trailing, .trailing, .trailing, .trailing]
    // The state says least while all is well.
    let expendability = [0, 3, 4, 1, 2, 5, 6]
    let rows = processes.map { Self.cells($0, $0.pid.flatMap { loads[$0] }, language) }
    let table = Table(
      titles.indices.map { Table.Column("", alignments[$0], expendability: expendability[$0]) },
      rows: [titles.map { StyledText($0, .muted) }] + rows)
    let layout = TableLayout(table, within: width)
    lines = Array(layout.lines(of: table).dropFirst())
    var column = 0
    for index in titles.indices where layout.widths[index] > 0 {
      let width = layout.widths[index]
      if let key = keys[index] {
        let end = alignments[index] == .trailing ? column + width : column + min(width, titles[index].columns)
        headings.append(Heading(key: key, column: column, columns: width, end: end))
      }
      column += width + TableLayout.gap
    }
  }

  private static func cells(_ process: BusSnapshot.Process, _ load: Double?, _ language: any Language) -> [StyledText] {
    let (figures, dash) = (language.figures, StyledText("—", .muted))
    return [
      StyledText(process.name, .accent), process.pid.map { StyledText(String($0)) } ?? dash,
      StyledText(
        language.say(.processState(process.state)), process.state == "running" ? .text : process.state == "failed" ? .bad : .caution),
      load.map { StyledText(figures.percent($0, places: 0)) } ?? dash,
      process.restarts.map { StyledText(figures.integer($0), $0 > 0 ? .caution : .text) } ?? dash,
      process.uptime.map { StyledText(figures.age($0)) } ?? dash, process.inFlight.map { StyledText(figures.integer($0)) } ?? dash,
    ]
  }
}
