/// Which records a search worker indexes.
public enum FillMode: String, Sendable, Hashable, CaseIterable {
  /// The records that the cache holds.
  case cached
  /// All records; the cache fetches those it does not hold.
  case eager
  /// ``eager`` if all origins are embedded or on this machine, otherwise ``cached``: remote servers are crawled only on request.
  case auto
}
