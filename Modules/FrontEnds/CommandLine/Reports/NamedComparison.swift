import Client
import OrderedJSON
import Presentation

/// A comparison whose JSON has the names of the records that the compared ones refer to.
struct NamedComparison: Document {
  let comparison: ComparisonDocument
  let names: ReferenceNames

  var blocks: [Block] { comparison.blocks }
  var plainRows: [[String]] { comparison.plainRows }
  var sheet: Sheet { comparison.sheet }
  var lines: [JSON] { comparison.lines.map { $0.naming(names) } }

  var json: JSON {
    guard var members = comparison.json.object else { return comparison.json }
    members["records"] = .array(lines)
    return .object(members)
  }
}
