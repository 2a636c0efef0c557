import Localization
import MessageBus
public import Models
import Presentation

/// One record with all it says; what it points to is loaded together and called by name.
public struct RecordModel: PageModel {
  public let reference: Reference
  /// The first line that is shown.
  public private(set) var top = 0
  /// The place the cursor is on, once someone moved it.
  private var moved: Int?
  /// The record was on the screen: what it points to is wanted.
  private(set) var isWanted = false
  /// Someone asked the origin again and waits for what it says.
  private var isReloading = false

  public init(_ reference: Reference) { self.reference = reference }

  public var subject: Reference? { reference }

  public func content(_ library: Library) -> Loadable<Record> {
    switch library[reference] {
    case .known(let entry): .loaded(entry.record)
    case .failed(let problem): .failed(problem)
    case .unknown, .loading: .loading
    }
  }

  /// The place the cursor is on: at first the first record that can be followed, if it is among the `height` lines that are shown.
  public func selection(in rows: [RecordLayout.Row], height: Int) -> Int? {
    guard !rows.isEmpty else { return nil }
    return moved.map { min($0, rows.count - 1) } ?? rows.firstIndex { $0.reference != nil && $0.lines.lowerBound < height } ?? 0
  }

  private func selection(in window: RecordWindow) -> Int? { selection(in: window.rows, height: window.height) }

  public mutating func appear(_ work: inout Work) {
    isWanted = true
    work.need([reference])
    if let record = work.library[known: reference]?.record { work.need(record.references) }
    settle(RecordWindow(reference, work))
  }

  public mutating func learnt(_ reference: Reference, _ work: inout Work) {
    guard reference == self.reference else { return }
    if isReloading, let problem = work.library.failure(reference) {
      work.remark = Remark(work.language.say(.notReloaded(problem.reason)), .bad)
    }
    isReloading = false
    if isWanted, let record = work.library[known: reference]?.record { work.need(record.references) }
    settle(RecordWindow(reference, work))
  }

  public mutating func heed(_ notice: Notice, _ work: inout Work) {
    // What failed is asked for again, and what may have changed.
    if notice.isReasonToRetry, isWanted { appear(&work) }
  }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let window = RecordWindow(reference, work)
    switch action {
    case .up: step(by: -1, window)
    case .down: step(by: 1, window)
    case .left: return turn(by: -1, window)
    case .right: return turn(by: 1, window)
    case .pageUp: leap(by: -max(1, window.height - 1), window)
    case .pageDown: leap(by: max(1, window.height - 1), window)
    case .first: go(to: 0, window, showingLine: 0)
    case .last: go(to: window.rows.count - 1, window, showingLine: window.lines - 1)
    case .open: follow(window, &work)
    case .copy: copy(window, &work)
    case .reload:
      isReloading = true
      work.refresh(reference, revalidate: true)
    default: return false
    }
    return true
  }

  private func follow(_ window: RecordWindow, _ work: inout Work) {
    guard !window.rows.isEmpty else { return work.need([reference]) }
    guard let row = selection(in: window), let target = window.rows[row].reference else { return }
    work.go(.record(target))
  }

  private func copy(_ window: RecordWindow, _ work: inout Work) {
    guard let row = selection(in: window) else { return }
    let text = window.rows[row].text
    work.order(.copy(text))
    let start = text.prefix { !$0.isNewline }
    work.remark = Remark(work.language.say(.copied(start.count > 40 ? String(start.prefix(40)) + "…" : String(start))), .good)
  }

  public mutating func point(_ row: Int, _ work: inout Work) {
    let window = RecordWindow(reference, work)
    guard window.rows.indices.contains(row) else { return }
    let isSecond = moved == row
    go(to: row, window, showingLine: window.rows[row].lines.lowerBound)
    if isSecond { follow(window, &work) }
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    let window = RecordWindow(reference, work)
    top += lines
    settle(window)
    carry(window)
  }
}

/// Moving about.
extension RecordModel {
  /// To the nearest place on the next line that has one; through a text that is longer than the window line by line.
  private mutating func step(by direction: Int, _ window: RecordWindow) {
    guard let current = selection(in: window) else { return }
    let row = window.rows[current]
    if direction > 0, row.lines.upperBound > top + window.height {
      top += 1
    } else if direction < 0, row.lines.lowerBound < top {
      top -= 1
    } else if let next = window.neighbour(of: current, direction) {
      let lines = window.rows[next].lines
      go(
        to: next, window,
        showingLine: direction > 0 ? min(lines.upperBound - 1, lines.lowerBound + window.height - 1) : lines.upperBound - 1)
      return
    } else {
      // Labels, headings and the end of the text have no place of their own.
      top += direction
    }
    moved = current
    settle(window)
  }

  /// `false` where nothing stands on that side.
  private mutating func turn(by direction: Int, _ window: RecordWindow) -> Bool {
    guard let current = selection(in: window) else { return false }
    let other = current + direction
    guard window.rows.indices.contains(other), window.rows[other].lines == window.rows[current].lines else { return false }
    go(to: other, window, showingLine: window.rows[other].lines.lowerBound)
    return true
  }

  private mutating func leap(by lines: Int, _ window: RecordWindow) {
    guard let current = selection(in: window) else { return }
    let line = window.rows[current].lines.lowerBound + lines
    top += lines
    settle(window)
    if let target = window.row(nearest: line, window.rows[current].column) { moved = target }
    carry(window)
  }

  private mutating func go(to row: Int, _ window: RecordWindow, showingLine line: Int) {
    guard window.rows.indices.contains(row) else { return }
    moved = row
    if line < top { top = line }
    if line >= top + window.height { top = line - window.height + 1 }
    settle(window)
  }

  /// The window stays within the lines.
  private mutating func settle(_ window: RecordWindow) { top = min(max(0, top), max(0, window.lines - window.height)) }

  /// The cursor stays in the window that moved.
  private mutating func carry(_ window: RecordWindow) {
    guard let current = selection(in: window) else { return }
    let shown = top..<top + window.height
    let row = window.rows[current]
    guard !row.lines.overlaps(shown) else { return }
    moved = window.row(nearest: row.lines.lowerBound < top ? top : shown.upperBound - 1, row.column) ?? current
  }
}
