/// The URL under which a client sees the server: links in answers start with it, as on the original server.
enum Base {
  /// `http://127.0.0.1:1138` from the field Host; `nil` where Host could not be the name of a host, so that no client can have
  /// arbitrary text put into answers. Without Host (HTTP/1.0) `local` stands for it.
  static func root(host: String?, forwardedScheme: String?, local: String) -> String? {
    let host = host ?? local
    guard isHost(host) else { return nil }
    // Proxies in a row each add theirs; the first one spoke to the client.
    let forwarded = forwardedScheme?.prefix { $0 != "," }.filter { $0 != " " }.lowercased()
    return (forwarded == "https" ? "https://" : "http://") + host
  }

  /// A name or an address, in brackets for IPv6, and perhaps a port (RFC 9110 section 7.2).
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
    return rest.isEmpty || rest == ":" || (rest.hasPrefix(":") && UInt16(rest.dropFirst()) != nil)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
