import Contracts

/// Recognises origins on this machine.
enum LocalOrigin {
  /// Returns whether `address`, the origin as a fetcher names it, is `embedded` or a URL of the loopback interface
  /// (``HTTPURL/isLoopback``); of several servers, all must be. Returns `false` in case of doubt.
  static func isLocal(_ address: String) -> Bool {
    let members = OriginIdentity(address)?.members ?? []
    return !members.isEmpty
      && members.allSatisfy { $0 == OriginIdentity.embedded.text || (try? HTTPURL($0))?.isLoopback ?? false }
  }
}
