import Localization
import Models
import Presentation
import Text

/// The columns of a list and the cells of its rows.
struct ListTable: Sendable {
  /// Width of a column of names, which arrive while the list is scrolled and must not move the columns beside it: the usual width and, if
  /// there is room left, the largest.
  static let nameWidth = 14
  static let maxNameWidth = 24
  /// Width of a column of several names: the least, in which the numerals of films fit, the usual one and, if there is room left, the largest.
  static let namesWidth = (least: 12, usual: 24, largest: 48)
  /// Width that the name of the list's own records may take from other columns. A longer one takes only what they leave.
  static let maxOwnNameWidth = 32
  /// Width of the name below which the next two columns do not press it.
  static let leastOwnNameWidth = 16
  /// Minimum width of a column of words.
  static let textWidth = 12

  /// Everything that the width of a cell depends on besides its record.
  struct Key: Sendable, Hashable {
    let fields: [String]
    let language: String
    let units: UnitSystem
  }

  let fields: [FieldDescription]
  let columns: [Table.Column]
  var key: Key { Key(fields: fields.map(\.key), language: wording.language.code, units: wording.units) }
  private let nameKey: String?
  private let wording: Wording

  /// Creates the columns for `kind`, or a single name column if the kind is unknown. The sort field is always included and is the last
  /// column to be dropped besides the name.
  init(_ kind: KindDescription?, sortedBy sortKey: String? = nil, wording: Wording) {
    self.wording = wording
    nameKey = kind?.fields.first?.key
    guard let kind else {
      (fields, columns) = ([], [Table.Column("", expendability: 0)])
      return
    }
    let standard = ListColumns.fields(of: kind)
    fields = standard + kind.fields.filter { field in field.key == sortKey && !standard.contains { $0.key == sortKey } }
    let nameKey = nameKey
    columns = fields.enumerated().map { index, field in
      let label = wording.label(of: field, in: kind.name)
      let isName = field.key == nameKey
      var column = Table.Column(
        label, Self.isRightAligned(field, of: kind) ? .trailing : .leading,
        expendability: isName ? 0 : field.key == sortKey ? 1 : index + 2,
        minimum: max(8, label.columns))
      // A name or a word can be shortened to keep a number.
      column.yields = field.shape == .reference || (field.shape == .text && !isName)
      if field.shape == .text, !isName { column.minimum = max(Self.textWidth, label.columns) }
      if field.shape == .references { column.minimum = max(Self.namesWidth.least, label.columns) }
      return column
    }
  }

  /// Whether a cell must not be cut: part of a number or a date would be another one.
  private static func isWhole(_ field: FieldDescription) -> Bool {
    switch field.shape {
    case .quantity, .date: true
    case .text, .prose, .reference, .references: false
    }
  }

  /// Whether the column is right-aligned. A film's episode number stands before the name and is aligned like a word.
  private static func isRightAligned(_ field: FieldDescription, of kind: KindDescription) -> Bool {
    field.shape == .quantity && field.key != kind.sortKeys.first
  }

  /// Returns the column widths for a table of `columns` columns; 0 for a hidden column. `widest` are the widths of the widest cells, see
  /// ``cellWidths(of:)``; empty if no record is loaded. A column of numbers is whole or hidden.
  func widths(_ widest: [Int], within columns: Int) -> [Int] {
    var natural = self.columns.map(\.title.columns)
    var fitted = self.columns
    for index in natural.indices {
      if widest.indices.contains(index) { natural[index] = max(natural[index], widest[index]) }
      guard fields.indices.contains(index) else { continue }
      if fields[index].shape == .reference { natural[index] = max(natural[index], Self.nameWidth) }
      if fields[index].shape == .references { natural[index] = max(natural[index], Self.namesWidth.usual) }
      if Self.isWhole(fields[index]) { fitted[index].minimum = natural[index] }
    }
    let name = fields.firstIndex { $0.key == nameKey }
    let longest = name.map { natural[$0] } ?? 0
    if let name {
      let others = fields.indices.prefix(3).filter { $0 != name }.reduce(0) { $0 + fitted[$1].minimum + TableLayout.gap }
      natural[name] = min(longest, Self.maxOwnNameWidth, max(Self.leastOwnNameWidth, columns - others))
    }
    var widths = TableLayout(natural, of: fitted, within: columns).widths
    for index in fields.indices.prefix(3) where widths[index] == 0 && fields[index].shape == .references {
      natural[index] = fitted[index].minimum
      widths = TableLayout(natural, of: fitted, within: columns).widths
    }
    var free = columns - TableLayout.width(of: widths)
    for index in fields.indices where fields[index].shape.isReference && widths[index] > 0 {
      let largest = fields[index].shape == .reference ? Self.maxNameWidth : Self.namesWidth.largest
      let more = min(max(0, free), max(0, largest - widths[index]))
      widths[index] += more
      free -= more
    }
    if let name, widths[name] > 0 { widths[name] += min(max(0, free), max(0, longest - widths[name])) }
    return widths
  }

  /// Returns the width of each cell of a record; 0 for names of other records, which may not be known yet.
  func cellWidths(of record: Record) -> [Int] {
    guard !fields.isEmpty else { return [record.name.printable.columns] }
    return fields.map { field in
      if field.shape.isReference { return 0 }
      return field.key == nameKey ? record.name.printable.columns : wording.brief(record.display(field.key)).columns
    }
  }

  /// Returns one cell per column of `widths`. `ranges` are the characters of the name to highlight.
  func cells(of record: Record, _ records: RecordStore, _ widths: [Int], highlighting ranges: [Range<Int>] = []) -> [StyledText] {
    let name = StyledText.marked(record.name, .accent, at: ranges)
    guard !fields.isEmpty else { return [name] }
    return zip(fields, widths).map { field, width in
      field.key == nameKey ? name : cell(record.display(field.key), records, width)
    }
  }

  private func cell(_ value: DisplayValue?, _ records: RecordStore, _ width: Int) -> StyledText {
    if case .references(let references) = value { return cell(references, records, width) }
    guard case .reference(let reference) = value else { return wording.brief(value) }
    return switch records.label(of: reference) {
    case .loaded(let record): StyledText(record.name.printable)
    case .failed: StyledText("—", .muted)
    case .loading, .empty: StyledText("…", .muted)
    }
  }

  /// Returns the names of records. If they do not fit, those of films become the numerals of their episodes, and of others the last ones a number.
  private func cell(_ references: [Reference], _ records: RecordStore, _ width: Int) -> StyledText {
    let labels = references.map { records.label(of: $0) }
    let records = labels.compactMap(\.value)
    if labels.contains(where: { $0.failure != nil }) { return wording.brief(.references(references)) }
    guard records.count == labels.count else { return StyledText("…", .muted) }
    let episodes = records.compactMap { $0.as(Film.self)?.episode.number }
    // Not more names than columns fit.
    for count in (1...max(1, min(records.count, width))).reversed() {
      let names = records.prefix(count).map(\.name.printable).joined(separator: ", ")
      let text = names + (count < records.count ? " +\(records.count - count)" : "")
      if text.columns <= width { return StyledText(text) }
      if episodes.count == records.count { return StyledText(Episode.numerals(episodes)) }
    }
    return wording.brief(.references(references))
  }
}

extension Shape {
  var isReference: Bool { self == .reference || self == .references }
}

/// The widest cell of each column of a list. Formatting cells costs more than drawing a screen, so each version of a record is measured once.
///
/// A list is measured as a whole, whatever part of it is visible, and its columns never become narrower: scrolling, sorting and filtering
/// leave them where they are.
struct ColumnWidths: Sendable {
  private var key: ListTable.Key?
  /// The version of each record that was measured last, by the request that returned it.
  private var measured: [Reference: RequestID] = [:]
  private(set) var widest: [Int] = []

  mutating func measure(_ entries: some Sequence<RecordStore.Entry>, _ table: ListTable) {
    if key != table.key { self = ColumnWidths() }
    key = table.key
    for entry in entries where measured[entry.record.reference] != entry.request {
      measured[entry.record.reference] = entry.request
      let widths = table.cellWidths(of: entry.record)
      widest = widest.isEmpty ? widths : zip(widest, widths).map { max($0, $1) }
    }
  }
}
