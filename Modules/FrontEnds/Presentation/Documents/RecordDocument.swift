public import Client
public import Localization
public import Models
public import OrderedJSON
import Text

/// Document that shows records with their fields and the names of the records they refer to.
public struct RecordDocument: Document {
  public let records: [Record]
  public let names: ReferenceNames
  public let wording: Wording
  private let fields: [FieldDescription]
  /// The keys of the fields to show; `nil` for all.
  private let keys: [String]?

  /// Creates the document. `fields` are the fields to show, in order; by default all, though ``blocks`` lacks those without data unless
  /// `wording` shows them. ``json`` and ``sheet`` are the same in every wording.
  public init(
    _ records: [Record], kinds: Kinds, fields: [FieldDescription]? = nil, names: ReferenceNames = ReferenceNames(),
    wording: Wording = .standard
  ) {
    self.records = records
    self.names = names
    self.wording = wording
    var seen: Set<String> = []
    self.fields = (fields ?? records.flatMap { kinds[$0.reference.kind]?.fields ?? [] }).filter { seen.insert($0.key).inserted }
    keys = fields == nil ? nil : self.fields.map(\.key)
  }

  public var blocks: [Block] { records.flatMap(blocks) }

  private func blocks(of record: Record) -> [Block] {
    var blocks: [Block] = [.title(record.name.printable, aside: record.reference.description)]
    for rows in groups(of: record) {
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
  private func groups(of record: Record) -> [[Section.Row]] {
    let all = record.sections(showingAbsent: wording.showsAbsent || keys != nil).map(\.rows)
    guard let keys else { return all }
    return [keys.compactMap { key in all.joined().first { $0.key == key } }]
  }

  public var json: JSON { records.count == 1 ? lines[0] : .array(lines) }
  public var lines: [JSON] { records.map(\.canonical) }
  public var sheet: Sheet { RecordSheet.sheet(of: records, fields, names) }
}
