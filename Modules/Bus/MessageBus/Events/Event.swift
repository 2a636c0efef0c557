/// Something that happened, announced to whoever listens. It says "look again" and may be lost (BUS_WIRE, Events).
public struct Event: Sendable, Hashable {
  /// `changed/people/1`: components separated by `/`; subscriptions match by prefix.
  public var topic: String
  public var fields: Fields
  public var content: [UInt8]

  public init(_ topic: String, fields: Fields = [:], content: [UInt8] = []) {
    self.topic = topic
    self.fields = fields
    self.content = content
  }
}
