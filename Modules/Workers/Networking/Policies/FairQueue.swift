import DequeModule

/// A queue per client, served round-robin: a client with many items delays only its own. Pure.
///
/// An item may be queued for several clients and is dequeued once, for whichever client's turn comes first. Every operation takes amortised
/// constant time, however many items are queued: a removed item leaves a stale entry behind, which is dropped when its turn comes, or when
/// stale entries outnumber live items three to one.
struct FairQueue<Item: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let item: Item
    /// Distinguishes the entry from stale entries of the same item.
    let generation: UInt64
  }

  private var queues: [String: Deque<Entry>] = [:]
  /// Clients with a queue, next first.
  private var rotation: Deque<String> = []
  /// Current generation of each queued item.
  private var generations: [Item: UInt64] = [:]
  private var lastGeneration: UInt64 = 0
  private var entryCount = 0

  /// Number of queued items, each counted once.
  var count: Int { generations.count }

  mutating func enqueue(_ item: Item, for client: String) {
    if generations[item] == nil {
      lastGeneration += 1
      generations[item] = lastGeneration
    }
    if queues[client] == nil { rotation.append(client) }
    queues[client, default: []].append(Entry(item: item, generation: generations[item] ?? lastGeneration))
    entryCount += 1
  }

  mutating func remove(_ item: Item) {
    guard generations.removeValue(forKey: item) != nil else { return }
    if entryCount > 64, entryCount > 4 * generations.count { compact() }
  }

  /// Removes and returns the first item of the next client. Returns `nil` if the queue is empty.
  mutating func dequeue() -> Item? {
    while let client = rotation.popFirst() {
      var found: Item?
      // Taken out of the dictionary so that the deque is not copied on every change.
      var queue = queues.removeValue(forKey: client) ?? []
      while found == nil, let entry = queue.popFirst() {
        entryCount -= 1
        if generations[entry.item] == entry.generation { found = entry.item }
      }
      if !queue.isEmpty {
        queues[client] = queue
        rotation.append(client)
      }
      if let found {
        generations[found] = nil
        return found
      }
    }
    return nil
  }

  private mutating func compact() {
    for client in rotation { queues[client]?.removeAll { generations[$0.item] != $0.generation } }
    rotation.removeAll { queues[$0]?.isEmpty ?? true }
    queues = queues.filter { !$0.value.isEmpty }
    entryCount = queues.values.reduce(0) { $0 + $1.count }
  }
}
