public import Contracts
public import Localization

extension CachedResponse {
  /// Note that this is a stale response served because the origin failed; `nil` for all other responses, including stale responses that are
  /// being revalidated.
  public func staleness(in language: any Language = English()) -> String? {
    cacheDetail == "stale-if-error" ? language.say(.servedStale(age: age, status: originStatus)) : nil
  }
}
