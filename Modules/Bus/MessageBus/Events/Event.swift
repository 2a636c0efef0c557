import OrderedJSON

/// A published event. Events are hints to reload and may be lost (GRAMMAR.md).
public struct Event: Sendable, Hashable {
  /// Topic: components separated by `/`, such as `changed/people/1`; empty ones are dropped. Subscriptions match by prefix.
  public var topic: String
  public var fields: Fields
  /// Body; empty for most events.
  public var content: [UInt8]

  /// Creates an event. Its topic, fields and content may have 64 KiB in total.
  public init(_ topic: String, fields: Fields = [:], content: [UInt8] = []) {
    (self.topic, self.fields, self.content) = (topic, fields, content)
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
    let service = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map(String.init) ?? ""
    guard let topic = [Self.joined(service: service), .left(service: service)].first(where: { $0.text == text }) else { return nil }
    self = topic
  }
}
