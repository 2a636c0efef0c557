import Testing

@testable import Networking

@Suite struct FairQueueTests {
  func all(_ queue: inout FairQueue<Int>) -> [Int] {
    var items: [Int] = []
    while let item = queue.dequeue() { items.append(item) }
    return items
  }

  @Test func `clients are served in turn, and the items of each in order`() {
    var queue = FairQueue<Int>()
    for item in 1...5 { queue.enqueue(item, for: "a") }
    for item in 11...12 { queue.enqueue(item, for: "b") }
    queue.enqueue(21, for: "c")
    #expect(queue.count == 8)
    #expect(all(&queue) == [1, 11, 21, 2, 12, 3, 4, 5])
    #expect(queue.count == 0)
  }

  @Test func `a client that returns is queued behind the others`() {
    var queue = FairQueue<Int>()
    queue.enqueue(1, for: "a")
    queue.enqueue(11, for: "b")
    #expect(queue.dequeue() == 1)
    queue.enqueue(2, for: "a")
    #expect(all(&queue) == [11, 2])
  }

  @Test func `an item of two clients is dequeued once`() {
    var queue = FairQueue<Int>()
    for item in 1...3 { queue.enqueue(item, for: "a") }
    queue.enqueue(3, for: "b")
    #expect(queue.count == 3)
    #expect(all(&queue) == [1, 3, 2])
  }

  @Test func `a removed item is not dequeued and costs no client a turn`() {
    var queue = FairQueue<Int>()
    for item in 1...3 { queue.enqueue(item, for: "a") }
    queue.enqueue(11, for: "b")
    queue.remove(1)
    queue.remove(7)
    #expect(queue.count == 3)
    #expect(all(&queue) == [2, 11, 3])
  }

  @Test func `an item that is removed and enqueued again is last`() {
    var queue = FairQueue<Int>()
    for item in 1...3 { queue.enqueue(item, for: "a") }
    queue.remove(1)
    queue.enqueue(1, for: "a")
    #expect(all(&queue) == [2, 3, 1])
  }

  /// Uses as many items as a broker queues. Searching the queue for each removal would take minutes.
  @Test func `removal is cheap however many items are queued`() {
    var queue = FairQueue<Int>()
    for item in 0..<200_000 { queue.enqueue(item, for: "client \(item % 3)") }
    for item in stride(from: 199_999, through: 1, by: -1) { queue.remove(item) }
    #expect(queue.count == 1)
    #expect(all(&queue) == [0])
  }
}
