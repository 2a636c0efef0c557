public import Client
public import Localization
public import Models
public import OrderedJSON
import Text

/// Side-by-side comparison of records of any kinds: a column for each record and a row for each field that at least one of them has.
///
/// Excludes the name, which is the column heading, texts with several paragraphs, and metadata of the entry.
public struct Comparison: Sendable, Hashable {
  /// Value of a field, or one of the records that it refers to.
  public struct Entry: Sendable, Hashable {
    public let text: StyledText
    /// Record that the entry links to.
    public let reference: Reference?
    /// Whether all compared records refer to it.
    public let isShared: Bool
  }

  /// One field of all compared records.
  public struct Row: Sendable, Hashable {
    /// Canonical key of the field: `birthYear`.
    public let key: String
    /// `Born`
    public let label: String
    /// Entries of each record, in column order; shared references come first. Never empty: a missing field has a dash.
    public let cells: [[Entry]]
    /// Whether the values differ, or the kind of a record lacks the field. The order of references is ignored.
    public let differs: Bool
    /// The number of each record's value, where it is more or less of something; see ``Models/DisplayValue/magnitude``.
    public let magnitudes: [Double?]

    /// The columns with the largest of several different numbers; empty if there is none.
    public var largest: Set<Int> {
      let numbers = magnitudes.compactMap(\.self)
      guard numbers.count > 1, let most = numbers.max(), let least = numbers.min(), most > least else { return [] }
      return Set(magnitudes.indices.filter { magnitudes[$0] == most })
    }

    /// Height of the row with one entry per line.
    public var lines: Int { cells.reduce(1) { max($0, $1.count) } }
  }

  /// Returns the comparison with only the rows that differ.
  public var differences: Comparison {
    var comparison = self
    comparison.rows = rows.filter(\.differs)
    return comparison
  }

  public let references: [Reference]
  /// Column headings.
  public let names: [String]
  /// Rows in the order of the first record's fields, followed by fields that only other records have.
  public private(set) var rows: [Row]

  /// Compares `records`. `name` returns the text for a reference, whose record may not be loaded.
  public init(_ records: [Record], wording: Wording = .standard, name: (Reference) -> StyledText) {
    references = records.map(\.reference)
    names = records.map(\.name.printable)
    var labels: [(key: String, label: String)] = []
    var values: [String: [Int: DisplayValue]] = [:]
    for (column, record) in records.enumerated() {
      for section in record.sections where section.title != Self.metadataSection {
        for row in section.rows where !row.value.isProse {
          if values[row.key] == nil { labels.append((row.key, wording.label(of: row, in: record.reference.kind).printable)) }
          values[row.key, default: [:]][column] = row.value
        }
      }
    }
    rows = labels.map { key, label in
      let columns = records.indices.map { values[key]?[$0] }
      let shared = Self.shared(columns)
      let isMissing = zip(records, columns).contains { record, value in value == nil && !record.hasField(key) }
      return Row(
        key: key, label: label, cells: columns.map { Self.entries($0, shared, wording, name) },
        differs: isMissing || Set(columns.map(Self.comparable)).count > 1, magnitudes: columns.map { $0?.magnitude })
    }
  }

  /// Section with the timestamps of an entry, which are not about its subject.
  private static let metadataSection = "Entry"

  /// Returns the references that all values contain, in the order of the first one.
  private static func shared(_ values: [DisplayValue?]) -> [Reference] {
    let sets = values.map { Set($0?.references ?? []) }
    guard sets.count > 1, let first = values.first else { return [] }
    return (first?.references ?? []).filter { reference in sets.allSatisfy { $0.contains(reference) } }
  }

  private static func comparable(_ value: DisplayValue?) -> DisplayValue? {
    switch value {
    case .references(let references)?: .references(references.sorted())
    case .absent(.none)?: nil
    default: value
    }
  }

  private static func entries(
    _ value: DisplayValue?, _ shared: [Reference], _ wording: Wording, _ name: (Reference) -> StyledText
  ) -> [Entry] {
    guard let references = value?.references, !references.isEmpty else {
      return [Entry(text: wording.brief(value), reference: nil, isShared: false)]
    }
    let sharedByAll = Set(shared)
    return (shared + references.filter { !sharedByAll.contains($0) }).map { reference in
      Entry(text: name(reference), reference: reference, isShared: sharedByAll.contains(reference))
    }
  }
}

/// Document that compares records side by side.
public struct ComparisonDocument: Document {
  public let comparison: Comparison
  private let records: [Record]
  private let names: ReferenceNames
  private let rows: [Comparison.Row]

  /// Compares `records`. References without a name in `names` are shown as they are. `onlyDifferences` omits fields that are the same in
  /// all records.
  public init(
    _ records: [Record], wording: Wording = .standard, names: ReferenceNames = ReferenceNames(), onlyDifferences: Bool = false
  ) {
    self.records = records
    self.names = names
    comparison = Comparison(records, wording: wording) { names[$0].styled }
    rows = onlyDifferences ? comparison.rows.filter(\.differs) : comparison.rows
  }

  public var blocks: [Block] { [.table(table)] }

  /// One row per field: `≠` if the values differ, otherwise `=`; the label; and a cell with all entries of each record.
  public var plainRows: [[String]] {
    rows.map { row in
      [row.differs ? "≠" : "=", row.label] + row.cells.map { $0.map(\.text).joined(by: LabeledValue.separator).text }
    }
  }

  /// `{"records":[…],"fields":[{"key":"height","differs":true}]}`: the complete records in their order, with the names
  /// of the records they refer to, and which of their fields differ.
  public var json: JSON {
    let fields = rows.map { JSON.object(["key": .string($0.key), "differs": .bool($0.differs)]) }
    return ["records": .array(lines), "fields": .array(fields)]
  }

  public var lines: [JSON] { records.map { $0.canonical.naming(names) } }

  /// The values of the records as in the sheet of a list: the same in every wording.
  public var sheet: Sheet {
    Sheet(
      header: ["field"] + comparison.references.map(\.description),
      rows: rows.map { row in [row.key] + records.map { RecordSheet.cell($0, row.key, names) } })
  }

  /// Table with one line per entry. Rows that differ are marked with `≠`; the other rows are muted.
  private var table: Table {
    let columns = [Table.Column("", expendability: 0)] + comparison.names.map { Table.Column($0, expendability: 0, minimum: 12) }
    let rows = rows.flatMap { row in
      (0..<row.lines).map { line in
        [label(row, line)] + row.cells.map { $0.indices.contains(line) ? styled($0[line], row) : StyledText() }
      }
    }
    return Table(columns, rows: rows)
  }

  private func label(_ row: Comparison.Row, _ line: Int) -> StyledText {
    guard line == 0 else { return StyledText() }
    return StyledText((row.differs ? "≠ " : "  ") + row.label, row.differs ? .text : .muted)
  }

  private func styled(_ entry: Comparison.Entry, _ row: Comparison.Row) -> StyledText {
    row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)
  }
}

extension DisplayValue {
  /// The number of a value that is more or less of something: 172 for a height of 172 cm; `nil` for other values, for ranges, and for
  /// numbers that only order, such as years and classes.
  public var magnitude: Double? {
    guard case .quantity(let measures) = self, measures.count == 1, !["episode", "ABY", "class"].contains(measures[0].unit) else {
      return nil
    }
    return measures[0].number
  }
}
