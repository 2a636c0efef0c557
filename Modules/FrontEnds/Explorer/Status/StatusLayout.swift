import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

/// The lines of the status page: facts, rates, services, workers and latencies.
struct StatusLayout: Sendable {
  private(set) var lines: [StyledText] = []

  private let monitor: BusMonitor
  private let language: any Language
  private let columns: Int

  /// Lays out the lines. The cost is proportional to the number of table cells.
  init(_ monitor: BusMonitor, _ language: any Language, columns: Int) {
    self.monitor = monitor
    self.language = language
    self.columns = columns
    lines = monitor.snapshot.map { self.lines(of: $0) } ?? self.linesWithoutBus
  }

  private var linesWithoutBus: [StyledText] {
    if monitor.isEmbedded { return language.say(.embeddedStatus).wrapped(to: columns).map { StyledText($0) } }
    guard monitor.isReachable == false, !monitor.isStarting else { return [StyledText(language.say(StatusPhrase.loading), .muted)] }
    let reasons = [language.say(StatusPhrase.noBus), monitor.problem?.detail?.printable].compactMap(\.self)
    return reasons.flatMap { $0.wrapped(to: columns).map { StyledText($0, .caution) } }
      + [StyledText()] + language.say(.startHint(startCommand)).wrapped(to: columns).map { StyledText($0) }
  }

  /// The command that starts the services on this bus; a fleet on another bus would not help.
  private var startCommand: String { "holocron up" + (monitor.bus.map { " --bus \($0.printable)" } ?? "") }

  private func lines(of snapshot: BusSnapshot) -> [StyledText] {
    let groups = [facts(snapshot), rates, services(snapshot), workers(snapshot), timings(snapshot)].filter { !$0.isEmpty }
    return groups.reduce(into: []) { lines, group in
      if !lines.isEmpty { lines.append(StyledText()) }
      lines += group
    }
  }

  // MARK: Facts

  private func facts(_ snapshot: BusSnapshot) -> [StyledText] {
    let figures = language.figures
    var facts: [(String, StyledText)] = [
      (language.say(.uptime), StyledText(figures.duration(snapshot.uptime))),
      (language.say(StatusPhrase.requests), StyledText(figures.integer(snapshot.requests))),
      (language.say(.subscriptions), StyledText(figures.integer(snapshot.subscriptions))),
      (language.say(.cache), cache(snapshot)),
      (language.say(.origin), origin(snapshot)),
    ]
    if let index = index(snapshot) { facts.append((language.say(.index), index)) }
    facts.append((language.say(.slowConsumers), slow(snapshot)))
    return aligned(facts)
  }

  private func cache(_ snapshot: BusSnapshot) -> StyledText {
    guard let cache = snapshot.cache else { return missing(.cache) }
    let ratio = cache.hitRatio.map { language.say(.hits(language.figures.percent($0))) } ?? language.say(.noRequests)
    return StyledText("\(ratio), \(language.say(.entries(cache.entries, size: language.figures.bytes(cache.bytes))))")
  }

  private func origin(_ snapshot: BusSnapshot) -> StyledText {
    guard let fetches = snapshot.fetches else { return missing(.fetch) }
    let fetchers = snapshot.services.first { $0.name == ServiceName.fetch.text }?.workers ?? 1
    // If there are several fetchers, the others may have served requests.
    guard fetches.count > 0 || fetchers > 1 else { return StyledText(language.say(.noRequests)) }
    var text = StyledText(language.say(.fetches(fetches.count, fetchers: fetchers)))
    if fetches.failures > 0 { text += StyledText(", ") + StyledText(language.say(.failed(fetches.failures)), .caution) }
    return text
  }

  private func index(_ snapshot: BusSnapshot) -> StyledText? {
    guard let indexed = snapshot.indexed else { return nil }
    let state = language.say(indexed.isComplete ? .complete : .indexing)
    let text =
      StyledText("\(language.say(.indexed(indexed.records, of: indexed.of))), ")
      + StyledText(state, indexed.isComplete ? .good : .caution)
    guard let warning = indexed.warning else { return text }
    return text + StyledText(", ") + StyledText(language.say(FindingPhrase(indexWarning: warning)), .caution)
  }

  private func slow(_ snapshot: BusSnapshot) -> StyledText {
    guard !snapshot.slow.isEmpty else { return StyledText(language.say(StatusPhrase.none), .muted) }
    let peers = snapshot.slow.map { peer -> String in
      let name = peer.service?.printable ?? language.say(.client)
      let counts = [
        peer.waiting > 0 ? language.say(.queuedMessages(peer.waiting)) : nil,
        peer.dropped > 0 ? language.say(.droppedMessages(peer.dropped)) : nil,
      ]
      return "\(peer.name?.printable ?? "\(name) \(peer.id.printable)") (\(counts.compactMap(\.self).joined(separator: ", ")))"
    }
    return StyledText(peers.joined(separator: ", "), .caution)
  }

  private func missing(_ service: ServiceName) -> StyledText { StyledText(language.say(.noWorker(service.executable)), .caution) }

  // MARK: Rates

  private var rates: [StyledText] {
    let samples = monitor.rates.samples
    guard let last = samples.last else { return [] }
    return [
      rate(.requestRate, last.requests, samples.map(\.requests)), rate(.fetchRate, last.fetches, samples.map(\.fetches)),
      rate(.queued, Double(last.queued), samples.map { Double($0.queued) }, places: 0),
    ]
  }

  private func rate(_ title: StatusPhrase, _ last: Double, _ values: [Double], places: Int = 1) -> StyledText {
    let number = language.figures.decimal(last, places: places).padded(to: 9, .trailing)
    let head = StyledText(language.say(title).padded(to: labelWidth), .muted) + StyledText(number) + StyledText("  ")
    return head + StyledText(Sparkline.text(values, columns: min(RateHistory.capacity, columns - head.columns)), .accent)
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

  private func workers(_ snapshot: BusSnapshot) -> [StyledText] {
    guard !snapshot.workers.isEmpty else { return [] }
    return table(
      [.worker, .service, .busy],
      snapshot.workers.map { worker in
        [
          StyledText(worker.id.printable), StyledText(worker.service.printable, .accent),
          StyledText("\(integer(worker.holds))/\(integer(worker.credit))"),
        ]
      }, leading: 2)
  }

  private func timings(_ snapshot: BusSnapshot) -> [StyledText] {
    guard !snapshot.timings.isEmpty else { return [] }
    return table(
      [.timing, .count, .median, .p90, .p99, .max],
      snapshot.timings.map { timing in
        [StyledText("\(timing.service) \(timing.name)".printable), StyledText(integer(timing.count))]
          + [timing.p50, timing.p90, timing.p99, timing.max].map { StyledText(language.figures.milliseconds($0)) }
      })
  }

  /// Lays out a table. The first `leading` columns are left-aligned, numbers right-aligned. If space is short, the last columns are dropped
  /// first.
  private func table(_ titles: [StatusPhrase], _ rows: [[StyledText]], leading: Int = 1) -> [StyledText] {
    let columns = titles.indices.map { index in
      Table.Column("", index < leading ? .leading : .trailing, expendability: index)
    }
    let headings = titles.map { StyledText(language.say($0), .muted) }
    let table = Table(columns, rows: [headings] + rows)
    return Array(TableLayout(table, within: self.columns).lines(of: table).dropFirst())
  }

  private func aligned(_ facts: [(String, StyledText)]) -> [StyledText] {
    facts.map { StyledText($0.0.padded(to: labelWidth), .muted) + $0.1 }.map { $0.truncated(to: columns) }
  }

  private var labelWidth: Int {
    let labels: [StatusPhrase] = [
      .uptime, .requests, .subscriptions, .cache, .origin, .index, .slowConsumers, .requestRate, .fetchRate, .queued,
    ]
    return (labels.map { language.say($0).columns }.max() ?? 0) + 2
  }

  private func integer(_ number: Int) -> String { language.figures.integer(number) }
}
