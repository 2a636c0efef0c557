import DequeModule

/// Who waits, in a line for each client; the lines are served in turn, so a client with many waits behind its own and nobody else does. Pure.
///
/// An item may stand in the lines of several clients: whichever is served first. Every call costs a constant time over many, whatever waits:
/// an item that left keeps its place until its line is served or half of what stands is such places.
struct FairLines<Item: Hashable & Sendable>: Sendable {
  private struct Place: Sendable {
    let item: Item
    /// Tells the place from one the item left before.
    let stay: UInt64
  }

  private var lines: [String: Deque<Place>] = [:]
  /// The clients with lines, the next one first.
  private var round: Deque<String> = []
  /// The stays of those that wait.
  private var stays: [Item: UInt64] = [:]
  private var lastStay: UInt64 = 0
  private var places = 0

  /// Items that wait, each counted once.
  var count: Int { stays.count }

  mutating func stand(_ item: Item, in client: String) {
    if stays[item] == nil {
      lastStay += 1
      stays[item] = lastStay
    }
    if lines[client] == nil { round.append(client) }
    lines[client, default: []].append(Place(item: item, stay: stays[item] ?? lastStay))
    places += 1
  }

  mutating func leave(_ item: Item) {
    guard stays.removeValue(forKey: item) != nil else { return }
    if places > 64, places > 4 * stays.count { compact() }
  }

  /// The first of the client whose turn it is. `nil` when nobody waits.
  mutating func next() -> Item? {
    while let client = round.popFirst() {
      var found: Item?
      // Taken out while it changes: otherwise each change would copy the line.
      var line = lines.removeValue(forKey: client) ?? []
      while found == nil, let place = line.popFirst() {
        places -= 1
        if stays[place.item] == place.stay { found = place.item }
      }
      if !line.isEmpty {
        lines[client] = line
        round.append(client)
      }
      if let found {
        stays[found] = nil
        return found
      }
    }
    return nil
  }

  private mutating func compact() {
    for client in round { lines[client]?.removeAll { stays[$0.item] != $0.stay } }
    round.removeAll { lines[$0]?.isEmpty ?? true }
    lines = lines.filter { !$0.value.isEmpty }
    places = lines.values.reduce(0) { $0 + $1.count }
  }
}
