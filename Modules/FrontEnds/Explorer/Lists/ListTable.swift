public import Localization
public import Models
public import Presentation
import TerminalText

/// The columns of a list on a screen and the cells of its rows.
public struct ListTable: Sendable {
  /// Records whose cells decide how wide the columns are. The first ones: a window that scrolls must not move its columns.
  static let measured = 120

  /// A screen knows the names of what records point to, which a table that is printed at once has to do without. Canonical keys by kind, as in
  /// ``ListColumns``.
  private static let chosen: [String: [String]] = [
    "people": ["name", "homeworld", "birthYear", "gender", "height", "mass", "films"],
    "species": ["name", "classification", "homeworld", "language", "averageHeight", "averageLifespan"],
  ]

  public let fields: [FieldDescription]
  public let columns: [Table.Column]
  private let nameKey: String?
  private let wording: Wording

  /// `kind` is `nil` for a kind that the program does not know: its list has the names alone. The field that the list is sorted by is shown
  /// wherever two columns fit.
  public init(_ kind: KindDescription?, sortedBy sortKey: String? = nil, wording: Wording) {
    self.wording = wording
    nameKey = kind?.fields.first?.key
    guard let kind else {
      (fields, columns) = ([], [Table.Column("", expendability: 0)])
      return
    }
    let usual = Self.fields(of: kind)
    fields = usual + kind.fields.filter { field in field.key == sortKey && !usual.contains { $0.key == sortKey } }
    let nameKey = nameKey
    columns = fields.enumerated().map { index, field in
      let label = wording.label(of: field, in: kind.name)
      let isName = field.key == nameKey
      return Table.Column(
        label, Self.isNumber(field, of: kind) ? .trailing : .leading,
        expendability: isName ? 0 : field.key == sortKey ? 1 : index + 2,
        minimum: Self.minimum(field.shape, label))
    }
  }

  /// Words may be cut; half a date or number tells nothing.
  private static func minimum(_ shape: Shape, _ label: String) -> Int {
    switch shape {
    case .quantity, .references: label.columns
    case .date: 12
    default: 8
    }
  }

  /// The fields that lists of this kind show.
  static func fields(of kind: KindDescription) -> [FieldDescription] {
    guard let keys = chosen[kind.name.text] else { return ListColumns.fields(of: kind) }
    return keys.compactMap { key in kind.fields.first { $0.key == key } }
  }

  /// The number that a kind is told in, the episode of a film, stands before the name and reads like a word.
  private static func isNumber(_ field: FieldDescription, of kind: KindDescription) -> Bool {
    (field.shape == .quantity && field.key != kind.sortKeys.first) || field.shape == .references
  }

  /// How wide each column is drawn, so that the first of `records` fit into so many columns.
  public func layout(_ records: some Sequence<Record>, _ library: Library, within columns: Int) -> TableLayout {
    let rows = records.prefix(Self.measured).map { cells(of: $0, library) }
    return TableLayout(Table(self.columns, rows: rows), within: columns)
  }

  /// One cell a column. `places` are the characters of the name to point out.
  public func cells(of record: Record, _ library: Library, marking places: [Range<Int>] = []) -> [StyledText] {
    let name = StyledText.marked(record.name, .accent, at: places)
    guard !fields.isEmpty else { return [name] }
    return fields.map { field in
      field.key == nameKey ? name : cell(record.display(field.key), library)
    }
  }

  private func cell(_ value: DisplayValue?, _ library: Library) -> StyledText {
    guard case .reference(let reference) = value else { return wording.brief(value) }
    switch library[reference] {
    case .known(let entry): return StyledText(entry.record.name.printable)
    case .unknown, .loading: return StyledText("…", .muted)
    case .failed: return StyledText("—", .muted)
    }
  }
}
