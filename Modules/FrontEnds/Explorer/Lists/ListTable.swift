import Localization
import Models
import Presentation
import TerminalText

/// The columns of a list and the cells of its rows.
struct ListTable: Sendable {
  /// Number of rows measured for the column widths. Always the first rows, so that scrolling does not move the columns.
  static let measuredRows = 120

  /// Columns by kind, as canonical keys, where they differ from ``ListColumns``. Unlike a printed table, the screen can show the names of
  /// referenced records.
  private static let columnKeys: [String: [String]] = [
    "people": ["name", "homeworld", "birthYear", "gender", "height", "mass", "films"],
    "species": ["name", "classification", "homeworld", "language", "averageHeight", "averageLifespan"],
  ]

  let fields: [FieldDescription]
  let columns: [Table.Column]
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
    let standard = Self.fields(of: kind)
    fields = standard + kind.fields.filter { field in field.key == sortKey && !standard.contains { $0.key == sortKey } }
    let nameKey = nameKey
    columns = fields.enumerated().map { index, field in
      let label = wording.label(of: field, in: kind.name)
      let isName = field.key == nameKey
      var column = Table.Column(
        label, Self.isRightAligned(field, of: kind) ? .trailing : .leading,
        expendability: isName ? 0 : field.key == sortKey ? 1 : index + 2,
        minimum: Self.minimum(field.shape, label))
      // Its names arrive while the list is scrolled and must not hide a number.
      column.yields = field.shape == .reference
      return column
    }
  }

  /// Words can be truncated; dates and numbers cannot. For numbers, this is the least: see ``layout(_:_:within:)``.
  private static func minimum(_ shape: Shape, _ label: String) -> Int {
    switch shape {
    case .quantity, .references: label.columns
    case .reference: max(8, label.columns)
    case .date: 12
    default: 8
    }
  }

  /// Returns the fields shown in lists of this kind.
  static func fields(of kind: KindDescription) -> [FieldDescription] {
    guard let keys = columnKeys[kind.name.text] else { return ListColumns.fields(of: kind) }
    return keys.compactMap { key in kind.fields.first { $0.key == key } }
  }

  /// Whether the column is right-aligned. A film's episode number stands before the name and is aligned like a word.
  private static func isRightAligned(_ field: FieldDescription, of kind: KindDescription) -> Bool {
    (field.shape == .quantity && field.key != kind.sortKeys.first) || field.shape == .references
  }

  /// Returns the column widths, measured on the first of `records`, for a table of `columns` columns.
  func layout(_ records: some Sequence<Record>, _ cache: RecordCache, within columns: Int) -> TableLayout {
    let rows = records.prefix(Self.measuredRows).map { cells(of: $0, cache) }
    var table = Table(self.columns, rows: rows)
    // A number that is cut is another number.
    for (index, field) in fields.enumerated() where field.shape == .quantity {
      table.columns[index].minimum = rows.reduce(table.columns[index].minimum) { max($0, $1[index].columns) }
    }
    return TableLayout(table, within: columns)
  }

  /// Returns one cell per column. `ranges` are the characters of the name to highlight.
  func cells(of record: Record, _ cache: RecordCache, highlighting ranges: [Range<Int>] = []) -> [StyledText] {
    let name = StyledText.marked(record.name, .accent, at: ranges)
    guard !fields.isEmpty else { return [name] }
    return fields.map { field in
      field.key == nameKey ? name : cell(record.display(field.key), cache)
    }
  }

  private func cell(_ value: DisplayValue?, _ cache: RecordCache) -> StyledText {
    guard case .reference(let reference) = value else { return wording.brief(value) }
    switch cache.label(of: reference) {
    case .known(let record): return StyledText(record.name.printable)
    case .unknown, .loading: return StyledText("…", .muted)
    case .failed: return StyledText("—", .muted)
    }
  }
}
