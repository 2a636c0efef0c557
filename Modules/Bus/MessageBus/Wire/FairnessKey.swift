/// Key of the client that originated a request, for fair queueing even if other services forward the requests. Sent in the field
/// `forwarded` as an obfuscated identifier (RFC 7239 section 6.3): `for="_KEY"`.
enum FairnessKey {
  /// Maximum length of a key, in bytes.
  static let maxLength = 512

  /// Returns the first obfuscated identifier in the field `forwarded`; `nil` if there is none.
  static func key(in fields: Fields) -> String? {
    guard let value = fields["forwarded"] else { return nil }
    for parameter in value.utf8.prefix(while: { $0 != UInt8(ascii: ",") }).split(separator: UInt8(ascii: ";")) {
      let sides = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1).map(trimmed)
      guard sides.count == 2, sides[0].elementsEqual("for".utf8, by: { $0 | 0x20 == $1 }) else { continue }
      var name = sides[1]
      if name.count >= 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") { name = name.dropFirst().dropLast() }
      guard name.first == UInt8(ascii: "_"), (2...maxLength + 1).contains(name.count), name.allSatisfy(isAllowed) else { return nil }
      return String(Substring(name.dropFirst()))
    }
    return nil
  }

  /// Returns the field value for `key`, with `-` for bytes that an obfuscated identifier may not contain; `nil` for an empty key.
  static func fieldValue(for key: String) -> String? {
    guard !key.isEmpty else { return nil }
    let name = key.utf8.prefix(maxLength).map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
    return "for=\"_\(String(decoding: name, as: UTF8.self))\""
  }

  /// Returns the key for a client address: its first 16 of 24 bytes, which identify the client (``ClientAddress``), or all of another broker's.
  static func key(ofAddress bytes: [UInt8]) -> String {
    let client = bytes.count == 24 ? bytes[..<16] : bytes[...]
    return String(unsafeUninitializedCapacity: 2 * client.count) { buffer in
      func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x57 + number }
      for (index, byte) in client.enumerated() { (buffer[2 * index], buffer[2 * index + 1]) = (digit(byte >> 4), digit(byte & 15)) }
      return 2 * client.count
    }
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    return text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
  }
}

extension Request {
  /// Returns this request with the field `forwarded` (RFC 7239) set to `client` (``ReplyParts/client``), unless that is empty.
  public func onBehalf(of client: String) -> Request {
    guard let value = FairnessKey.fieldValue(for: client) else { return self }
    var request = self
    request.fields["forwarded"] = value
    return request
  }
}
