import Contracts
import Glibc

/// Recognises origins on this machine.
enum LocalOrigin {
  /// Returns whether `address`, the origin as a fetcher names it, is `embedded` or an http or https URL of the loopback interface:
  /// `localhost`, 127.0.0.0/8 or `[::1]`. Returns `false` in case of doubt.
  static func isLocal(_ address: String) -> Bool {
    if address == "embedded" { return true }
    guard let url = try? HTTPURL(address) else { return false }
    let host = url.host.filter { $0 != "[" && $0 != "]" }
    if host == "localhost" { return true }
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 == 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    return withUnsafeBytes(of: &ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }
}
