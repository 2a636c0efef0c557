/// Strong entity tags (RFC 9110 section 8.8.3) of documents made from the catalogue: the same bytes have the same tag in every run.
public enum EntityTag {
  /// FNV-1a with 128 bits, in quotation marks. The documents come from our own catalogue, so nobody crafts two that collide.
  public static func strong(_ document: some Sequence<UInt8>) -> String {
    let prime = UInt128(1) << 88 | 0x13B
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in document { hash = (hash ^ UInt128(byte)) &* prime }
    let digits = String(hash, radix: 16)
    return "\"" + String(repeating: "0", count: 32 - digits.utf8.count) + digits + "\""
  }
}
