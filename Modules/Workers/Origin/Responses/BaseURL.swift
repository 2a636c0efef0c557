import OrderedJSON

/// The URL at which the client reached the server. Links in responses start with this URL, as on the original server.
enum BaseURL {
  /// Returns scheme and authority, such as `http://127.0.0.1:1138`. Uses `localAuthority` if there is no field Host (HTTP/1.0). Returns
  /// `nil` if Host is not a valid host, so that a client cannot inject arbitrary text into responses.
  static func root(host: String?, forwardedScheme: String?, localAuthority: String) -> String? {
    let host = host ?? localAuthority
    guard isHost(host) else { return nil }
    // Each proxy of a chain appends its scheme; the first one is the client's.
    let forwarded = forwardedScheme?.prefix { $0 != "," }.filter { $0 != " " }.lowercased()
    return (forwarded == "https" ? "https://" : "http://") + host
  }

  /// Whether `text` is a host name or address (IPv6 in brackets) with an optional port (RFC 9110 section 7.2).
  static func isHost(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count) else { return false }
    let name: Substring
    if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
      guard text[text.index(after: text.startIndex)..<bracket].allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return false }
      name = text[...bracket]
    } else {
      name = text.prefix { $0 != ":" }
      guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { return false }
    }
    let rest = text[name.endIndex...]
    return rest.isEmpty || rest == ":" || (rest.hasPrefix(":") && UInt16(digits: rest.dropFirst()) != nil)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
