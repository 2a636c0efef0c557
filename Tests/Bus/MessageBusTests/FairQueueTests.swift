import Testing

@testable import MessageBus

@Suite struct FairQueueTests {
  final class Item: FairQueueItem {
    let flow: Int
    let number: Int
    let byteCount = 3
    var isWaiting = true
    init(_ flow: Int, _ number: Int) { (self.flow, self.number) = (flow, number) }
  }

  @Test func `flows take turns, and one whose items have left waits for another one`() {
    var queue = FairQueue<Item>()
    let items = [(1, 0), (1, 1), (1, 2), (2, 3), (3, 4), (3, 5)].map { Item($0.0, $0.1) }
    for item in items { queue.append(item) }
    func next() -> Int? {
      let item = queue.popFirst()
      item?.isWaiting = false
      return item?.number
    }
    #expect(next() == 0)
    items[3].isWaiting = false
    queue.didLeave(items[3])
    queue.append(Item(2, 6))
    queue.prepend(Item(4, 7))
    #expect((0..<5).map { _ in next() } == [7, 4, 1, 6, 5])
    #expect(next() == 2)
    #expect(next() == nil)
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test func `flows that are passed over keep their turns`() {
    var queue = FairQueue<Item>()
    let items = [(1, 0), (1, 1), (2, 2), (3, 3), (3, 4)].map { Item($0.0, $0.1) }
    for item in items { queue.append(item) }
    func next(without excluded: Int...) -> Int? {
      let item = queue.popFirst { !excluded.contains($0) }
      item?.isWaiting = false
      return item?.number
    }
    #expect(next(without: 1, 2) == 3)
    #expect(next(without: 1, 2, 3) == nil)
    #expect(queue.count == 4)
    #expect(next() == 0)
    items[2].isWaiting = false
    queue.didLeave(items[2])
    #expect(next(without: 3) == 1)
    #expect(next() == 4)
    #expect(next() == nil)
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test func `every item that does not leave is popped once, the oldest of each flow first`() {
    var queue = FairQueue<Item>()
    var waiting: [Int: Item] = [:]
    var latest: [Int: Int] = [:]
    for number in 0..<30_000 {
      switch Int.random(in: 0..<9) {
      case 0..<4:
        let item = Item(.random(in: 0..<40), number)
        queue.append(item)
        waiting[number] = item
      case 4..<6:
        guard let item = waiting.randomElement()?.value else { break }
        waiting[item.number] = nil
        item.isWaiting = false
        queue.didLeave(item)
      default:
        guard let item = queue.popFirst() else { break }
        #expect(waiting.removeValue(forKey: item.number) === item)
        #expect(latest[item.flow, default: -1] < item.number)
        latest[item.flow] = item.number
        item.isWaiting = false
      }
      #expect(queue.count == waiting.count)
      #expect(queue.bytes == 3 * waiting.count)
    }
    #expect(Set(queue.items.map(\.number)) == Set(waiting.keys))
  }

  /// Uses as many items as a broker queues. Searching the queue for each item that leaves would take minutes.
  @Test func `leaving is cheap however many items are queued`() {
    var queue = FairQueue<Item>()
    let items = (0..<200_000).map { Item($0 % 3, $0) }
    for item in items { queue.append(item) }
    for item in items.dropFirst().reversed() {
      item.isWaiting = false
      queue.didLeave(item)
    }
    #expect(queue.count == 1)
    #expect(queue.popFirst() === items[0])
    #expect(queue.isEmpty && queue.bytes == 0)
  }
}
