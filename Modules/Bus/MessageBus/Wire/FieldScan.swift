import Glibc

/// What the broker reads of a request's fields: found in one pass over the bytes, without building ``Fields``.
struct FieldScan {
  /// Milliseconds left to the caller when the request was sent. `nil` without the field `deadline`, with two of them, and with one that is no whole number.
  private(set) var deadline: Int64?
  /// Stands for the value of the field `forwarded` (RFC 7239), which names the client a service asks for. `nil` without the field.
  private(set) var asker: Int?
  /// Whether there is more than ``Fields/mostBytes`` or ``Fields/mostLines`` allow.
  private(set) var isTooLarge = false

  private static let deadlineName = word("deadline")
  private static let forwardedName = word("forwarde")

  init(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Fields.mostBytes, let base = bytes.baseAddress else {
      isTooLarge = !bytes.isEmpty
      return
    }
    var (start, lines, deadlines) = (0, 0, 0)
    while start < bytes.count {
      let feed = memchr(base + start, 0x0A, bytes.count - start)
      let end = feed.map { UnsafeRawPointer($0) - base } ?? bytes.count
      if end > start {
        lines += 1
        guard lines <= Fields.mostLines else {
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
    guard line.count >= 9 else { return }
    // Eight letters at once; 0x20 makes upper case lower and turns nothing else into a letter.
    let name = line.loadUnaligned(as: UInt64.self) | 0x2020_2020_2020_2020
    if name == Self.deadlineName, line[8] == UInt8(ascii: ":") {
      deadlines += 1
      deadline = Self.wholeNumber(Self.value(of: line, after: 8))
    } else if name == Self.forwardedName, line.count >= 10, line[8] | 0x20 == UInt8(ascii: "d"), line[9] == UInt8(ascii: ":") {
      var hasher = Hasher()
      hasher.combine(bytes: Self.value(of: line, after: 9))
      asker = hasher.finalize()
    }
  }

  private static func value(of line: UnsafeRawBufferPointer, after colon: Int) -> UnsafeRawBufferPointer {
    var start = colon + 1
    while start < line.count, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    return UnsafeRawBufferPointer(rebasing: line[start...])
  }

  /// Below zero reads as 0, what does not fit as the largest number.
  private static func wholeNumber(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard let first = text.first else { return nil }
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let digits = isSigned ? UnsafeRawBufferPointer(rebasing: text.dropFirst()) : text
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
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
