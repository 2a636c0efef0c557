import Contracts

/// Recognises origins on this machine.
enum LocalOrigin {
  /// Returns whether `address`, the origin as a fetcher names it, is `embedded` or a URL of the loopback interface
  /// (``HTTPURL/isLoopback``). Returns `false` in case of doubt.
  static func isLocal(_ address: String) -> Bool {
    if address == "embedded" { return true }
    return (try? HTTPURL(address))?.isLoopback ?? false
  }
}
