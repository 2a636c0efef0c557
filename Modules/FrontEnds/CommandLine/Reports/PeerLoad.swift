import Localization
import OrderedJSON
import Presentation
import Text

/// Which peers of a broker hold its queues, and which ones read too slowly, from the broker's statistics. Peers have the names that they gave
/// themselves; those without one are described.
struct PeerLoad: Sendable {
  private let broker: JSON

  /// A client with fewer outstanding requests is nothing unusual.
  private static let fewRequests = 64
  private static let maxPeers = 3

  init(_ broker: JSON) {
    self.broker = broker
  }

  /// Both, with their labels, as far as there are any.
  var values: [LabeledValue] {
    [("Waiting", waiting), ("Slow", slow)].compactMap { label, text in text.map { LabeledValue(label, $0) } }
  }

  /// The clients with many outstanding requests: `loader (pid 4711), 900 requests`; `nil` if there are none.
  var waiting: StyledText? {
    let clients = (broker["clients"]?.array ?? []).filter { ($0["outstanding"]?.int ?? 0) >= Self.fewRequests }
    return text(clients) { Figures.counted($0["outstanding"]?.int ?? 0, "request", "requests") }
  }

  /// The peers that leave messages unread: `loader (pid 4711), 30 queued, 2 dropped`; `nil` if there are none.
  var slow: StyledText? {
    text(broker["slow"]?.array ?? []) { peer in
      func count(_ name: String) -> Int? { peer[name]?.int.flatMap { $0 > 0 ? $0 : nil } }
      return [("waiting", "queued"), ("dropped", "dropped")]
        .compactMap { member, word in count(member).map { "\(Figures.grouped($0)) \(word)" } }.joined(separator: ", ")
    }
  }

  private func text(_ peers: [JSON], _ describe: (JSON) -> String) -> StyledText? {
    guard !peers.isEmpty else { return nil }
    var descriptions = peers.prefix(Self.maxPeers).map { "\(name($0)), \(describe($0))" }
    if peers.count > Self.maxPeers { descriptions.append("\(peers.count - Self.maxPeers) more") }
    return StyledText(descriptions.joined(separator: "; "), .caution)
  }

  private func name(_ peer: JSON) -> String {
    // The identity of a connection means nothing to people.
    (peer["name"]?.string ?? peer["service"]?.string.map { "a worker of \($0)" } ?? "a client without a name").printable.shortened
  }
}
