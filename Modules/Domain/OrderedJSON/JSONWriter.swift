extension JSON {
  public enum Layout: Sendable {
    /// No white space.
    case compact
    /// Two spaces per level, one member per line.
    case indented
  }

  /// Returns the document as UTF-8 bytes. Escapes only what RFC 8259 section 7 requires: quotation marks, reverse solidi and control
  /// characters.
  public func bytes(_ layout: Layout = .compact) -> [UInt8] {
    var writer = Writer(layout: layout)
    writer.write(self, level: 0)
    return writer.bytes
  }

  public func text(_ layout: Layout = .compact) -> String { String(decoding: bytes(layout), as: UTF8.self) }

  private struct Writer {
    let layout: Layout
    var bytes: [UInt8] = []

    mutating func write(_ value: JSON, level: Int) {
      switch value {
      case .null: bytes += "null".utf8
      case .bool(let flag): bytes += (flag ? "true" : "false").utf8
      case .number(let number): bytes += number.text.utf8
      case .string(let text): write(text)
      case .array(let elements):
        sequence(elements, open: "[", close: "]", level: level) { writer, element in
          writer.write(element, level: level + 1)
        }
      case .object(let members):
        sequence(members, open: "{", close: "}", level: level) { writer, member in
          writer.write(member.name)
          writer.bytes += (writer.layout == .compact ? ":" : ": ").utf8
          writer.write(member.value, level: level + 1)
        }
      }
    }

    private mutating func sequence<Elements: Collection>(
      _ elements: Elements, open: Unicode.Scalar, close: Unicode.Scalar, level: Int,
      each: (inout Writer, Elements.Element) -> Void
    ) {
      bytes.append(UInt8(ascii: open))
      var first = true
      for element in elements {
        if !first { bytes.append(UInt8(ascii: ",")) }
        first = false
        newline(level + 1)
        each(&self, element)
      }
      if !elements.isEmpty { newline(level) }
      bytes.append(UInt8(ascii: close))
    }

    private mutating func newline(_ level: Int) {
      guard layout == .indented else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private mutating func write(_ text: String) {
      bytes.append(UInt8(ascii: "\""))
      var text = text
      text.withUTF8 { utf8 in
        // Copies runs of bytes that need no escape at once.
        var rest = utf8[...]
        while let index = rest.firstIndex(where: Self.mustEscape) {
          bytes += rest[..<index]
          escape(rest[index])
          rest = rest[(index + 1)...]
        }
        bytes += rest
      }
      bytes.append(UInt8(ascii: "\""))
    }

    private static func mustEscape(_ byte: UInt8) -> Bool {
      byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
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
