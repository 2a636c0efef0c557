import Localization
import OrderedJSON
import Presentation
import TerminalText

/// Which peers of a broker hold its queues, and which ones read too slowly, from the broker's statistics. Peers have the names that they gave
/// themselves; those without one are described.
struct PeerLoad: Sendable {
  private let broker: JSON

  /// A client with fewer outstanding requests is nothing unusual.
  private static let fewRequests = 64
  private static let maxPeers = 3

  init(_ broker: JSON) { self.broker = broker }

  /// The clients with many outstanding requests: `loader (pid 4711), 900 requests`; `nil` if there are none.
  var waiting: StyledText? {
    let clients = (broker["clients"]?.array ?? []).filter { ($0["outstanding"]?.int ?? 0) >= Self.fewRequests }
    return Self.text(clients) { "\(Figures.grouped($0["outstanding"]?.int ?? 0)) requests" }
  }

  /// The peers that leave messages unread: `loader (pid 4711), 30 queued, 2 dropped`; `nil` if there are none.
  var slow: StyledText? {
    Self.text(broker["slow"]?.array ?? []) { peer in
      [("waiting", "queued"), ("dropped", "dropped")]
        .compactMap { name, word in
          let count = peer[name]?.int ?? 0
          return count > 0 ? "\(Figures.grouped(count)) \(word)" : nil
        }
        .joined(separator: ", ")
    }
  }

  private static func text(_ peers: [JSON], _ describe: (JSON) -> String) -> StyledText? {
    guard !peers.isEmpty else { return nil }
    var descriptions = peers.prefix(maxPeers).map { "\(name($0)), \(describe($0))" }
    if peers.count > maxPeers { descriptions.append("\(peers.count - maxPeers) more") }
    return StyledText(descriptions.joined(separator: "; "), .caution)
  }

  private static func name(_ peer: JSON) -> String {
    // The identity of a connection means nothing to people.
    (peer["name"]?.string ?? English().say(.unnamedPeer(service: peer["service"]?.string))).printable.shortened
  }
}
