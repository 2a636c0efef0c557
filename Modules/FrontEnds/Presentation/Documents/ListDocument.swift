public import Client
public import Localization
public import Models
public import OrderedJSON
import Text

/// Document that lists records of one kind in a table.
public struct ListDocument: Document {
  public let kind: KindDescription
  public let records: [Record]
  public let wording: Wording
  private let fields: [FieldDescription]?
  private let names: ReferenceNames

  /// Creates the document. `fields` are the fields to show; by default, ``blocks`` has the most important ones and ``sheet`` all. `names` are
  /// those of the records to which these fields refer.
  public init(
    _ kind: KindDescription, _ records: [Record], fields: [FieldDescription]? = nil, names: ReferenceNames = ReferenceNames(),
    wording: Wording = .standard
  ) {
    self.kind = kind
    self.records = records
    self.fields = fields
    self.names = names
    self.wording = wording
  }

  public var blocks: [Block] { [.table(table)] }
  public var json: JSON { .array(lines) }
  public var lines: [JSON] { records.map(\.canonical) }

  private var table: Table {
    let fields = fields ?? ListColumns.printed(of: kind)
    let nameKey = kind.fields.first?.key
    let columns = fields.enumerated().map { index, field in
      let isName = field.key == nameKey
      let label = wording.label(of: field, in: kind.name)
      // Part of a number or of a date would be another one. The numerals of films need 12 columns.
      let isWhole = field.shape == .quantity || field.shape == .date
      var column = Table.Column(
        label, field.shape == .quantity ? .trailing : .leading, expendability: isName ? 0 : index + 1,
        minimum: isWhole ? .max : field.target == Film.kind ? 12 : max(8, label.uppercased().columns))
      column.yields = !isWhole && !isName
      return column
    }
    func rows(hasTitles: Bool) -> [[StyledText]] {
      records.map { record in
        fields.map { field in
          guard field.key != nameKey else { return StyledText(record.name.printable, .accent) }
          return wording.cell(record.display(field.key), names, episodes: hasTitles ? [:] : names.episodes)
        }
      }
    }
    return Table(columns, rows: rows(hasTitles: true), shortRows: names.episodes.isEmpty ? nil : rows(hasTitles: false))
  }

  public var sheet: Sheet { RecordSheet.sheet(of: records, fields ?? kind.fields, names) }
}
