import DequeModule

/// The requests that a worker has read and not answered. Clients take turns, so that a client with many requests delays only itself: the
/// broker's queue is fair, too, but requests that it has sent, up to the worker's credit, arrive in the order in which it sent them. A service
/// that forwards requests of other clients is one client here.
///
/// Adding a request takes time in proportion to the number of requests, so the worker limits it.
struct RequestBacklog<Request> {
  private struct Entry {
    let client: UInt64
    let round: UInt64
    let request: Request
  }

  /// In ascending order of rounds. Each client has at most one request in a round.
  private var entries: Deque<Entry> = []
  /// The round of the last request taken, and the clients that have had their turn in it.
  private var round: UInt64 = 0
  private var served: [UInt64] = []

  var count: Int { entries.count }

  /// Adds a request to the first round in which its client has none.
  mutating func append(_ request: Request, of client: UInt64) {
    let own = entries.lastIndex { $0.client == client }
    let round = own.map { entries[$0].round + 1 } ?? (served.contains(client) ? round + 1 : round)
    var index = entries.endIndex
    while index > entries.startIndex, entries[index - 1].round > round { index -= 1 }
    entries.insert(Entry(client: client, round: round, request: request), at: index)
  }

  mutating func popFirst() -> Request? {
    guard let entry = entries.popFirst() else { return nil }
    if round != entry.round { served.removeAll(keepingCapacity: true) }
    round = entry.round
    served.append(entry.client)
    return entry.request
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
