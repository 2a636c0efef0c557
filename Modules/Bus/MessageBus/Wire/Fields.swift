import Glibc
import Text

/// Header fields: `name: value` lines separated by LF, with HTTP semantics (RFC 9110 section 5), lower-case names, repeated ones joined.
public struct Fields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var lines: [(name: String, value: String)] = []

  /// Maximum size of a request's fields in bytes; larger fields get a 431 (RFC 6585 section 5).
  static let maxBytes = 64 << 10
  /// Maximum number of lines of a request's fields; more get a 431. Of other messages, so many names are read.
  static let maxLines = 128

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
    for line in FieldLines(bytes) {
      guard !line.name.isEmpty, line.name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { continue }
      let name = String(decoding: line.name, as: UTF8.self)
      let hasUpperCase = line.name.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      let hasReturns = line.value.contains(0x0D)
      let value = hasReturns ? Self.withoutLineBreaks(line.value) : String(decoding: line.value, as: UTF8.self)
      add(hasUpperCase ? name.lowercased() : name, value)
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    if let index = lines.firstIndex(where: { $0.name == name }) {
      // A value never ends in white space, which the parser would remove.
      lines[index].value += value.isEmpty ? "," : ", "
      lines[index].value += value
    } else if lines.count < Self.maxLines {
      lines.append((name, value))
    }
  }

  /// The value of the field with this lower-case name. Line breaks in a new value, which would let it inject fields, become spaces.
  public subscript(name: String) -> String? {
    get { lines.first { $0.name == name }?.value }
    set {
      let value = newValue.map { $0.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? Self.withoutLineBreaks($0.utf8) : $0 }
      switch (lines.firstIndex { $0.name == name }, value) {
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
  package var byteCount: Int { lines.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

  private static func withoutLineBreaks(_ value: some Sequence<UInt8>) -> String {
    String(decoding: value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
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

/// The lines of fields, without empty ones.
private struct FieldLines: Sequence, IteratorProtocol {
  private var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  /// Returns the next line: the text before the first colon, empty without one, and the value without the white space around it.
  mutating func next() -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
    while let base = rest.baseAddress, !rest.isEmpty {
      let end = memchr(base, 0x0A, rest.count).map { UnsafeRawPointer($0) - base } ?? rest.count
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(end + 1))
      guard end > 0 else { continue }
      guard let colon = memchr(base, Int32(UInt8(ascii: ":")), end).map({ UnsafeRawPointer($0) - base }) else {
        return (UnsafeRawBufferPointer(rebasing: line[..<0]), line)
      }
      var (start, last) = (colon + 1, end)
      while start < last, Self.isWhitespace(line[start]) { start += 1 }
      while last > start, Self.isWhitespace(line[last - 1]) { last -= 1 }
      return (UnsafeRawBufferPointer(rebasing: line[..<colon]), UnsafeRawBufferPointer(rebasing: line[start..<last]))
    }
    return nil
  }

  /// Optional whitespace (RFC 9110 section 5.6.3), or a carriage return, which becomes a space.
  private static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// The request fields that the broker needs, found in one pass over the bytes without building ``Fields``.
struct FieldScan {
  /// Milliseconds until the deadline when the request was sent. `nil` if the field `deadline` is missing, repeated or not a whole number.
  private(set) var deadline: Int64?
  /// Hash of the field `forwarded` (RFC 7239), which names the client that a service acts for; `nil` without the field.
  private(set) var flow: Int?
  /// Whether the fields exceed ``Fields/maxBytes`` or ``Fields/maxLines``.
  private(set) var isTooLarge = false
  /// Whether there is a field `user-agent`, which names the sender (``PeerName``).
  private(set) var hasName = false
  /// Whether there are other fields.
  private(set) var hasOtherFields = false

  init(_ bytes: UnsafeRawBufferPointer) {
    isTooLarge = bytes.count > Fields.maxBytes
    guard !isTooLarge else { return }
    var (lines, deadlines) = (0, 0)
    for (name, value) in FieldLines(bytes) {
      lines += 1
      isTooLarge = lines > Fields.maxLines
      if isTooLarge { return }
      if Self.matches(name, "deadline") {
        deadlines += 1
        deadline = deadlines == 1 ? Self.wholeNumber(value) : nil
      } else if Self.matches(name, "forwarded") {
        var hasher = Hasher()
        hasher.combine(bytes: value)
        flow = hasher.finalize()
      } else if Self.matches(name, "user-agent") {
        hasName = true
      } else {
        hasOtherFields = true
      }
    }
  }

  private static func matches(_ name: UnsafeRawBufferPointer, _ expected: StaticString) -> Bool {
    guard name.count == expected.utf8CodeUnitCount, let base = name.baseAddress else { return false }
    return strncasecmp(base, expected.utf8Start, name.count) == 0
  }

  /// Parses a decimal number. Negative numbers become 0, and very large ones the largest number.
  private static func wholeNumber(_ text: UnsafeRawBufferPointer) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative || text.first == UInt8(ascii: "+") ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = digits.reduce(Int64(0)) { number, digit in
      let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int64(digit - 0x30))
      return overflows || overflowsToo ? .max : sum
    }
    return isNegative ? 0 : number
  }
}
