public import Contracts

extension CachedResponse {
  /// Says that this is an old answer because the origin failed; `nil` for all other answers. A stale answer that is being revalidated is no
  /// news to a reader.
  public var staleness: String? {
    guard let cacheStatus, cacheStatus.contains("stale-if-error") else { return nil }
    let since = age.map { "what it said \(Self.duration($0)) ago" } ?? "an older answer"
    return "The origin does not answer; this is \(since)."
  }

  /// `40 s`, `12 min`, `5 h`, `3 days`: rounded down to one unit.
  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3_600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
