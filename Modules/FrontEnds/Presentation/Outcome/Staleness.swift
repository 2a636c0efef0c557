public import Contracts

extension CachedResponse {
  /// Note that this is a stale response served because the origin failed; `nil` for all other responses, including stale responses that are
  /// being revalidated.
  public var staleness: String? {
    guard let cacheStatus, cacheStatus.contains("stale-if-error") else { return nil }
    let source = age.map { "data from \(Self.duration($0)) ago" } ?? "older data"
    return "The origin does not answer; showing \(source)."
  }

  /// Formats a duration in one unit, rounded down: `40 s`, `12 min`, `5 h`, `3 days`.
  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3_600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
