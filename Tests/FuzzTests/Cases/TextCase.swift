@testable import Text

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
