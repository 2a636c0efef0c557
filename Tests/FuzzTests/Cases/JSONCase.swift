import OrderedJSON

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
