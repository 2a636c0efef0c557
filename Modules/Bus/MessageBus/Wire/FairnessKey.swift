/// Key of the client that originated a request, for fair queueing even if other services forward the requests. Sent in the field
/// `forwarded` as an obfuscated identifier (RFC 7239 section 6.3): `for="_KEY"`.
enum FairnessKey {
  /// Maximum length of a key, in bytes.
  static let maxLength = 512

  /// Returns the first obfuscated identifier in the field `forwarded`; `nil` if there is none.
  static func key(in fields: Fields) -> String? {
    guard let value = fields["forwarded"], let first = value.split(separator: ",").first else { return nil }
    for parameter in first.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]).lowercased() == "for" else { continue }
      var name = trimmed(parts[1]).utf8
      if name.count >= 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") { name = name.dropFirst().dropLast() }
      guard name.first == UInt8(ascii: "_"), (2...maxLength + 1).contains(name.count), name.allSatisfy(isAllowed) else { return nil }
      return String(decoding: name.dropFirst(), as: UTF8.self)
    }
    return nil
  }

  /// Returns the field value for `key`, with `-` for bytes that an obfuscated identifier may not contain; `nil` for an empty key.
  static func fieldValue(for key: String) -> String? {
    guard !key.isEmpty else { return nil }
    let name = key.utf8.prefix(maxLength).map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
    return "for=\"_\(String(decoding: name, as: UTF8.self))\""
  }

  /// Returns the key for a client address. The first 16 of the 24 bytes of ``ClientAddress`` identify the client; an address of another
  /// broker is used whole.
  static func key(ofAddress bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let client = bytes.count == 24 ? bytes[..<16] : bytes[...]
    return String(decoding: client.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
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
