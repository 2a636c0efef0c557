/// A unique topic that a subscriber subscribes to last. When that subscription arrives, the broker publishes an empty event with this
/// topic. Because subscriptions arrive in order, the subscriber then knows that all of them are in force.
///
/// After a reconnect, libzmq resends subscriptions in byte order, so a marker begins with a character that sorts after those of
/// other topics.
enum SubscriptionMarker {
  private static let prefix = "~listening/"

  static func topic() -> String { prefix + String(UInt64.random(in: .min ... .max), radix: 16) }

  static func isMarker(_ topic: String) -> Bool { topic.hasPrefix(prefix) }
}
