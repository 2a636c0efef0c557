import Contracts
import Localization
import MessageBus
import Presentation
import Text

/// How the bus is, in words.
enum BusHealth {
  /// Returns what to run if `problem` is a missing bus or worker, one line each; empty for other problems, and while a bus is being started.
  static func remedies(_ problem: Problem, _ context: RenderContext) -> [StyledText] {
    let (monitor, language) = (context.explorer.monitor, context.language)
    guard !monitor.isEmbedded, !monitor.isStarting else { return [] }
    switch problem.type {
    case ProblemType.noWorker where monitor.workers == 0: return [StyledText(language.say(.startHint(monitor.startCommand)))]
    case ProblemType.noBus, ProblemType.noWorker: return problem.advice(bus: monitor.bus, in: language).map { StyledText($0.printable) }
    default: return []
    }
  }

  /// Returns a sentence for the first screen, as long as fits: `● all services are running · 260 records indexed · 75 % hits`.
  static func sentence(_ context: RenderContext, within columns: Int) -> StyledText {
    let (monitor, language) = (context.explorer.monitor, context.language)
    if monitor.isEmbedded { return StyledText(language.say(.embedded), .muted) }
    guard let facts = monitor.facts(in: language) else {
      guard monitor.isLost else { return StyledText(language.say(.connecting), .muted) }
      return StyledText("○ \(language.say(.busNotResponding))", .bad)
    }
    let snapshot = facts.snapshot
    var parts = [facts.health]
    if monitor.isReachable == true, monitor.workers == 0 { parts.append(StyledText(language.say(.startHint(monitor.startCommand)))) }
    if let indexed = snapshot.indexed {
      parts.append(StyledText(language.say(.indexed(indexed.records, of: indexed.isComplete ? nil : indexed.of)), .muted))
    }
    if let ratio = snapshot.hitRatio { parts.append(StyledText(language.say(.hits(language.figures.percent(ratio))), .muted)) }
    while parts.count > 1, parts.joined(by: LabeledValue.separator).columns > columns { parts.removeLast() }
    return parts.joined(by: LabeledValue.separator)
  }
}

/// The connection state: `3 marked · ● 4 workers · ⟳ 2 · updated 2 min ago`.
enum ConnectionState {
  /// Returns as much of the state as fits into `columns`; the dot is left out last. The dot and the number of marks may take up to `least`
  /// columns, and during a fault of the bus, they and its description up to `fault`.
  static func text(_ context: RenderContext, within columns: Int, atLeast least: Int = 0, forFault fault: Int = 0) -> StyledText {
    let (marks, bus) = (marks(context), bus(context))
    let dot = StyledText([bus.spans[0]])
    let isFault = bus.spans[0].role == .bad
    let most = max(columns, least, isFault ? fault : 0)
    let pending =
      context.explorer.monitor.showsPendingIndicator
      ? StyledText("⟳ \(context.language.figures.integer(context.explorer.foregroundRequestCount))", .muted) : nil
    let candidates: [(parts: [StyledText?], room: Int)] = [
      ([marks, bus, pending, freshness(context)], columns), ([marks, bus, pending], columns), ([marks, bus], isFault ? most : columns),
      ([marks, dot], most), ([dot], most),
    ]
    let texts = candidates.lazy.map { ($0.parts.compactMap(\.self).joined(by: LabeledValue.separator), $0.room) }
    return texts.first { $0.columns <= $1 }?.0 ?? StyledText()
  }

  /// Draws what ``text(_:within:atLeast:forFault:)`` has returned before `end`. A click on the number of marks compares them.
  static func draw(_ state: StyledText, on canvas: inout Canvas, endingAt end: Int, row: Int, _ context: RenderContext) {
    canvas.put(state, column: end - state.columns, row: row, width: state.columns)
    guard let marks = marks(context), state.text.hasPrefix(marks.text) else { return }
    canvas.mark(Rect(column: end - state.columns, row: row, columns: marks.columns, rows: 1), as: .action(.compare))
  }

  private static func marks(_ context: RenderContext) -> StyledText? {
    let count = context.explorer.marked.count
    return count == 0 ? nil : StyledText("• ", .good) + StyledText(context.language.say(.marked(count)))
  }

  /// Returns the state of the bus and the origin behind a dot; red means that new records cannot be shown.
  private static func bus(_ context: RenderContext) -> StyledText {
    let monitor = context.explorer.monitor
    func state(_ dot: String, _ role: Role, _ phrase: Phrase) -> StyledText {
      StyledText(dot, role) + StyledText(" \(context.language.say(phrase))", role == .good ? .text : role)
    }
    if monitor.isEmbedded { return state("●", .good, .embedded) }
    if monitor.isLost { return state("○", .bad, .noBus) }
    guard monitor.isReachable == true, !monitor.isStarting else { return state("○", .muted, .connecting) }
    if let missing = monitor.missing { return state("●", .bad, missing) }
    return monitor.isOriginFailing ? state("●", .bad, .originFails) : state("●", .good, .workers(monitor.workers))
  }

  private static func freshness(_ context: RenderContext) -> StyledText? {
    let explorer = context.explorer
    guard !explorer.monitor.isEmbedded else { return nil }
    let entries = explorer.page.visibleRecords(in: context.layout).compactMap { context.records[$0] }
    guard let age = entries.map({ $0.age(at: context.now) }).max() else { return nil }
    if explorer.monitor.isReachable == false { return StyledText(context.language.say(.offline), .caution) }
    if entries.contains(where: \.provenance.isStale) { return StyledText(context.language.say(.stale(age)), .caution) }
    return StyledText(context.language.say(.fresh(age)), .muted)
  }
}
