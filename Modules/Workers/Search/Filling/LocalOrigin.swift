import Glibc

/// Tells origins that are part of this machine from servers of others.
enum LocalOrigin {
  /// Whether `address`, as a fetcher names its origin, is `embedded` or an http address on the loopback interface: `localhost`,
  /// 127.0.0.0/8 or `[::1]`. Anything that is not surely so is taken for somebody else's.
  static func isLocal(_ address: String) -> Bool {
    if address == "embedded" { return true }
    guard let host = host(of: address) else { return false }
    if host.lowercased() == "localhost" { return true }
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
    return withUnsafeBytes(of: &six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// The host of an absolute http address, without brackets and port (RFC 3986 section 3.2).
  private static func host(of address: String) -> String? {
    let lowered = address.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return nil }
    let authority = address.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
    // Whatever stands before the last @ is a user's name.
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    if place.hasPrefix("[") {
      guard let end = place.firstIndex(of: "]") else { return nil }
      return String(place[place.index(after: place.startIndex)..<end])
    }
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first, !host.isEmpty else { return nil }
    return String(host)
  }
}
