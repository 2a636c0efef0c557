/// Finds the requests to a peer among actions that are performed from the end. The actions are read once, however many peers are gone.
struct PendingRequests {
  private var byPeer: [PeerID: [(position: Int, address: ClientAddress)]]?

  /// Returns the addresses of the requests to `peer` that `actions`, of which only the last ones were removed since the first call, still
  /// contains; none the next time.
  mutating func take<Content>(for peer: PeerID, from actions: [BrokerMachine<Content>.Action]) -> [ClientAddress] {
    if byPeer == nil { byPeer = Self.index(actions) }
    let requests = byPeer?.removeValue(forKey: peer) ?? []
    return requests.compactMap { $0.position < actions.count ? $0.address : nil }
  }

  private static func index<Content>(_ actions: [BrokerMachine<Content>.Action]) -> [PeerID: [(position: Int, address: ClientAddress)]] {
    var index: [PeerID: [(position: Int, address: ClientAddress)]] = [:]
    for case (let position, .request(let envelope, let address, _)) in actions.enumerated() {
      index[envelope.peer, default: []].append((position, address))
    }
    return index
  }
}
