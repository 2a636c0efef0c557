/// Name of a kind in paths and references: `people`, `films`. The kind need not be known to the program.
///
/// A single path component of 1 to 64 lower-case ASCII letters, digits, `-` and `_`.
public struct KindName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let text: String

  /// Returns `nil` if `text` is not a valid kind name.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.allows) else { return nil }
    self.text = text
  }

  public init?(_ text: Substring) { self.init(String(text)) }

  /// Parses a name from UTF-8 bytes.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    guard (1...64).contains(bytes.count), bytes.allSatisfy(Self.allows) else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a name from a literal in the source. An invalid literal is a programming error, which debug builds report.
  public init(checked text: StaticString) {
    self.text = "\(text)"
    assert(KindName(self.text) != nil, "'\(text)' is not a valid name of a kind")
  }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  public var description: String { text }
  public static func < (left: KindName, right: KindName) -> Bool { left.text < right.text }
}
