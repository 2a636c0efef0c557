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
  /// The keys of the fields to show; `nil` for all.
  private let keys: [String]?

  /// Creates the document. `fields` are the fields to show, in order; by default all. `names` is only used by ``blocks``: ``json`` and ``sheet`` contain references, and are the same in every
  /// wording.
  public init(
    _ record: Record, kinds: Kinds, fields: [FieldDescription]? = nil, names: ReferenceNames = ReferenceNames(),
    wording: Wording = .standard
  ) {
    self.record = record
    self.names = names
    self.wording = wording
    self.fields = fields ?? kinds[record.reference.kind]?.fields ?? []
    keys = fields?.map(\.key)
  }

  public var blocks: [Block] {
    var blocks: [Block] = [.title(record.name.printable, aside: record.reference.description)]
    for rows in groups {
      var values: [LabeledValue] = []
      for row in rows {
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

  /// The rows of each section, or in one group the rows of the chosen fields. The name is the title.
  private var groups: [[Section.Row]] {
    let all = record.sections.map(\.rows)
    guard let keys else { return all }
    return [keys.compactMap { key in all.joined().first { $0.key == key } }]
  }

  public var json: JSON { record.canonical }
  public var lines: [JSON] { [record.canonical] }
  public var sheet: Sheet { RecordSheet.sheet(of: [record], fields) }
}
