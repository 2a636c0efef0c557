public import Models
public import OrderedJSON

/// One record with all its fields, what it points to by name.
public struct RecordDocument: Document {
  public let record: Record
  public let names: ReferenceNames
  private let fields: [FieldDescription]

  /// `names` may be empty where nobody reads them: ``json`` and ``sheet`` carry references as they are.
  public init(_ record: Record, kinds: Kinds, names: ReferenceNames = ReferenceNames()) {
    self.record = record
    self.names = names
    fields = kinds[record.reference.kind]?.fields ?? []
  }

  public var blocks: [Block] {
    var blocks: [Block] = [.title(record.name.printable, aside: record.reference.description)]
    for section in record.sections {
      var facts: [Fact] = []
      for row in section.rows {
        if case .text(let text) = row.value, text.contains("\n\n") {
          blocks.append(.heading(row.label))
          blocks.append(.prose(text.split(separator: "\n\n").map { String($0).printable }))
        } else {
          facts.append(Fact(row.label, values: DisplayText.full(row.value, names: names)))
        }
      }
      if !facts.isEmpty { blocks.append(.facts(facts)) }
    }
    return blocks
  }

  public var json: JSON { record.canonical }
  public var lines: [JSON] { [record.canonical] }
  public var sheet: Sheet { RecordSheet.sheet(of: [record], fields) }
}
