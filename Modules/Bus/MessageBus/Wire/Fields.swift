import Text

/// Header fields: `name: value` lines separated by LF, with HTTP semantics (RFC 9110 section 5), lower-case names, repeated ones joined.
public struct Fields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var lines: [(name: String, value: String)] = []

  /// Maximum size of a request's fields in bytes; larger fields get a 431 (RFC 6585 section 5).
  static let maxBytes = 64 << 10
  /// Maximum number of lines of a request's fields; more get a 431.
  static let maxLines = 128
  /// Up to this number of fields, the parser searches names linearly; beyond it, with an index.
  private static let linearSearchLimit = 16

  /// Creates an empty set of fields.
  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// Parses fields. Lines without a colon, or with a name that is not visible ASCII, are ignored. White space around values is no part of
  /// them, and carriage returns within values become spaces (RFC 9110 section 5.5).
  public init(parsing text: some StringProtocol) {
    var text = String(text)
    // A String is always valid UTF-8.
    self = text.withUTF8 { Fields(parsing: UnsafeRawBufferPointer($0)) } ?? Fields()
  }

  /// Parses fields from UTF-8 bytes without a copy, as workers do for every request; `nil` if the bytes are not valid UTF-8.
  init?(parsing bytes: UnsafeRawBufferPointer) {
    guard bytes.isUTF8 else { return nil }
    let hasReturns = FieldScan.hasReturns(bytes)
    var positions: [String: Int] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { continue }
      let written = line[..<colon]
      guard written.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { continue }
      let hasUpperCase = written.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      let name = String(decoding: UnsafeRawBufferPointer(rebasing: written), as: UTF8.self)
      let start = line[(colon + 1)...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.endIndex
      var content = line[start...]
      while let last = content.last, last == 0x20 || last == 0x09 { content.removeLast() }
      let value = String(decoding: UnsafeRawBufferPointer(rebasing: content), as: UTF8.self)
      add(hasUpperCase ? name.lowercased() : name, hasReturns ? Self.trimmed(value) : value, &positions)
    }
  }

  /// Appends a line. `positions` indexes all names once there are more than ``linearSearchLimit``, so that parsing takes linear time.
  private mutating func add(_ name: String, _ value: String, _ positions: inout [String: Int]) {
    let index = lines.count > Self.linearSearchLimit ? positions[name] : lines.firstIndex { $0.name == name }
    if let index {
      // A value never ends in white space, which the parser would remove.
      lines[index].value += value.isEmpty ? "," : ", "
      lines[index].value += value
      return
    }
    lines.append((name, value))
    guard lines.count > Self.linearSearchLimit else { return }
    if positions.isEmpty { for (index, line) in lines.enumerated() { positions[line.name] = index } }
    positions[name] = lines.count - 1
  }

  /// The value of the field with this lower-case name. Line breaks in a new value become spaces.
  public subscript(name: String) -> String? {
    get { lines.first { $0.name == name }?.value }
    set {
      let index = lines.firstIndex { $0.name == name }
      // A line break would let a value inject fields.
      let value = newValue.map { $0.utf8.contains(where: Self.isLineBreak) ? Self.withoutLineBreaks($0.utf8) : $0 }
      switch (index, value) {
      case (let index?, let value?): lines[index].value = value
      case (let index?, nil): lines.remove(at: index)
      case (nil, let value?): lines.append((name, value))
      case (nil, nil): break
      }
    }
  }

  public var isEmpty: Bool { lines.isEmpty }
  /// Names in the order in which they were added.
  public var names: [String] { lines.map(\.name) }

  /// Bytes of all names and values.
  var byteCount: Int { lines.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  /// Optional whitespace (RFC 9110 section 5.6.3), or a line break, which becomes a space.
  static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineBreak(byte) }
  private static func withoutLineBreaks(_ value: some Sequence<UInt8>) -> String {
    String(decoding: value.map { isLineBreak($0) ? 0x20 : $0 }, as: UTF8.self)
  }
  /// Returns a value without line breaks, one of which may end its line, and without whitespace around it.
  private static func trimmed(_ value: String) -> String {
    var bytes = value.utf8.drop(while: isWhitespace)
    while let last = bytes.last, isWhitespace(last) { bytes.removeLast() }
    return withoutLineBreaks(bytes)
  }

  /// The wire format.
  public var text: String {
    // Allocates once; appending string to string would cost several times as much, and every message has fields.
    String(unsafeUninitializedCapacity: lines.isEmpty ? 0 : byteCount + 3 * lines.count - 1) { buffer in
      var end = 0
      func append(_ part: String.UTF8View) { end = buffer[end...].update(fromContentsOf: part) }
      for line in lines {
        if end > 0 { append("\n".utf8) }
        append(line.name.utf8)
        append(": ".utf8)
        append(line.value.utf8)
      }
      return end
    }
  }

  public static func == (left: Fields, right: Fields) -> Bool { left.lines.elementsEqual(right.lines, by: ==) }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
