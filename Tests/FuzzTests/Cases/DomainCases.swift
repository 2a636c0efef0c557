import Dialects
import Models
import OrderedJSON

@testable import Text

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

/// JSON documents: from origins, peers and files.
enum JSONCase: FuzzCase {
  static let name = "json"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    guard let document = try? JSON(parsing: input) else { return }
    for layout in [JSON.Layout.compact, .indented] {
      guard let again = try? JSON(parsing: document.bytes(layout)) else { throw BrokenPromise("a written document cannot be parsed") }
      try promise(again == document, "a document changes when it is written and parsed")
    }
  }
}

/// Canonical records: bodies of replies, and rows of stores.
enum RecordCase: FuzzCase {
  static let name = "record"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    guard let json = try? JSON(parsing: input), let record = try? Record(canonical: json, kinds: .standard) else { return }
    let written = record.canonical
    guard let again = try? Record(canonical: written, kinds: .standard) else { throw BrokenPromise("a written record cannot be read") }
    try promise(again.canonical == written, "a record changes when it is written and read")
  }
}

/// Text of origins on its way to a terminal.
enum TextCase: FuzzCase {
  static let name = "text"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let text = String(decoding: input, as: UTF8.self).printable
    try promise(text.unicodeScalars.allSatisfy { !$0.isUnsafe || $0 == "\u{200D}" }, "printable text has an unsafe scalar")
    try promise(text.printable == text, "printable text is not printable")
    for columns in [1, 7, 80] {
      try promise(text.truncated(to: columns).columns <= columns, "text is not truncated to \(columns) columns")
      try promise(text.padded(to: columns).columns == max(columns, text.columns), "text is not padded to \(columns) columns")
      for line in text.wrapped(to: columns) + text.justified(to: columns) where columns > 1 {
        try promise(line.columns <= columns, "a wrapped line has \(line.columns) of \(columns) columns")
      }
    }
  }
}
