import Glibc

/// Recognises origins on this machine.
enum LocalOrigin {
  /// Returns whether `address`, the origin as a fetcher names it, is `embedded` or an http or https URL of the loopback interface:
  /// `localhost`, 127.0.0.0/8 or `[::1]`. Returns `false` in case of doubt.
  static func isLocal(_ address: String) -> Bool {
    if address == "embedded" { return true }
    guard let host = host(of: address) else { return false }
    if host.lowercased() == "localhost" { return true }
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 == 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    return withUnsafeBytes(of: &ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// Returns the host of an absolute http or https URL, without brackets and port (RFC 3986 section 3.2).
  private static func host(of address: String) -> String? {
    let lowered = address.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return nil }
    let authority = address.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
    // Text before the last @ is user information.
    let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    if hostAndPort.hasPrefix("[") {
      guard let end = hostAndPort.firstIndex(of: "]") else { return nil }
      return String(hostAndPort[hostAndPort.index(after: hostAndPort.startIndex)..<end])
    }
    let parts = hostAndPort.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first, !host.isEmpty else { return nil }
    return String(host)
  }
}
