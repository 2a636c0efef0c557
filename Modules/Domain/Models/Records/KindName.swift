/// The name of a kind as it stands in paths and references: `people`, `films`.
///
/// One path component of lower-case ASCII letters, digits, `-` and `_`, 1 to 64 long. Kinds this program does not know have names too.
public struct KindName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let text: String

  /// `nil` when `text` is not of the form above.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.allows) else { return nil }
    self.text = text
  }

  public init?(_ text: Substring) { self.init(String(text)) }

  init(checked text: StaticString) { self.text = "\(text)" }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  public var description: String { text }
  public static func < (left: KindName, right: KindName) -> Bool { left.text < right.text }
}
