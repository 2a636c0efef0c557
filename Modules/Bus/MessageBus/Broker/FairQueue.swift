import DequeModule

/// An element of a ``FairQueue``.
protocol FairQueueItem: AnyObject {
  /// The flow that this item belongs to: items of one client have the same flow.
  var flow: Int { get }
  var byteCount: Int { get }
  /// `false` once this item was popped or left the queue early.
  var isWaiting: Bool { get }
}

/// Fair queue of the requests that wait for a service: one FIFO per flow, served round-robin, so that a busy client delays only itself.
///
/// Every operation takes amortized constant time. An item that leaves early stays in its FIFO, invisible, until half of the FIFO are
/// such items.
struct FairQueue<Item: FairQueueItem> {
  private final class Flow {
    let id: Int
    var items: Deque<Item> = []
    var waitingCount = 0
    var bytes = 0
    init(_ id: Int) { self.id = id }
  }

  private var flows: [Int: Flow] = [:]
  /// Every flow once, in round-robin order.
  private var rotation: Deque<Flow> = []
  private var emptyFlows = 0
  /// Number of waiting items.
  private(set) var count = 0
  /// Bytes of the waiting items.
  private(set) var bytes = 0

  /// One flow may use up to this many times the free room, so that a new flow always finds room.
  private static var share: Int { 8 }

  var isEmpty: Bool { count == 0 }

  func hasRoom(for flow: Int, bytes size: Int, limit: Int, byteLimit: Int) -> Bool {
    guard count < limit, bytes + size <= byteLimit else { return false }
    guard let flow = flows[flow] else { return true }
    return flow.waitingCount < (limit - count) * Self.share && flow.bytes + size <= (byteLimit - bytes) * Self.share
  }

  mutating func append(_ item: Item) {
    flow(of: item, first: false).items.append(item)
  }

  /// Inserts `item` at the head of its flow; a flow that was not queued gets the next turn.
  mutating func prepend(_ item: Item) {
    flow(of: item, first: true).items.prepend(item)
  }

  /// Removes and returns the next item in round-robin order.
  mutating func popFirst() -> Item? {
    while let flow = rotation.popFirst() {
      while let item = flow.items.popFirst() {
        guard item.isWaiting else { continue }
        count(item, -1, in: flow)
        if flow.waitingCount > 0 { rotation.append(flow) } else { flows[flow.id] = nil }
        return item
      }
      flows[flow.id] = nil
      emptyFlows -= 1
    }
    return nil
  }

  /// Accounts for `item`, which left the queue early; its ``FairQueueItem/isWaiting`` must be `false` already.
  mutating func didLeave(_ item: Item) {
    guard let flow = flows[item.flow] else { return }
    count(item, -1, in: flow)
    if flow.waitingCount == 0 {
      flow.items.removeAll()
      emptyFlows += 1
      if emptyFlows > flows.count / 2 + 16 { removeEmptyFlows() }
    } else if flow.items.count > 2 * flow.waitingCount + 16 {
      flow.items.removeAll { !$0.isWaiting }
    }
  }

  /// All waiting items, flow by flow.
  var items: [Item] { rotation.flatMap { $0.items.filter(\.isWaiting) } }

  private mutating func flow(of item: Item, first: Bool) -> Flow {
    let flow: Flow
    if let existing = flows[item.flow] {
      flow = existing
      if flow.waitingCount == 0 { emptyFlows -= 1 }
    } else {
      flow = Flow(item.flow)
      flows[item.flow] = flow
      if first { rotation.prepend(flow) } else { rotation.append(flow) }
    }
    count(item, 1, in: flow)
    return flow
  }

  private mutating func count(_ item: Item, _ change: Int, in flow: Flow) {
    flow.waitingCount += change
    flow.bytes += change * item.byteCount
    count += change
    bytes += change * item.byteCount
  }

  private mutating func removeEmptyFlows() {
    for flow in rotation where flow.waitingCount == 0 { flows[flow.id] = nil }
    rotation.removeAll { $0.waitingCount == 0 }
    emptyFlows = 0
  }
}
