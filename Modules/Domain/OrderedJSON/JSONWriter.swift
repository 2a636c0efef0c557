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
      case .array(let elements): write(elements, level: level)
      case .object(let object): write(object.members, level: level)
      }
    }

    private mutating func write(_ elements: [JSON], level: Int) {
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        separate(isFirst: index == 0, level)
        write(element, level: level + 1)
      }
      if !elements.isEmpty { newline(level) }
      bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [Object.Member], level: Int) {
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        separate(isFirst: index == 0, level)
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        if layout == .indented { bytes.append(UInt8(ascii: " ")) }
        write(member.value, level: level + 1)
      }
      if !members.isEmpty { newline(level) }
      bytes.append(UInt8(ascii: "}"))
    }

    private mutating func separate(isFirst: Bool, _ level: Int) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      newline(level + 1)
    }

    private mutating func newline(_ level: Int) {
      guard layout == .indented else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    /// Appends each run of bytes that need no escape at once. The scan is a plain loop over a pointer, because every answer passes it.
    private mutating func write(_ text: String) {
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
