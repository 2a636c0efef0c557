public import Contracts

/// The key of an entry together with its origin.
public struct StoreKey: Sendable, Hashable, CustomStringConvertible {
  public var origin: OriginIdentity?
  public var key: CacheKey

  public init(_ key: CacheKey, of origin: OriginIdentity?) {
    self.key = key
    self.origin = origin
  }

  public var description: String { "\(key) of \(origin?.text ?? "an unknown origin")" }
}
