public import OrderedJSON

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

  /// Canonical JSON of the reference: `{"kind":"planets","id":1}`.
  public var canonical: JSON { ["kind": .string(kind.text), "id": .number(id)] }

  func write(to writer: inout JSON.Writer) {
    writer.beginObject()
    writer.writeName("kind")
    writer.write(kind.text)
    writer.writeName("id")
    writer.write(id)
    writer.endObject()
  }

  /// Reads a reference in canonical form; returns `nil` if `json` is not one.
  public init?(canonical json: JSON) {
    guard let kind = json["kind"]?.string.flatMap({ KindName($0) }), let id = json["id"]?.int, id > 0 else { return nil }
    self.init(kind, id)
  }
}

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
