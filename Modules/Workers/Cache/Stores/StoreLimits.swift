/// Limits of a store, which evicts the least recently used entries first, or of the memory tier (``S3FIFOTable``).
public struct StoreLimits: Sendable, Hashable {
  public var entries: Int
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }

  /// Returns the smaller of both limits.
  public func atMost(_ other: StoreLimits) -> StoreLimits {
    StoreLimits(entries: min(entries, other.entries), bytes: min(bytes, other.bytes))
  }

  /// 100,000 entries and 256 MiB, hundreds of times the size of the catalogue.
  public static let disk = StoreLimits(entries: 100_000, bytes: 256 << 20)
  /// 20,000 entries and 64 MiB.
  public static let memory = StoreLimits(entries: 20_000, bytes: 64 << 20)
}

/// The number and size of the entries of a store.
public struct StoreUsage: Sendable, Hashable {
  public var entries: Int
  /// The sum of the sizes of the entries under their keys.
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}
