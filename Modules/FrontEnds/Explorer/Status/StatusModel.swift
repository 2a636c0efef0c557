public import Models

/// What runs on the bus, live: its lines are made by ``StatusLayout`` from what the ``Monitor`` knows.
public struct StatusModel: PageModel {
  /// The first line in the window. It may lie beyond the last after lines went; what draws keeps it in bounds.
  public private(set) var top = 0
  public var subject: Reference? { nil }

  public init() {}

  /// How often statistics are asked for while they are looked at.
  static let pace = Duration.seconds(1)

  /// Where the window begins that shows `count` lines in `height` rows.
  public func top(count: Int, height: Int) -> Int { min(max(0, top), max(0, count - height)) }

  public mutating func appear(_ work: inout Work) { work.order(.wake(.statisticsDue, after: .zero)) }

  public mutating func ring(_ alarm: Alarm, _ work: inout Work) {
    // After the monitor has set it for its own pace.
    if alarm == .statisticsDue { work.order(.wake(.statisticsDue, after: Self.pace)) }
  }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let height = work.layout.body.rows
    switch action {
    case .up: scroll(-1, &work)
    case .down: scroll(1, &work)
    case .pageUp: scroll(1 - height, &work)
    case .pageDown: scroll(height - 1, &work)
    case .first: scroll(.min / 2, &work)
    case .last: scroll(.max / 2, &work)
    case .reload: work.order(.wake(.statisticsDue, after: .zero))
    default: return false
    }
    return true
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    let layout = StatusLayout(work.monitor, work.language, columns: Self.textColumns(work.layout.body))
    top = top(count: layout.lines.count, height: work.layout.body.rows)
    top = min(max(0, top + lines), max(0, layout.lines.count - work.layout.body.rows))
  }

  /// The columns of the lines: a margin of one on either side.
  public static func textColumns(_ rect: Rect) -> Int { max(1, rect.columns - 2) }
}
