public import Localization
public import Models
public import OrderedJSON
import TerminalText

/// Document that lists records of one kind in a table.
public struct ListDocument: Document {
  public let kind: KindDescription
  public let records: [Record]
  public let wording: Wording
  private let fields: [FieldDescription]?

  /// Creates the document. `fields` are the fields to show; by default, ``blocks`` has the most important ones and ``sheet`` all.
  public init(_ kind: KindDescription, _ records: [Record], fields: [FieldDescription]? = nil, wording: Wording = .standard) {
    self.kind = kind
    self.records = records
    self.fields = fields
    self.wording = wording
  }

  public var blocks: [Block] { [.table(table)] }
  public var json: JSON { .array(lines) }
  public var lines: [JSON] { records.map(\.canonical) }

  private var table: Table {
    let fields = fields ?? ListColumns.fields(of: kind)
    let nameKey = kind.fields.first?.key
    let columns = fields.enumerated().map { index, field in
      let isName = field.key == nameKey
      let label = wording.label(of: field, in: kind.name)
      return Table.Column(
        label, field.shape == .quantity || field.shape == .references ? .trailing : .leading,
        expendability: isName ? 0 : index + 1, minimum: field.shape == .quantity ? max(6, label.uppercased().columns) : 8)
    }
    return Table(
      columns,
      rows: records.map { record in
        fields.map { $0.key == nameKey ? StyledText(record.name.printable, .accent) : wording.brief(record.display($0.key)) }
      })
  }

  public var sheet: Sheet { RecordSheet.sheet(of: records, fields ?? kind.fields) }
}
