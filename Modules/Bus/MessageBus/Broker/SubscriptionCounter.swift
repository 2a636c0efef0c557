/// Counts subscriptions by topic, so that cancelling a subscription that does not exist changes nothing.
struct SubscriptionCounter {
  private var byTopic: [Int: Int] = [:]
  private(set) var count = 0
  /// The subscriptions to requests; see ``ObservedRequest``.
  private(set) var requestCount = 0

  /// Maximum number of topics; subscriptions to further topics are not counted.
  static let maxTopics = 65_536

  mutating func subscribed(_ topic: some Collection<UInt8>) {
    let key = Self.key(topic)
    guard byTopic[key] != nil || byTopic.count < Self.maxTopics else { return }
    byTopic[key, default: 0] += 1
    count += 1
    if topic.starts(with: ObservedRequest.prefix.utf8) { requestCount += 1 }
  }

  mutating func unsubscribed(_ topic: some Collection<UInt8>) {
    let key = Self.key(topic)
    guard let known = byTopic[key] else { return }
    byTopic[key] = known > 1 ? known - 1 : nil
    count -= 1
    if topic.starts(with: ObservedRequest.prefix.utf8) { requestCount -= 1 }
  }

  private static func key(_ topic: some Collection<UInt8>) -> Int {
    var hasher = Hasher()
    for byte in topic { hasher.combine(byte) }
    return hasher.finalize()
  }
}
