/// How a search worker comes by records.
public enum FillMode: String, Sendable, Hashable, CaseIterable {
  /// From what the cache holds already.
  case cached
  /// Everything: the cache is asked to fetch what it does not hold.
  case eager
  /// Everything when all origins are inside their fetchers or on this machine, else what the cache holds: nobody's server is crawled unasked.
  case auto
}
