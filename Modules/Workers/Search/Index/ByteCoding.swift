import Models

/// Writes numbers, texts and references as bytes.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func number(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func text(_ text: String) {
    number(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  /// Writes a reference without its kind, if that is `target`.
  mutating func reference(_ reference: Reference, _ target: KindName?) {
    let isOther = reference.kind != target
    number(UInt64(reference.id.magnitude) << 1 | (isOther ? 1 : 0))
    if isOther { text(reference.kind.text) }
  }
}

/// Reads what a ``ByteWriter`` wrote. Each function returns `nil` or `false` if the bytes are not of that form.
struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func byte() -> UInt8? { rest.popFirst() }

  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func text() -> String? {
    guard let count = number(), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
  }

  mutating func skipText() -> Bool {
    guard let count = number(), count <= rest.count else { return false }
    rest = rest.dropFirst(Int(count))
    return true
  }

  mutating func reference(_ target: KindName?) -> Reference? {
    guard let number = number() else { return nil }
    let kind = number & 1 == 0 ? target : text().flatMap { KindName($0) }
    return kind.map { Reference($0, Int(number >> 1)) }
  }

  mutating func skipReference() -> Bool {
    guard let number = number() else { return false }
    return number & 1 == 0 || skipText()
  }
}
