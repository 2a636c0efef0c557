import Localization
import Models
import Presentation
import Text

/// The columns of a list and the cells of its rows.
struct ListTable: Sendable {
  /// Width of a column of names, which arrive while the list is scrolled and must not move the columns beside it; the largest if there is room.
  static let nameWidth = (usual: 14, largest: 24)
  /// The same for several names; the numerals of films fit into the least.
  static let namesWidth = (least: 12, usual: 24, largest: 48)
  /// Width of the list's own names that other columns leave to them, and that they may take from others.
  static let ownNameWidth = (least: 16, largest: 32)
  /// Minimum width of a column of words.
  static let textWidth = 12

  let fields: [Field]
  let columns: [Table.Column]
  /// Everything that the width of a cell depends on besides its record.
  var key: [String] { fields.map(\.key) + [wording.language.code, wording.units.rawValue] }
  private let nameKey: String?
  private let wording: Wording

  /// Creates the columns for `kind`, or a single one for the name. The sort field is included and is the last to be dropped besides the name.
  init(_ kind: Kind?, sortedBy sortKey: String? = nil, wording: Wording) {
    self.wording = wording
    nameKey = kind?.fields.first?.key
    guard let kind else {
      (fields, columns) = ([], [Table.Column("", expendability: 0)])
      return
    }
    let nameKey = nameKey
    fields = ListColumns.fields(of: kind, sortedBy: sortKey)
    columns = fields.enumerated().map { index, field in
      let label = wording.label(of: field, in: kind.name)
      let isName = field.key == nameKey
      // A film's episode number stands before the name and is aligned like a word.
      let isNumber = field.shape == .quantity && field.key != kind.sortKeys.first
      let least = field.shape == .references ? Self.namesWidth.least : field.shape == .text && !isName ? Self.textWidth : 8
      var column = Table.Column(
        label, isNumber ? .trailing : .leading, expendability: isName ? 0 : field.key == sortKey ? 1 : index + 2,
        minimum: max(least, label.columns))
      // A name or a word can be shortened to keep a number.
      column.yields = field.shape == .reference || (field.shape == .text && !isName)
      return column
    }
  }

  /// Returns the column widths within `columns`; 0 for a hidden one. `widest` are the widths of the widest cells; empty if no record is loaded. A
  /// column of numbers is whole or hidden, since part of a number would be another one.
  func widths(_ widest: [Int], within columns: Int) -> [Int] {
    var natural = self.columns.enumerated().map { index, column in
      max(column.title.columns, widest.indices.contains(index) ? widest[index] : 0)
    }
    var fitted = self.columns
    for (index, field) in fields.enumerated() {
      switch field.shape {
      case .reference: natural[index] = max(natural[index], Self.nameWidth.usual)
      case .references: natural[index] = max(natural[index], Self.namesWidth.usual)
      case .quantity, .date: fitted[index].minimum = natural[index]
      case .text, .prose: break
      }
    }
    let name = fields.firstIndex { $0.key == nameKey }
    let longest = name.map { natural[$0] } ?? 0
    if let name {
      let others = fields.indices.prefix(3).filter { $0 != name }.reduce(0) { $0 + fitted[$1].minimum + TableLayout.gap }
      natural[name] = min(longest, Self.ownNameWidth.largest, max(Self.ownNameWidth.least, columns - others))
    }
    var widths = TableLayout(natural, of: fitted, within: columns).widths
    for index in fields.indices.prefix(3) where widths[index] == 0 && fields[index].shape == .references {
      natural[index] = fitted[index].minimum
      widths = TableLayout(natural, of: fitted, within: columns).widths
    }
    // The columns of names, and then the list's own, take the room that is left.
    func grow(_ index: Int, to largest: Int) {
      guard widths[index] > 0 else { return }
      widths[index] += min(max(0, columns - TableLayout.width(of: widths)), max(0, largest - widths[index]))
    }
    for (index, field) in fields.enumerated() where field.shape.isReference {
      grow(index, to: field.shape == .reference ? Self.nameWidth.largest : Self.namesWidth.largest)
    }
    if let name { grow(name, to: longest) }
    return widths
  }

  /// Returns where each visible cell of a row stands, with the index of its column.
  func placed(_ cells: [Int], _ widths: [Int]) -> [(columns: Range<Int>, index: Int)] {
    var position = 0
    return zip(cells, widths).enumerated().compactMap { index, cell in
      guard cell.1 > 0 else { return nil }
      defer { position += cell.1 + TableLayout.gap }
      let inset = columns[index].alignment == .trailing ? max(0, cell.1 - cell.0) : 0
      return (position + inset..<position + cell.1, index)
    }
  }

  /// Returns the width of each cell; 0 for names of other records, which may not be known yet.
  func cellWidths(of record: Record) -> [Int] {
    guard !fields.isEmpty else { return [record.name.printable.columns] }
    return fields.map { field in
      if field.shape.isReference { return 0 }
      return field.key == nameKey ? record.name.printable.columns : wording.brief(record.display(field.key)).columns
    }
  }

  /// Returns one cell per column. `ranges` are the characters of the name to highlight.
  func cells(of record: Record, _ records: RecordStore, _ widths: [Int], highlighting ranges: [Range<Int>] = []) -> [StyledText] {
    let name = StyledText.marked(record.name, .accent, at: ranges)
    guard !fields.isEmpty else { return [name] }
    return zip(fields, widths).map { field, width in
      field.key == nameKey ? name : cell(record.display(field.key), records, width)
    }
  }

  /// Returns a value. If several names do not fit, films become the numerals of their episodes, and the last of other names a number.
  private func cell(_ value: DisplayValue?, _ records: RecordStore, _ width: Int) -> StyledText {
    guard let references = value?.references, !references.isEmpty else { return wording.brief(value) }
    let labels = references.map { records.label(of: $0) }
    let known = labels.compactMap(\.value)
    let isSingle = if case .reference? = value { true } else { false }
    if labels.contains(where: { $0.failure != nil }) { return isSingle ? StyledText("—", .muted) : wording.brief(value) }
    guard known.count == labels.count else { return StyledText("…", .muted) }
    if isSingle { return StyledText(known[0].name.printable) }
    let episodes = known.compactMap(\.episode)
    // Not more names than columns fit.
    for count in (1...max(1, min(known.count, width))).reversed() {
      let names = known.prefix(count).map(\.name.printable).joined(separator: ", ")
      let text = names + (count < known.count ? " +\(known.count - count)" : "")
      if text.columns <= width { return StyledText(text) }
      if episodes.count == known.count { return StyledText(RomanNumeral.list(episodes)) }
    }
    return wording.brief(value)
  }
}

extension ListColumns {
  /// Returns the fields of a list: the usual ones, and the one that it is sorted by.
  static func fields(of kind: Kind, sortedBy sortKey: String?) -> [Field] {
    let usual = fields(of: kind)
    return usual + kind.fields.filter { field in field.key == sortKey && !usual.contains { $0.key == sortKey } }
  }
}

extension Shape {
  var isReference: Bool { self == .reference || self == .references }
}

/// The widest cell of each column of a list. Each version of a record is measured once. Columns never become narrower, so that scrolling,
/// sorting and filtering leave them where they are.
struct ColumnWidths: Sendable {
  private(set) var key: [String]?
  private(set) var widest: [Int] = []

  mutating func measure(_ records: some Sequence<Record>, _ table: ListTable) {
    if key != table.key { self = ColumnWidths() }
    key = table.key
    for record in records {
      let widths = table.cellWidths(of: record)
      widest = widest.isEmpty ? widths : zip(widest, widths).map { max($0, $1) }
    }
  }
}
