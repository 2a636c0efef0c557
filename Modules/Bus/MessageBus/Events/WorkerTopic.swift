/// The topics on which the broker itself publishes: a worker joined or left a service.
public enum WorkerTopic: Sendable, Hashable {
  /// `worker/joined/holocron.cache`
  case joined(service: String)
  /// `worker/left/holocron.cache`
  case left(service: String)

  /// The prefix of all worker topics.
  public static let prefix = "worker/"
  private static let joinedPrefix = "\(prefix)joined/"
  private static let leftPrefix = "\(prefix)left/"

  public var text: String {
    switch self {
    case .joined(let service): Self.joinedPrefix + service
    case .left(let service): Self.leftPrefix + service
    }
  }

  /// Decodes a topic. Returns `nil` for other topics.
  public init?(_ text: String) {
    if text.hasPrefix(Self.joinedPrefix) {
      self = .joined(service: String(text.dropFirst(Self.joinedPrefix.count)))
    } else if text.hasPrefix(Self.leftPrefix) {
      self = .left(service: String(text.dropFirst(Self.leftPrefix.count)))
    } else {
      return nil
    }
  }
}
