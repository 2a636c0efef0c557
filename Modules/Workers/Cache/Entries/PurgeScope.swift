import Contracts

extension PurgeRequest.Scope {
  /// Returns whether the entry of `key` is to be removed. A kind includes its lists.
  func covers(_ key: CacheKey) -> Bool {
    switch self {
    case .everything: true
    case .kind(let kind): key.kind == kind
    case .record(let reference): key == .record(reference)
    }
  }
}
