import Localization
import Presentation

/// The connection state: `3 marked · ● 4 workers · updated 2 min ago`. Shows how many records are marked, whether the bus is reachable and
/// records can be requested, how many requests are pending and how old the visible records are.
enum ConnectionState {
  /// Returns as much of the state as fits into `columns`; the dot for the bus is left out last. The dot and the number of marks may take up to
  /// `least` columns, even if `columns` is less. During a fault of the bus, they and the description of the fault may take up to `fault` columns.
  static func text(_ context: RenderContext, within columns: Int, atLeast least: Int = 0, forFault fault: Int = 0) -> StyledText {
    let (marks, bus) = (marks(context), bus(context))
    let pending =
      context.explorer.monitor.showsPendingIndicator
      ? StyledText("⟳ \(context.language.figures.integer(context.explorer.foregroundRequestCount))", .muted) : nil
    let whole = bus.dot + bus.text
    let isFault = bus.dot.spans.first?.role == .bad
    let most = max(columns, least, isFault ? fault : 0)
    let forText = isFault ? most : columns
    let candidates: [(parts: [StyledText?], room: Int)] = [
      ([marks, whole, pending, freshness(context)], columns), ([marks, whole, pending], columns), ([marks, whole], forText),
      ([marks, bus.dot], most), ([bus.dot], most),
    ]
    for candidate in candidates {
      let text = candidate.parts.compactMap(\.self).joined(by: LabeledValue.separator)
      if text.columns <= candidate.room { return text }
    }
    return StyledText()
  }

  /// Draws a state, which ``text(_:within:atLeast:)`` has returned, so that it ends before `end`. A click on the number of marks compares them.
  static func draw(_ state: StyledText, on canvas: inout Canvas, endingAt end: Int, row: Int, _ context: RenderContext) {
    canvas.put(state, column: end - state.columns, row: row, width: state.columns)
    guard let marks = marks(context), state.text.hasPrefix(marks.text) else { return }
    canvas.mark(Rect(column: end - state.columns, row: row, columns: marks.columns, rows: 1), as: .action(.compare))
  }

  private static func marks(_ context: RenderContext) -> StyledText? {
    let count = context.explorer.marked.count
    return count == 0 ? nil : StyledText("• ", .good) + StyledText(context.language.say(.marked(count)))
  }

  /// The state of the bus and, if it serves records, of the origin. Red means that new records cannot be shown.
  private static func bus(_ context: RenderContext) -> (dot: StyledText, text: StyledText) {
    let (monitor, language) = (context.explorer.monitor, context.language)
    func state(_ dot: String, _ role: Role, _ text: String, _ textRole: Role) -> (dot: StyledText, text: StyledText) {
      (StyledText(dot, role), StyledText(" " + text, textRole))
    }
    if monitor.isEmbedded { return state("●", .good, language.say(.embedded), .text) }
    switch monitor.isStarting ? nil : monitor.isReachable {
    case nil: return state("○", .muted, language.say(.connecting), .muted)
    case false?: return state("○", .bad, language.say(ChromePhrase.noBus), .bad)
    case true?:
      if let missing = monitor.missing { return state("●", .bad, language.say(missing), .bad) }
      if monitor.isOriginFailing { return state("●", .bad, language.say(.originFails), .bad) }
      return state("●", .good, language.say(.workers(monitor.workers)), .text)
    }
  }

  /// Returns the age of the oldest visible record.
  private static func freshness(_ context: RenderContext) -> StyledText? {
    let explorer = context.explorer
    guard !explorer.monitor.isEmbedded else { return nil }
    let entries = explorer.page.model.visibleRecords(in: context.layout).compactMap { context.cache.entry(for: $0) }
    guard let age = entries.map({ $0.age(at: context.now) }).max() else { return nil }
    if explorer.monitor.isReachable == false { return StyledText(context.language.say(.offline), .caution) }
    if entries.contains(where: \.provenance.isStale) { return StyledText(context.language.say(.stale(age)), .caution) }
    return StyledText(context.language.say(.fresh(age)), .muted)
  }
}
