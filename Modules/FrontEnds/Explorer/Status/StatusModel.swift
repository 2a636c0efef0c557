import Models

/// The state of the status page. ``StatusLayout`` builds the lines from the ``BusMonitor``.
struct StatusModel: PageModel {
  /// The first visible line. May exceed the last line after lines disappeared; drawing clamps it.
  private(set) var top = 0
  var subject: Reference? { nil }

  init() {}

  /// Poll interval while the page is open.
  static let pollInterval = Duration.seconds(1)

  /// Returns the first visible line for a window of `height` rows over `count` lines.
  func top(count: Int, height: Int) -> Int { min(max(0, top), max(0, count - height)) }

  mutating func appear(_ context: inout UpdateContext) { context.emit(.startTimer(.statisticsDue, after: .zero)) }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    // Overrides the monitor's interval, which was set just before.
    if timer == .statisticsDue { context.emit(.startTimer(.statisticsDue, after: Self.pollInterval)) }
  }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = context.layout.body.rows
    switch action {
    case .up: scroll(-1, &context)
    case .down: scroll(1, &context)
    case .pageUp: scroll(1 - height, &context)
    case .pageDown: scroll(height - 1, &context)
    case .first: scroll(.min / 2, &context)
    case .last: scroll(.max / 2, &context)
    case .reload: context.emit(.startTimer(.statisticsDue, after: .zero))
    default: return false
    }
    return true
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    let layout = StatusLayout(context.monitor, context.language, columns: Self.textColumns(context.layout.body))
    top = top(count: layout.lines.count, height: context.layout.body.rows)
    top = min(max(0, top + lines), max(0, layout.lines.count - context.layout.body.rows))
  }

  /// Returns the width of the lines: the pane without a margin of one column on either side.
  static func textColumns(_ rect: Rect) -> Int { max(1, rect.columns - 2) }
}
