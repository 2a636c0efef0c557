import Glibc

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

  private static let deadlineName = word("deadline")
  private static let forwardedName = word("forwarde")
  private static let userAgentName = word("user-age")

  /// Whether there is a carriage return among the bytes.
  static func hasReturns(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.baseAddress.map { memchr($0, 0x0D, bytes.count) != nil } ?? false
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Fields.maxBytes, let base = bytes.baseAddress else {
      isTooLarge = !bytes.isEmpty
      return
    }
    var (start, lines, deadlines) = (0, 0, 0)
    while start < bytes.count {
      let feed = memchr(base + start, 0x0A, bytes.count - start)
      let end = feed.map { UnsafeRawPointer($0) - base } ?? bytes.count
      if end > start {
        lines += 1
        guard lines <= Fields.maxLines else {
          isTooLarge = true
          return
        }
        read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), &deadlines)
      }
      start = end + 1
    }
    if deadlines > 1 { deadline = nil }
  }

  private mutating func read(_ line: UnsafeRawBufferPointer, _ deadlines: inout Int) {
    guard line.count >= 9 else {
      hasOtherFields = true
      return
    }
    // Compares eight letters at once; setting bit 0x20 makes letters lower case and turns no other character into a letter.
    let name = line.loadUnaligned(as: UInt64.self) | 0x2020_2020_2020_2020
    if name == Self.deadlineName, line[8] == UInt8(ascii: ":") {
      deadlines += 1
      deadline = Self.wholeNumber(Self.value(of: line, after: 8))
    } else if name == Self.forwardedName, line.count >= 10, line[8] | 0x20 == UInt8(ascii: "d"), line[9] == UInt8(ascii: ":") {
      var hasher = Hasher()
      hasher.combine(bytes: Self.value(of: line, after: 9))
      flow = hasher.finalize()
    } else if name == Self.userAgentName, line.count >= 11, line[8] | 0x20 == UInt8(ascii: "n"), line[9] | 0x20 == UInt8(ascii: "t"),
      line[10] == UInt8(ascii: ":")
    {
      hasName = true
    } else {
      hasOtherFields = true
    }
  }

  private static func value(of line: UnsafeRawBufferPointer, after colon: Int) -> UnsafeRawBufferPointer {
    var start = colon + 1
    while start < line.count, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    return UnsafeRawBufferPointer(rebasing: line[start...])
  }

  /// Parses a decimal number, after which white space may follow. Negative numbers become 0; numbers that overflow become the largest number.
  private static func wholeNumber(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard let first = text.first else { return nil }
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let digits = isSigned ? UnsafeRawBufferPointer(rebasing: text.dropFirst()) : text
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for index in digits.indices {
      let digit = digits[index]
      guard (0x30...0x39).contains(digit) else {
        guard index > 0, digits[index...].allSatisfy(Fields.isWhitespace) else { return nil }
        break
      }
      let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int64(digit - 0x30))
      number = overflows || overflowsToo ? .max : sum
    }
    return first == UInt8(ascii: "-") ? 0 : number
  }

  private static func word(_ name: StaticString) -> UInt64 {
    name.withUTF8Buffer { UnsafeRawBufferPointer($0).loadUnaligned(as: UInt64.self) }
  }
}
