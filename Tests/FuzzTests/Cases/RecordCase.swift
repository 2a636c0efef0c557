import Models
import OrderedJSON

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
