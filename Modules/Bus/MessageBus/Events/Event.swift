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
}
