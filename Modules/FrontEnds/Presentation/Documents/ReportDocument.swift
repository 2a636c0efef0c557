public import OrderedJSON

/// Document for output other than records: status, statistics, findings.
public struct ReportDocument: Document {
  public let blocks: [Block]
  public let json: JSON

  public init(_ blocks: [Block], json: JSON) {
    self.blocks = blocks
    self.json = json
  }

  public var lines: [JSON] { json.array ?? [json] }

  /// The first table, or else all facts as rows of name and value.
  public var sheet: Sheet {
    for case .table(let table) in blocks {
      return Sheet(header: table.columns.map { $0.title.lowercased() }, rows: table.rows.map { $0.map(\.text) })
    }
    let facts = blocks.flatMap { block -> [Fact] in if case .facts(let facts) = block { facts } else { [] } }
    return Sheet(header: ["name", "value"], rows: facts.map { [$0.label, $0.line.text] })
  }
}
