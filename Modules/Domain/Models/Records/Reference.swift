/// Reference to a record by kind and ID. Its text form is `people/1`, never a URL.
public struct Reference: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let kind: KindName
  /// 1 or more. The IDs of a kind may have gaps.
  public let id: Int

  public init(_ kind: KindName, _ id: Int) {
    self.kind = kind
    self.id = id
  }

  /// Parses `people/1`. Returns `nil` for anything else, including IDs with a sign or leading zeros.
  public init?(_ text: String) {
    var text = text
    guard let reference = text.withUTF8({ Reference(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = reference
  }

  /// Parses the text form from UTF-8 bytes without a copy: a record has tens of references.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), let id = Self.id(bytes[(slash + 1)...]),
      let kind = KindName(utf8: UnsafeRawBufferPointer(rebasing: bytes[..<slash]))
    else { return nil }
    self.init(kind, id)
  }

  private static func id(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
    var id = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (tenfold, overflows) = id.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { return nil }
      id = sum
    }
    return id
  }

  public init?(_ text: Substring) { self.init(String(text)) }

  public var description: String { "\(kind)/\(id)" }

  public static func < (left: Reference, right: Reference) -> Bool {
    (left.kind, left.id) < (right.kind, right.id)
  }
}
