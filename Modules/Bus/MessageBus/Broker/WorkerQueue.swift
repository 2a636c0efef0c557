/// An element of a ``WorkerQueue``.
protocol QueuedWorker: AnyObject {
  /// Number of requests that this worker holds.
  var heldCount: Int { get }
  /// Logical time of the last change of ``heldCount``, from a counter that only grows.
  var lastChange: UInt64 { get }
  /// Position in the queue's heap; `nil` while not queued.
  var heapIndex: Int? { get set }
}

/// Priority queue of the workers of a service that can take a request: the least loaded first, of several the one idle longest.
///
/// A binary heap: each change costs O(log n) for n workers.
struct WorkerQueue<Worker: QueuedWorker> {
  private var heap: [Worker] = []

  var first: Worker? { heap.first }

  /// Inserts `worker`, or moves it to its new position.
  mutating func insertOrUpdate(_ worker: Worker) {
    let index: Int
    if let heapIndex = worker.heapIndex {
      index = heapIndex
    } else {
      index = heap.count
      heap.append(worker)
      worker.heapIndex = index
    }
    if heap.count > 1 { siftDown(from: siftUp(from: index)) }
  }

  mutating func remove(_ worker: Worker) {
    guard let index = worker.heapIndex else { return }
    worker.heapIndex = nil
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    last.heapIndex = index
    siftDown(from: siftUp(from: index))
  }

  private static func isBefore(_ left: Worker, _ right: Worker) -> Bool {
    (left.heldCount, left.lastChange) < (right.heldCount, right.lastChange)
  }

  private mutating func siftUp(from start: Int) -> Int {
    var index = start
    while index > 0, Self.isBefore(heap[index], heap[(index - 1) / 2]) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    return index
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && Self.isBefore(heap[child], heap[least]) { least = child }
      guard least != index else { return }
      swap(index, least)
      index = least
    }
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    heap[left].heapIndex = left
    heap[right].heapIndex = right
  }
}
