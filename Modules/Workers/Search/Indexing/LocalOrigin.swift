import Contracts
import Platform

/// Recognises origins on this machine.
enum LocalOrigin {
  /// Returns whether `address`, the origin as a fetcher names it, is `embedded` or an http or https URL of the loopback interface:
  /// `localhost`, 127.0.0.0/8 or `[::1]`. Returns `false` in case of doubt.
  static func isLocal(_ address: String) -> Bool {
    if address == "embedded" { return true }
    guard let url = try? HTTPURL(address) else { return false }
    let host = url.host.filter { $0 != "[" && $0 != "]" }
    return host == "localhost" || NumericAddress.isLoopback(host)
  }
}
