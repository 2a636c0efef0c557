import OrderedJSON

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
