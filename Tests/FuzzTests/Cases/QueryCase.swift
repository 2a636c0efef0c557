import Models

@testable import Search

/// Search queries.
enum QueryCase: FuzzCase {
  static let name = "query"

  private static let names = FieldNames(kinds: .standard)

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let source = String(decoding: input, as: UTF8.self)
    _ = try? Query(source, names: names)
    _ = names.isUnfinishedFilter(source)
    _ = Query(words: source, kind: nil)
  }
}
