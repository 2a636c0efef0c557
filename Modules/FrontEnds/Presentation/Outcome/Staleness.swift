public import Contracts
import Localization

extension CachedResponse {
  /// Note that this is a stale response served because the origin failed; `nil` for all other responses, including stale responses that are
  /// being revalidated.
  public var staleness: String? {
    guard cacheDetail == "stale-if-error" else { return nil }
    let source = age.map { "data from \(Figures.age($0)) ago" } ?? "older data"
    return "the origin does not answer; showing \(source)"
  }
}
