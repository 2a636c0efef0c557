import Dialects

/// The dialect of a server: given by the user, or detected. Pure: time is an argument.
///
/// A server may change, and what it answered during an outage may have misled the detection. So the dialect is detected again when a document
/// does not match it, at most once in ``interval``: a single document may be damaged for ever.
struct DialectChoice: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let interval = Duration.seconds(30)

  /// `nil` until the dialect has been detected.
  private(set) var dialect: (any Dialect)?
  /// Whether the user has chosen the dialect.
  let isGiven: Bool
  private var nextDetection: Instant?

  /// - Parameter given: the dialect that the user has chosen; `nil` to detect it.
  init(given: (any Dialect)?) {
    dialect = given
    isGiven = given != nil
  }

  /// Sets the detected dialect. Returns whether there was another one.
  mutating func detected(_ detected: any Dialect) -> Bool {
    defer { dialect = detected }
    return dialect.map { $0.name != detected.name } ?? false
  }

  /// Returns whether to detect the dialect again now, because a document does not match it. The next detection must wait then.
  mutating func takeDetection(now: Instant) -> Bool {
    guard !isGiven, nextDetection.map({ $0 <= now }) ?? true else { return false }
    nextDetection = now + Self.interval
    return true
  }
}
