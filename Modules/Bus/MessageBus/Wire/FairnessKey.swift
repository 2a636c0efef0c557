/// Names the client that first asked, so that services can share themselves fairly between clients, also when other services ask in between.
///
/// Travels in the field `forwarded` as an obfuscated identifier (RFC 7239 section 6.3): `for="_KEY"`.
enum FairnessKey {
  /// The longest key taken from a field, in bytes.
  static let longest = 512

  /// The first obfuscated identifier in the field `forwarded`; `nil` when there is none.
  static func key(in fields: Fields) -> String? {
    guard let value = fields["forwarded"], let first = value.split(separator: ",").first else { return nil }
    for parameter in first.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingSpaces.lowercased() == "for" else { continue }
      var name = parts[1].trimmingSpaces.utf8
      if name.count >= 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") { name = name.dropFirst().dropLast() }
      guard name.first == UInt8(ascii: "_"), (2...longest + 1).contains(name.count), name.allSatisfy(isAllowed) else { return nil }
      return String(decoding: name.dropFirst(), as: UTF8.self)
    }
    return nil
  }

  /// The field's value for `key`; bytes that an obfuscated identifier cannot have become `-`. `nil` for an empty key.
  static func value(for key: String) -> String? {
    guard !key.isEmpty else { return nil }
    let name = key.utf8.prefix(longest).map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
    return "for=\"_\(String(decoding: name, as: UTF8.self))\""
  }

  /// The key of a client address: a broker of ours begins its 24 bytes with 16 that name the client; another broker's say no more than themselves.
  static func key(ofAddress bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let client = bytes.count == 24 ? bytes[..<16] : bytes[...]
    return String(decoding: client.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension Request {
  /// The request as a service sends it on behalf of `client` (``ReplyParts/client``): it carries the field `forwarded` (RFC 7239), so that whoever
  /// takes it counts it as that client's. An empty name changes nothing.
  public func onBehalf(of client: String) -> Request {
    guard let value = FairnessKey.value(for: client) else { return self }
    var request = self
    request.fields["forwarded"] = value
    return request
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    guard let start = firstIndex(where: { $0 != " " && $0 != "\t" }), let end = lastIndex(where: { $0 != " " && $0 != "\t" }) else {
      return ""
    }
    return self[start...end]
  }
}
