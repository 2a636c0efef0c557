import Glibc

/// IP addresses written as numbers.
public enum NumericAddress {
  /// Returns whether `host` is an address of the loopback interface: 127.0.0.0/8 or `::1`, in any spelling, without brackets. Names such as
  /// `localhost` are not addresses.
  public static func isLoopback(_ host: String) -> Bool {
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 == 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    return withUnsafeBytes(of: &ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }
}
