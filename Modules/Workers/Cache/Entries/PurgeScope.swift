public import Contracts

extension PurgeRequest.Scope {
  /// Whether the entry under `key` is to be forgotten. The lists of a kind go with the kind.
  public func covers(_ key: CacheKey) -> Bool {
    switch self {
    case .everything: true
    case .kind(let kind): key.kind == kind
    case .record(let reference): key == .record(reference)
    }
  }
}
