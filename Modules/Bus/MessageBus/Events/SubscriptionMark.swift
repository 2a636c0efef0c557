/// The last of a subscriber's topics, which nobody else has. The broker publishes an empty event under it when the subscription arrives: the subscriber
/// then knows that all its subscriptions are in force, for they travel in order.
///
/// After a reconnect libzmq sends them again in the order of their bytes, so a mark begins with a character that sorts after those of
/// other topics.
enum SubscriptionMark {
  private static let prefix = "~listening/"

  static func topic() -> String { prefix + String(UInt64.random(in: .min ... .max), radix: 16) }

  static func isMark(_ topic: String) -> Bool { topic.hasPrefix(prefix) }
}
