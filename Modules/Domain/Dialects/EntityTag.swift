/// Strong entity tags (RFC 9110 section 8.8.3) for documents generated from the catalogue: equal bytes have equal tags in every run.
public enum EntityTag {
  /// Returns the 128-bit FNV-1a hash in quotation marks. The documents come from the built-in catalogue, so collisions cannot be crafted.
  public static func strong(_ document: some Sequence<UInt8>) -> String {
    let prime = UInt128(1) << 88 | 0x13B
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in document { hash = (hash ^ UInt128(byte)) &* prime }
    let digits = String(hash, radix: 16)
    return "\"" + String(repeating: "0", count: 32 - digits.utf8.count) + digits + "\""
  }

  /// Returns whether a field If-None-Match contains a tag, by weak comparison (RFC 9110 section 13.1.2). `*` matches any tag.
  ///
  /// - Parameter tag: a tag that contains no comma and no further quotation mark, as ``strong(_:)`` returns.
  public static func list(_ field: String, matches tag: String) -> Bool {
    field.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return item == "*" || item == tag || (item.hasPrefix("W/") && item.dropFirst(2) == tag)
    }
  }
}
