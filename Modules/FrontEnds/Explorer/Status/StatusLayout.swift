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

  /// Lays out the lines as of `now`. Graphs use what the other lines leave of `rows`.
  init(_ monitor: BusMonitor, _ language: any Language, columns: Int, rows: Int = 0, at now: Moment = .zero) {
    (self.monitor, self.language, self.columns, self.now) = (monitor, language, columns, now)
    guard let facts = monitor.facts(in: language) else {
      lines = linesWithoutBus
      return
    }
    func dimmed(_ lines: [StyledText], except roles: Set<Role> = []) -> [StyledText] {
      monitor.staleness(at: now) == nil ? lines : lines.map { $0.muted(except: roles) }
    }
    let values = values(facts)
    var tables: [StyledText] = []
    // The states of local processes are up to date.
    for table in [
      dimmed(self.lines(of: facts.processes(monitor.loads)), except: [.caution, .bad]), dimmed(self.lines(of: facts.services)),
      dimmed(self.lines(of: facts.timings)), events,
    ] where table.count > 1 {
      tables += [StyledText()] + table
    }
    let graphs = StatusGraphs(monitor.rates, language).lines(columns: columns, available: rows - values.count - 1 - tables.count)
    lines = values + (graphs.isEmpty ? [] : [StyledText()] + dimmed(graphs))
    // An empty line and the headings are above the first process.
    firstProcess = lines.count + 2
    lines += tables
  }

  private var linesWithoutBus: [StyledText] {
    if monitor.isEmbedded {
      return language.say("The explorer reads the embedded catalogue. It uses no bus.").wrapped(to: columns).map { StyledText($0) }
    }
    guard monitor.isLost else { return [StyledText(language.say(Phrase.loading), .muted)] }
    let reasons = [language.say(.busNotResponding), monitor.problem?.detail(in: language)?.printable].compactMap(\.self)
    let hint = monitor.problem?.reason == .noHandshake ? Phrase.checkAddress : .startHint(monitor.startCommand)
    return reasons.flatMap { $0.wrapped(to: columns).map { StyledText($0, .caution) } }
      + [StyledText()] + language.say(hint).wrapped(to: columns).map { StyledText($0) }
  }

  private func values(_ facts: BusFacts) -> [StyledText] {
    var values = facts.all
    if let age = monitor.staleness(at: now) {
      values = values.map { LabeledValue($0.label, values: $0.values.map { $0.muted() }) }
      values[0] = LabeledValue(values[0].label, values: [facts.health, StyledText(language.say("as of {seconds} ago", .age(age)), .muted)])
    }
    return LabeledValueLayout.lines(of: values, labels: LabeledValueLayout.labelWidth(of: [values]), within: columns)
  }

  /// Returns the lines of a table with muted headings; a table without rows has one line.
  private func lines(of table: Table) -> [StyledText] {
    var table = table
    table.rows.insert(table.columns.map { StyledText($0.title, .muted) }, at: 0)
    table.columns = table.columns.map { Table.Column("", $0.alignment, expendability: $0.expendability) }
    return Array(TableLayout(table, within: columns).lines(of: table).dropFirst())
  }

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
  fileprivate func muted(except roles: Set<Role> = []) -> StyledText {
    StyledText(spans.map { roles.contains($0.role) ? $0 : Span($0.text, .muted) })
  }
}
