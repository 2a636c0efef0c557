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
  private let fields: [Field]
  /// The keys of the fields to show; `nil` for all.
  private let keys: [String]?

  /// Creates the document. `fields` are the fields to show, in order; by default all, though ``blocks`` lacks those without data unless
  /// `wording` shows them. ``json`` and ``sheet`` are the same in every wording.
  public init(
    _ records: [Record], kinds: Kinds, fields: [Field]? = nil, names: ReferenceNames = ReferenceNames(),
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

/// Sheet of records with one column per field. Values are unformatted: numbers without units or digit groups, the names of
/// references, and empty cells for absent values.
enum RecordSheet {
  static func sheet(of records: [Record], _ fields: [Field], _ names: ReferenceNames) -> Sheet {
    Sheet(
      header: ["kind", "id"] + (fields.isEmpty ? ["name"] : fields.map(\.key)),
      rows: records.map { record in
        [record.reference.kind.text, String(record.reference.id)]
          + (fields.isEmpty ? [record.name] : fields.map { cell(record, $0.key, names) })
      })
  }

  /// Returns the value of the field with canonical key `key`, or of the raw member `key`; empty if the record has neither.
  static func cell(_ record: Record, _ key: String, _ names: ReferenceNames) -> String {
    switch record.display(key) {
    case nil: record.extras[key].map { $0.string ?? $0.text() } ?? ""
    case .absent: ""
    // Ranges, and values that differ by place, stay as they are.
    case .quantity(let measures): (measures.count == 1 ? measures[0].number : nil).map { JSON.number($0).text() } ?? originText(record, key)
    case .reference(let reference): names[reference].text
    case .references(let references): references.map { names[$0].text }.joined(separator: ", ")
    case .text, .words, .date: originText(record, key)
    }
  }

  private static func originText(_ record: Record, _ key: String) -> String {
    if case .text(let text) = record.originValue(key) { text } else { "" }
  }
}

/// References within canonical records: `{"kind":"films","id":1}`.
extension JSON {
  /// Returns the references of a canonical record, in order. Those of the origin's own members (`extra`) do not count.
  package var recordReferences: [Reference] { (object ?? [:]).filter { $0.name != Self.extra }.flatMap(\.value.references) }

  /// Returns a canonical record whose references have names: `{"kind":"films","id":1,"name":"A New Hope"}`. Those without a name stay as they
  /// are.
  package func naming(_ names: ReferenceNames) -> JSON {
    guard let object else { return self }
    return .object(Object(object.map { ($0.name, $0.name == Self.extra ? $0.value : $0.value.named(names)) }))
  }

  private static let extra = "extra"

  /// The reference that this value is; `nil` for any other value.
  private var reference: Reference? {
    guard let object, object.count == 2 else { return nil }
    return Reference(canonical: self)
  }

  private var references: [Reference] {
    if let reference { return [reference] }
    return array?.flatMap(\.references) ?? []
  }

  private func named(_ names: ReferenceNames) -> JSON {
    if let reference {
      guard case .named(let name) = names[reference], var members = object else { return self }
      members["name"] = .string(name)
      return .object(members)
    }
    return array.map { .array($0.map { $0.named(names) }) } ?? self
  }
}
