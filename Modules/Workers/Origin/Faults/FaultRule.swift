/// A line that says which requests a fault applies to: `after 10s for 5s status 503 rate 0.3 path /api/people/*`.
///
/// A rule has the name of a fault, its arguments, and any of these, in any order:
///
/// | words | the fault applies |
/// |---|---|
/// | `after TIME` | only once this time has passed since the server started or the rule was added |
/// | `for TIME` | only for this time |
/// | `every TIME` | again each time this time has passed; needs `for` |
/// | `path PATTERN` | only to requests whose path matches; `*` matches any characters |
/// | `requests N` or `requests A..B` | only to these of the requests that times and path select, counted from 1 |
/// | `rate R` | to this part of the requests, `0.3` or `30%`, chosen at random |
public struct FaultRule: Sendable {
  /// The line as written, without comments and spaces at both ends.
  public let text: String
  let fault: any Fault
  var window = FaultWindow()
  var requests: ClosedRange<Int>?
  var rate = 1.0
  var path: PathPattern?

  static let keywords = ["after", "for", "every", "requests", "rate", "path"]
  /// The maximum length of a line in bytes.
  static let maxLength = 4_096

  /// Returns whether time and path meet the conditions of the rule.
  ///
  /// - Parameters:
  ///   - target: path and query; `nil` for a connection.
  ///   - elapsed: the time since the rule was added.
  func selects(target: String?, elapsed: Duration) -> Bool {
    guard window.contains(elapsed) else { return false }
    guard let path, let target else { return true }
    return path.matches(target)
  }
}

/// The times at which a rule applies, counted from the start of the server or from when the rule was added.
struct FaultWindow: Sendable, Hashable {
  var after = Duration.zero
  /// `nil` for a window that never ends.
  var length: Duration?
  /// The time from the start of one window to the start of the next; `nil` for a single window.
  var period: Duration?

  func contains(_ elapsed: Duration) -> Bool {
    guard elapsed >= after else { return false }
    guard let length else { return true }
    let time = elapsed - after
    guard let period else { return time < length }
    return time - period * Int((time / period).rounded(.down)) < length
  }
}
