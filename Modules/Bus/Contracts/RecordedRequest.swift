package import MessageBus
import OrderedJSON

/// A request of a recorded session, a line of the file that `holocron watch --record` writes:
/// `{"at":0.125,"service":"holocron.cache","request":"GET /people/1"}`. `at` is the number of seconds since the first request.
package struct RecordedRequest: Sendable, Hashable {
  package let time: Duration
  package let service: String
  /// Method and target: `GET /people/1`.
  package let head: String

  package init(at time: Duration, service: String, head: String) {
    self.time = time
    self.service = service
    self.head = head
  }

  /// Decodes a line, with or without its line feed; `nil` if it has another form. Other members are ignored.
  package init?(line: some Sequence<UInt8>) {
    guard let json = try? JSON(parsing: line), let seconds = json["at"]?.double, (0...Self.longest).contains(seconds),
      let service = json["service"]?.string, let head = json["request"]?.string
    else { return nil }
    self.init(at: .seconds(seconds), service: service, head: head)
  }

  /// A year; a later time is a mistake.
  private static let longest = 365.0 * 24 * 3_600

  /// The request without fields and body; `nil` unless the head is a method and a target.
  package var request: Request? {
    let words = head.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, !words[0].isEmpty, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
      let target = Target(parsing: words[1])
    else { return nil }
    return Request(String(words[0]), target)
  }

  /// The line with its line feed.
  package var line: String {
    let seconds = time / .seconds(1)
    let json: JSON = ["at": .number(seconds), "service": .string(service), "request": .string(head)]
    return json.text() + "\n"
  }
}
