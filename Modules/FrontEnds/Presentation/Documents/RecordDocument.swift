public import Client
public import Localization
public import Models
public import OrderedJSON
import TerminalText

/// Document that shows one record with all its fields and the names of the records it refers to.
public struct RecordDocument: Document {
  public let record: Record
  public let names: ReferenceNames
  public let wording: Wording
  private let fields: [FieldDescription]

  /// Creates the document. `names` is only used by ``blocks``: ``json`` and ``sheet`` contain references, and are the same in every
  /// wording.
  public init(_ record: Record, kinds: Kinds, names: ReferenceNames = ReferenceNames(), wording: Wording = .standard) {
    self.record = record
    self.names = names
    self.wording = wording
    fields = kinds[record.reference.kind]?.fields ?? []
  }

  public var blocks: [Block] {
    var blocks: [Block] = [.title(record.name.printable, aside: record.reference.description)]
    for section in record.sections {
      var values: [LabeledValue] = []
      for row in section.rows {
        if case .text(let text) = row.value, text.contains("\n\n") {
          blocks.append(.heading(wording.label(of: row, in: record.reference.kind)))
          blocks.append(.prose(text.split(separator: "\n\n").map { String($0).printable }))
        } else {
          values.append(LabeledValue(wording.label(of: row, in: record.reference.kind), values: wording.full(row.value, names: names)))
        }
      }
      if !values.isEmpty { blocks.append(.values(values)) }
    }
    return blocks
  }

  public var json: JSON { record.canonical }
  public var lines: [JSON] { [record.canonical] }
  public var sheet: Sheet { RecordSheet.sheet(of: [record], fields) }
}
