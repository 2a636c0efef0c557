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

/// A request that the broker has received, as an event. The broker publishes requests while someone subscribes to topics with ``prefix``; for
/// others it does no work. It does not publish requests to itself, or with a head of more than ``maxHeadLength`` bytes.
package struct ObservedRequest: Sendable, Hashable {
  /// The prefix of all topics; the name of the service follows. Names that start with `mmi.` are reserved for the broker.
  package static let prefix = "mmi.request/"
  static let maxHeadLength = 8_192

  package let service: String
  /// Method and target: `GET /people/1`.
  package let head: String
  /// The number of the request since the start of the broker. A subscriber to all services that misses a number has missed a request.
  package let number: UInt64
  /// Time since the start of the broker, in whole microseconds.
  package let time: Duration

  var event: Event {
    let microseconds = time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
    return Event(Self.prefix + service, fields: ["number": String(number), "time": String(microseconds)], content: Array(head.utf8))
  }
}

extension ObservedRequest {
  /// Decodes an event; `nil` for other events.
  package init?(_ event: Event) {
    guard event.topic.hasPrefix(Self.prefix), let number = event.fields["number"].flatMap({ UInt64(digits: $0) }),
      let microseconds = event.fields["time"].flatMap({ Int64(digits: $0) }),
      let head = String(validating: event.content, as: UTF8.self)
    else { return nil }
    self.init(
      service: String(event.topic.dropFirst(Self.prefix.count)), head: head, number: number, time: .microseconds(microseconds))
  }
}
