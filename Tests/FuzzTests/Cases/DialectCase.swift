import Dialects
import Models
import OrderedJSON

/// Documents of origins in every dialect.
enum DialectCase: FuzzCase {
  static let name = "dialect"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    for dialect in Dialects.standard.all {
      _ = dialect.errorDetail(body: input)
      if let root = try? JSON(parsing: input) { _ = dialect.recognises(root: root) }
      _ = try? dialect.kinds(root: input)
      for kind in Kinds.standard.all {
        let reference = Reference(kind.name, 1)
        if let record = try? dialect.record(reference, body: input) { try check(record, dialect) }
        let query = PageQuery(kind.name)
        if let page = try? dialect.page(query, body: input) {
          try promise(page.pages >= 1 && page.count >= 0, "a page of \(page.pages) pages and \(page.count) records")
          for record in page.records.prefix(4) { try check(record, dialect) }
        }
      }
    }
  }

  private static func check(_ record: Record, _ dialect: any Dialect) throws(BrokenPromise) {
    let written = dialect.wire(record, base: "http://localhost/api").bytes()
    guard let again = try? dialect.record(record.reference, body: written) else {
      throw BrokenPromise("a record that \(dialect.name) writes cannot be read")
    }
    try promise(parts(again) == parts(record), "a record changes when \(dialect.name) writes and reads it")
  }

  /// The members of a record without its extra ones, and those in the order of their names: a member with links that name no record is
  /// an extra one and a field, and writing it moves it.
  private static func parts(_ record: Record) -> [JSON] {
    let known = (record.canonical.object ?? [:]).filter { $0.name != "extra" }
    let extras = record.extras.sorted { $0.name < $1.name }
    return [.object(JSON.Object(known.map { ($0.name, $0.value) })), .object(JSON.Object(extras.map { ($0.name, $0.value) }))]
  }
}
