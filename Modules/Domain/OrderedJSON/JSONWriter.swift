extension JSON {
  /// How white space is written between tokens.
  public enum Layout: Sendable {
    /// No white space.
    case compact
    /// Two spaces per level, one member per line.
    case indented
  }

  /// Returns the document as UTF-8 bytes. Escapes only what RFC 8259 section 7 requires: quotation marks, reverse solidi and control
  /// characters.
  public func bytes(_ layout: Layout = .compact) -> [UInt8] {
    var writer = Writer(layout)
    writer.write(self)
    return writer.bytes
  }

  public func text(_ layout: Layout = .compact) -> String { String(decoding: bytes(layout), as: UTF8.self) }

  /// Writes a document piece by piece, without values in between. Separators follow from what was written before.
  public struct Writer {
    public private(set) var bytes: [UInt8] = []
    private let layout: Layout
    private var level = 0

    public init(_ layout: Layout = .compact) { self.layout = layout }

    public mutating func write(_ value: JSON) {
      switch value {
      case .null: writeLiteral("null".utf8)
      case .bool(let flag): writeLiteral((flag ? "true" : "false").utf8)
      case .number(let number): writeLiteral(number.text.utf8)
      case .string(let text): write(text)
      case .array(let elements):
        beginArray()
        for element in elements { write(element) }
        endArray()
      case .object(let object):
        beginObject()
        for member in object.members {
          writeName(member.name)
          write(member.value)
        }
        endObject()
      }
    }

    public mutating func write(_ text: String) {
      separate()
      append(text)
    }

    public mutating func write(_ number: Int) { writeLiteral(number.description.utf8) }

    /// Writes the name of the member whose value follows.
    public mutating func writeName(_ name: String) {
      separate()
      append(name)
      bytes.append(UInt8(ascii: ":"))
    }

    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    public mutating func endObject() { end(UInt8(ascii: "}")) }

    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    public mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func writeLiteral(_ text: String.UTF8View) {
      separate()
      bytes += text
    }

    private mutating func begin(_ bracket: UInt8) {
      separate()
      bytes.append(bracket)
      level += 1
    }

    private mutating func end(_ bracket: UInt8) {
      level -= 1
      if !isAfterOpening { newline() }
      bytes.append(bracket)
    }

    private var isAfterOpening: Bool { bytes.last == UInt8(ascii: "{") || bytes.last == UInt8(ascii: "[") }

    /// Separates a name or a value from what is before it.
    private mutating func separate() {
      if bytes.last == UInt8(ascii: ":") {
        if layout == .indented { bytes.append(UInt8(ascii: " ")) }
      } else if level > 0 {
        if !isAfterOpening { bytes.append(UInt8(ascii: ",")) }
        newline()
      }
    }

    private mutating func newline() {
      guard layout == .indented else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    /// Appends each run of bytes that need no escape at once. The scan is a plain loop over a pointer, because every answer passes it.
    private mutating func append(_ text: String) {
      bytes.append(UInt8(ascii: "\""))
      var text = text
      text.withUTF8 { utf8 in
        guard let start = utf8.baseAddress else { return }
        let end = utf8.count
        var (index, written) = (0, 0)
        while index < end {
          let byte = start[index]
          if byte.isPlainInString {
            index += 1
            continue
          }
          bytes.append(contentsOf: UnsafeBufferPointer(start: start + written, count: index - written))
          escape(byte)
          index += 1
          written = index
        }
        bytes.append(contentsOf: UnsafeBufferPointer(start: start + written, count: end - written))
      }
      bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
      switch byte {
      case 0x0A: bytes += #"\n"#.utf8
      case 0x0D: bytes += #"\r"#.utf8
      case 0x09: bytes += #"\t"#.utf8
      case 0x08: bytes += #"\b"#.utf8
      case 0x0C: bytes += #"\f"#.utf8
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default:
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte stands for itself in a JSON string (RFC 8259 section 7): all but quotation marks, reverse solidi and control
  /// characters.
  @inline(__always) var isPlainInString: Bool { self >= 0x20 && self != 0x22 && self != 0x5C }
}
