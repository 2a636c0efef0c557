import Text

extension JSON {
  /// Syntax error in a document.
  public struct SyntaxError: Error, Hashable, CustomStringConvertible {
    public let reason: String
    /// Byte offset from the start of the document.
    public let offset: Int

    public var description: String { "not valid JSON at byte \(offset): \(reason)" }
  }

  /// Parses a document of UTF-8 bytes. Nesting is limited to 512 levels so that hostile input cannot exhaust the stack.
  public init(parsing bytes: some Sequence<UInt8>) throws(SyntaxError) {
    var parser = Parser(bytes: Array(bytes))
    self = try parser.document()
  }

  public init(parsing text: String) throws(SyntaxError) { try self.init(parsing: text.utf8) }

  /// Place of a member in the text of a document.
  struct MemberSpan {
    /// Offset of the object that has the member.
    let object: Int
    let name: String
    /// Offset of the name.
    let start: Int
    let value: Range<Int>
  }

  /// Returns the places of all members in a valid document, in their order.
  static func memberSpans(in bytes: some Sequence<UInt8>) -> [MemberSpan] {
    var parser = Parser(bytes: Array(bytes))
    parser.spans = []
    _ = try? parser.document()
    return (parser.spans ?? []).sorted { $0.start < $1.start }
  }

  /// Returns the first name that occurs twice in one object, and the offset of its second occurrence, in a valid document. ``Object`` keeps the
  /// last value only.
  package static func repeatedName(in bytes: some Sequence<UInt8>) -> (name: String, offset: Int)? {
    var seen: [Int: Set<String>] = [:]
    return memberSpans(in: bytes).first { !seen[$0.object, default: []].insert($0.name).inserted }.map { ($0.name, $0.start) }
  }

  private struct Parser {
    let bytes: [UInt8]
    var position = 0
    /// `nil` unless the places of members are wanted.
    var spans: [MemberSpan]?
    static let maximumDepth = 512

    /// Skips a byte order mark (RFC 8259 section 8.1).
    init(bytes: [UInt8]) {
      self.bytes = bytes
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ reason: String) -> SyntaxError { SyntaxError(reason: reason, offset: position) }

    mutating func document() throws(SyntaxError) -> JSON {
      let value = try value(depth: 0)
      skipSpace()
      guard next == nil else { throw failure("unexpected data after the document") }
      return value
    }

    private mutating func skipSpace() {
      while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ expected: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: expected) else { return false }
      position += 1
      return true
    }

    private mutating func value(depth: Int) throws(SyntaxError) -> JSON {
      guard depth <= Self.maximumDepth else { throw failure("nested deeper than \(Self.maximumDepth) levels") }
      skipSpace()
      guard let byte = next else { throw failure("unexpected end of the document, expected a value") }
      switch byte {
      case UInt8(ascii: "{"): return .object(try object(depth: depth))
      case UInt8(ascii: "["): return .array(try array(depth: depth))
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"): return try literal("true", .bool(true))
      case UInt8(ascii: "f"): return try literal("false", .bool(false))
      case UInt8(ascii: "n"): return try literal("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
      default: throw failure("unexpected byte, expected a value")
      }
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(SyntaxError) -> JSON {
      let expected = word.withUTF8Buffer { Array($0) }
      guard bytes[position...].starts(with: expected) else { throw failure("expected '\(word)'") }
      position += expected.count
      return value
    }

    private mutating func object(depth: Int) throws(SyntaxError) -> Object {
      let open = position
      position += 1
      var members: [Object.Member] = []
      skipSpace()
      if take("}") { return Object() }
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("expected a member name in quotation marks") }
        let start = position
        let name = try string()
        skipSpace()
        guard take(":") else { throw failure("expected ':' after a member name") }
        skipSpace()
        let valueStart = position
        members.append(Object.Member(name: name, value: try value(depth: depth + 1)))
        spans?.append(MemberSpan(object: open, name: name, start: start, value: valueStart..<position))
        skipSpace()
      } while take(",")
      guard take("}") else { throw failure("expected ',' or '}'") }
      return Object(members)
    }

    private mutating func array(depth: Int) throws(SyntaxError) -> [JSON] {
      position += 1
      var elements: [JSON] = []
      skipSpace()
      if take("]") { return elements }
      repeat {
        elements.append(try value(depth: depth + 1))
        skipSpace()
      } while take(",")
      guard take("]") else { throw failure("expected ',' or ']'") }
      return elements
    }

    private mutating func digits() throws(SyntaxError) {
      let start = position
      while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
      guard position > start else { throw failure("expected a digit") }
    }

    private mutating func number() throws(SyntaxError) -> Number {
      let start = position
      _ = take("-")
      if !take("0") { try digits() }
      if take(".") { try digits() }
      if take("e") || take("E") {
        if !take("+") { _ = take("-") }
        try digits()
      }
      return Number(validated: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func string() throws(SyntaxError) -> String {
      position += 1
      let start = position
      skipPlainText()
      if next == UInt8(ascii: "\"") {
        defer { position += 1 }
        return try text(bytes[start..<position])
      }
      var unescaped = Array(bytes[start..<position])
      while take("\\") {
        try escape(into: &unescaped)
        let start = position
        skipPlainText()
        unescaped += bytes[start..<position]
      }
      if let byte = next, byte < 0x20 { throw failure("unescaped control character in a string") }
      guard take("\"") else { throw failure("unterminated string") }
      return try text(unescaped[...])
    }

    /// Moves to the first byte that does not stand for itself in a string, or to the end of the document. A plain loop over a pointer,
    /// because it reads most bytes of every document.
    private mutating func skipPlainText() {
      position = bytes.withUnsafeBufferPointer { [position] bytes in
        guard let start = bytes.baseAddress else { return position }
        let end = bytes.count
        var index = position
        while index < end, start[index].isPlainInString { index += 1 }
        return index
      }
    }

    private func text(_ slice: ArraySlice<UInt8>) throws(SyntaxError) -> String {
      let text = slice.withUnsafeBytes { String(validUTF8: $0) }
      guard let text else { throw failure("invalid UTF-8 in a string") }
      return text
    }

    private mutating func escape(into unescaped: inout [UInt8]) throws(SyntaxError) {
      guard let byte = next else { throw failure("unterminated escape sequence") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
      case UInt8(ascii: "n"): unescaped.append(0x0A)
      case UInt8(ascii: "r"): unescaped.append(0x0D)
      case UInt8(ascii: "t"): unescaped.append(0x09)
      case UInt8(ascii: "b"): unescaped.append(0x08)
      case UInt8(ascii: "f"): unescaped.append(0x0C)
      case UInt8(ascii: "u"): unescaped += try scalar().utf8
      default: throw failure("unknown escape sequence")
      }
    }

    /// Parses a `\u` escape, or two that form a surrogate pair. A lone surrogate becomes U+FFFD.
    private mutating func scalar() throws(SyntaxError) -> String {
      let high = try codeUnit()
      if (0xD800..<0xDC00).contains(high), bytes[position...].starts(with: [0x5C, 0x75]) {
        let rest = position
        position += 2
        let low = try codeUnit()
        if (0xDC00..<0xE000).contains(low) { return String(decoding: [high, low], as: UTF16.self) }
        position = rest
      }
      return String(decoding: [high], as: UTF16.self)
    }

    private mutating func codeUnit() throws(SyntaxError) -> UInt16 {
      guard position + 4 <= bytes.count else { throw failure("expected four hexadecimal digits") }
      var unit: UInt16 = 0
      for byte in bytes[position..<position + 4] {
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
        default: throw failure("expected four hexadecimal digits")
        }
        unit = unit << 4 | UInt16(digit)
      }
      position += 4
      return unit
    }
  }
}
