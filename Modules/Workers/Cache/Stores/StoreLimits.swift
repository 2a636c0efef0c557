/// How much a store or the memory tier may hold. What was not used for the longest time goes first.
public struct StoreLimits: Sendable, Hashable {
  public var entries: Int
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }

  /// 100,000 entries and 256 MiB: hundreds of times the catalogue.
  public static let disk = StoreLimits(entries: 100_000, bytes: 256 << 20)
  /// 20,000 entries and 64 MiB.
  public static let memory = StoreLimits(entries: 20_000, bytes: 64 << 20)
}

/// How much a store holds.
public struct StoreUsage: Sendable, Hashable {
  public var entries: Int
  /// Sum of ``CacheEntry/size``.
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}
