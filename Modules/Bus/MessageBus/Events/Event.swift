/// A published event. Events are hints to reload and may be lost (GRAMMAR.md).
public struct Event: Sendable, Hashable {
  /// Topic: components separated by `/`, such as `changed/people/1`. Subscriptions match by prefix. Empty components are dropped when the event
  /// is published: `a//b/` arrives as `a/b`.
  public var topic: String
  public var fields: Fields
  /// Body; empty for most events.
  public var content: [UInt8]

  /// Creates an event. Its topic, fields and content may have 64 KiB in total.
  public init(_ topic: String, fields: Fields = [:], content: [UInt8] = []) {
    self.topic = topic
    self.fields = fields
    self.content = content
  }

  /// Memory per queued event in addition to its texts and its content, in bytes.
  static let overhead = 512

  /// Memory that the event takes while it is queued, in bytes.
  var memoryUsed: Int { topic.utf8.count + fields.byteCount + content.count + Self.overhead }
}

/// The topics on which the broker itself publishes: a worker joined or left a service.
public enum WorkerTopic: Sendable, Hashable {
  /// `worker/joined/holocron.cache`
  case joined(service: String)
  /// `worker/left/holocron.cache`
  case left(service: String)

  /// The prefix of all worker topics.
  public static let prefix = "worker/"

  public var text: String {
    switch self {
    case .joined(let service): "\(Self.prefix)joined/\(service)"
    case .left(let service): "\(Self.prefix)left/\(service)"
    }
  }

  /// Decodes a topic. Returns `nil` for other topics.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let parts = text.dropFirst(Self.prefix.count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("joined", 2): self = .joined(service: String(parts[1]))
    case ("left", 2): self = .left(service: String(parts[1]))
    default: return nil
    }
  }
}
