import DequeModule

/// An element of a ``FairQueue``.
package protocol FairQueueItem: AnyObject {
  associatedtype Flow: Hashable
  /// The flow that this item belongs to: items of one client have the same flow.
  var flow: Flow { get }
  /// The size that counts towards the queue's limit in bytes.
  var byteCount: Int { get }
  /// `false` once this item was popped or left the queue early.
  var isWaiting: Bool { get }
}

/// Fair queue: one FIFO per flow, served round-robin, so that a busy client delays only itself. Every operation takes amortized constant
/// time: an item that left early stays in its FIFO until half of the items there have left.
package struct FairQueue<Item: FairQueueItem> {
  private final class Line {
    let flow: Item.Flow
    var items: Deque<Item> = []
    var waitingCount = 0
    var bytes = 0
    init(_ flow: Item.Flow) { self.flow = flow }
  }

  /// The lines in which items wait.
  private var lines: [Item.Flow: Line] = [:]
  /// Every line of ``lines`` once, in round-robin order, and some whose items have all left.
  private var rotation: Deque<Line> = []
  /// Number of waiting items.
  package private(set) var count = 0
  /// Bytes of the waiting items.
  package private(set) var bytes = 0

  package init() {}

  /// One flow may use up to this many times the free room, so that a new flow always finds room.
  private static var share: Int { 8 }

  package var isEmpty: Bool { count == 0 }

  package func hasRoom(for flow: Item.Flow, bytes size: Int, limit: Int, byteLimit: Int) -> Bool {
    guard count < limit, bytes + size <= byteLimit else { return false }
    guard let line = lines[flow] else { return true }
    return line.waitingCount < (limit - count) * Self.share && line.bytes + size <= (byteLimit - bytes) * Self.share
  }

  package mutating func append(_ item: Item) { add(item, first: false) }

  /// Inserts `item` at the head of its flow; a flow that was not queued gets the next turn.
  mutating func prepend(_ item: Item) { add(item, first: true) }

  private mutating func add(_ item: Item, first: Bool) {
    let line = lines[item.flow] ?? Line(item.flow)
    if lines.updateValue(line, forKey: item.flow) == nil {
      if first { rotation.prepend(line) } else { rotation.append(line) }
    }
    if first { line.items.prepend(item) } else { line.items.append(item) }
    count(item, 1, in: line)
  }

  /// Removes and returns the next item in round-robin order. The caller then sets its ``FairQueueItem/isWaiting`` to `false`. Flows that
  /// `isReady` excludes are passed over and keep their turns, which takes time in proportion to their number.
  package mutating func popFirst(where isReady: (Item.Flow) -> Bool = { _ in true }) -> Item? {
    var excluded: [Line] = []
    defer { for line in excluded.reversed() { rotation.prepend(line) } }
    while let line = rotation.popFirst() {
      guard line.waitingCount > 0 else { continue }
      guard isReady(line.flow) else {
        excluded.append(line)
        continue
      }
      while let item = line.items.popFirst() {
        guard item.isWaiting else { continue }
        count(item, -1, in: line)
        if line.waitingCount > 0 { rotation.append(line) } else { lines[line.flow] = nil }
        return item
      }
    }
    return nil
  }

  /// Accounts for `item`, which left the queue early; its ``FairQueueItem/isWaiting`` must be `false` already.
  package mutating func didLeave(_ item: Item) {
    guard let line = lines[item.flow] else { return }
    count(item, -1, in: line)
    if line.waitingCount == 0 {
      line.items.removeAll()
      lines[item.flow] = nil
      if rotation.count > 2 * lines.count + 16 { rotation.removeAll { $0.waitingCount == 0 } }
    } else if line.items.count > 2 * line.waitingCount + 16 {
      line.items.removeAll { !$0.isWaiting }
    }
  }

  /// All waiting items, flow by flow.
  var items: [Item] { rotation.flatMap { $0.items.filter(\.isWaiting) } }

  private mutating func count(_ item: Item, _ change: Int, in line: Line) {
    line.waitingCount += change
    line.bytes += change * item.byteCount
    count += change
    bytes += change * item.byteCount
  }
}
