import Localization
import OrderedJSON
import Presentation
import TerminalText

/// Which peers of a broker hold its queues, and which ones read too slowly, from the broker's statistics. Peers have the names that they gave
/// themselves; those without one are described.
struct PeerLoad: Sendable {
  private let broker: JSON
  private let language: any Language

  /// A client with fewer outstanding requests is nothing unusual.
  private static let fewRequests = 64
  private static let maxPeers = 3

  init(_ broker: JSON, in language: any Language = English()) {
    self.broker = broker
    self.language = language
  }

  /// Both, with their labels, as far as there are any.
  var values: [LabeledValue] {
    [(ReportPhrase.waiting, waiting), (.slow, slow)].compactMap { label, text in text.map { LabeledValue(language.say(label), $0) } }
  }

  /// The clients with many outstanding requests: `loader (pid 4711), 900 requests`; `nil` if there are none.
  var waiting: StyledText? {
    let clients = (broker["clients"]?.array ?? []).filter { ($0["outstanding"]?.int ?? 0) >= Self.fewRequests }
    return text(clients) { language.say(.requestCount($0["outstanding"]?.int ?? 0)) }
  }

  /// The peers that leave messages unread: `loader (pid 4711), 30 queued, 2 dropped`; `nil` if there are none.
  var slow: StyledText? {
    text(broker["slow"]?.array ?? []) { peer in
      func count(_ name: String) -> Int? { peer[name]?.int.flatMap { $0 > 0 ? $0 : nil } }
      return [count("waiting").map { StatusPhrase.queuedMessages($0) }, count("dropped").map { StatusPhrase.droppedMessages($0) }]
        .compactMap { $0.map { language.say($0) } }.joined(separator: language.vocabulary.separator)
    }
  }

  private func text(_ peers: [JSON], _ describe: (JSON) -> String) -> StyledText? {
    guard !peers.isEmpty else { return nil }
    var descriptions = peers.prefix(Self.maxPeers).map { "\(name($0)), \(describe($0))" }
    if peers.count > Self.maxPeers { descriptions.append(language.say(.morePeers(peers.count - Self.maxPeers))) }
    return StyledText(descriptions.joined(separator: "; "), .caution)
  }

  private func name(_ peer: JSON) -> String {
    // The identity of a connection means nothing to people.
    (peer["name"]?.string ?? language.say(.unnamedPeer(service: peer["service"]?.string))).printable.shortened
  }
}
