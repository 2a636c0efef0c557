import Contracts
public import Models

/// A list to pick from that what is typed narrows: actions, records, themes, languages, orders.
public struct PickerModel: PageModel {
  public enum Purpose: Sendable, Hashable {
    /// Actions and records.
    case palette
    /// A record to compare with these.
    case compare([Reference])
    /// A record that the path leads to.
    case path(from: Reference)
    case theme
    case language
    /// A key to sort the list of that kind by.
    case sort(KindName)
  }

  public enum Choice: Sendable, Hashable {
    case action(Action)
    case record(Reference)
    /// By name.
    case theme(String)
    /// By code.
    case language(String)
    /// By the canonical key of the field.
    case order(String)
  }

  public struct Row: Sendable, Hashable {
    public let choice: Choice
    public let title: String
    /// The characters of the title that fit what was typed.
    public let marks: [Range<Int>]

    init(_ choice: Choice, _ title: String, marks: [Range<Int>] = []) {
      self.choice = choice
      self.title = title
      self.marks = marks
    }
  }

  static let limit = 60

  public let purpose: Purpose
  public private(set) var field = TextField()
  public private(set) var rows: [Row] = []
  public private(set) var scroller = Scroller()
  /// All there is to choose from at once; records come from the library and from the search worker.
  private var choices: [PickerChoice] = []
  private var suggested: [Match] = []
  private var suggesting: Ticket?
  /// The selection was moved on purpose and stays with its row.
  private var isMoved = false
  /// What to go back to when nothing is picked.
  private(set) var previewed: Destination?

  public init(_ purpose: Purpose) { self.purpose = purpose }

  public var subject: Reference? { nil }
  public var isTyping: Bool { true }
  public var selected: Row? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  /// How much there is to choose from where nothing is typed, records apart.
  public var offered: Int { choices.count }

  /// Names of records are being asked for.
  public var isBusy: Bool { suggesting != nil }

  public mutating func appear(_ work: inout Work) {
    let isFirst = choices.isEmpty && rows.isEmpty
    if isFirst {
      choices = PickerChoice.all(for: purpose, work)
      previewed = purpose.preview(of: work.look)
      suggest(&work)
    }
    narrow(&work)
    // The one in use is where it begins.
    if isFirst, let index = rows.firstIndex(where: { purpose.isInUse($0.choice, work.look) }) { select(index, work) }
  }

  public mutating func edit(_ edit: TextEdit, _ work: inout Work) {
    guard field.apply(edit) else { return }
    isMoved = false
    suggest(&work)
    narrow(&work)
    preview(&work)
  }

  public mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool {
    guard ticket == suggesting else { return false }
    suggesting = nil
    // Without a search worker the names in the library are all there is.
    if case .suggestions(let matches) = answer { suggested = matches }
    narrow(&work)
    return true
  }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let height = height(work)
    switch action {
    case .up, .previousTab: move(to: (scroller.selection + rows.count - 1) % max(1, rows.count), &work)
    case .down, .nextTab: move(to: (scroller.selection + 1) % max(1, rows.count), &work)
    case .pageUp: move(to: max(0, scroller.selection - height), &work)
    case .pageDown: move(to: min(rows.count - 1, scroller.selection + height), &work)
    case .first: move(to: 0, &work)
    case .last: move(to: rows.count - 1, &work)
    case .open: pick(&work)
    case .cancel, .back, .quit:
      if let ticket = suggesting { work.order(.cancel(ticket)) }
      if let previewed { work.go(previewed) }
      work.go(.dismiss)
    case .left, .right: break
    default: return false
    }
    return true
  }

  public mutating func point(_ row: Int, _ work: inout Work) {
    guard rows.indices.contains(row) else { return }
    if row == scroller.selection { pick(&work) } else { move(to: row, &work) }
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    move(to: min(max(0, scroller.selection + lines), max(0, rows.count - 1)), &work)
  }

  private mutating func move(to row: Int, _ work: inout Work) {
    guard !rows.isEmpty else { return }
    isMoved = true
    select(row, work)
    preview(&work)
  }

  private mutating func select(_ row: Int, _ work: Work) { scroller.select(row, count: rows.count, height: height(work)) }

  /// Themes and languages are tried on while one moves through them.
  private func preview(_ work: inout Work) {
    switch selected?.choice {
    case .theme(let name)?: work.go(.theme(name))
    case .language(let code)?: work.go(.language(code))
    default: break
    }
  }

  private func pick(_ work: inout Work) {
    guard let choice = selected?.choice else { return }
    if let ticket = suggesting { work.order(.cancel(ticket)) }
    switch (choice, purpose) {
    case (.action(let action), _): work.go(.action(action))
    case (.record(let record), .compare(let others)): work.go(.compare(others + [record]))
    case (.record(let record), .path(let from)): work.go(.path(from: from, to: record))
    case (.record(let record), _): work.go(.record(record))
    case (.order(let key), .sort(let kind)): work.go(.sort(kind, key))
    case (.order, _): break
    case (.theme(let name), _):
      work.go(.theme(name))
      work.go(.dismiss)
    case (.language(let code), _):
      work.go(.language(code))
      work.go(.dismiss)
    }
  }

  private func height(_ work: Work) -> Int { PanelLayout(work.layout.body, purpose, offered: offered).rows.rows }

  /// Asks for names at once, from memory of the search worker; what was asked before is of no use any more.
  private mutating func suggest(_ work: inout Work) {
    guard purpose.offersRecords, purpose != .palette || !field.text.isEmpty else { return suggested = [] }
    if let ticket = suggesting { work.order(.cancel(ticket)) }
    suggesting = work.ask(.suggest(field.text, kind: purpose.kind, limit: 20))
  }

  private mutating func narrow(_ work: inout Work) {
    let selected = isMoved ? selected : nil
    rows = PickerChoice.narrowed(choices, suggested, by: FuzzyPattern(field.text), purpose, work.library)
    let place = selected.flatMap { row in rows.firstIndex { $0.choice == row.choice } } ?? 0
    if selected == nil { scroller = Scroller() }
    select(place, work)
  }
}
