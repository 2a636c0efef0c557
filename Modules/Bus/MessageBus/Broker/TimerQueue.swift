/// An object that can have a timer in a ``TimerQueue``.
class TimerSubject {
  /// When the current timer fires; timers for other instants are stale. `nil` without a timer.
  final var due: ContinuousClock.Instant?
}

/// Timer queue: a binary heap in which stale timers stay until they reach the top or outnumber the others.
///
/// Setting a timer later than all others, the usual case for deadlines, takes constant time; any other timer takes O(log n).
struct TimerQueue {
  typealias Instant = ContinuousClock.Instant

  private struct Timer {
    let due: Instant
    let subject: TimerSubject
    var isStale: Bool { subject.due != due }
  }

  private var heap: [Timer] = []
  /// Number of timers at which stale ones are removed.
  private var cleanupThreshold = minCleanupThreshold
  private static let minCleanupThreshold = 128

  var count: Int { heap.count }
  var first: Instant? { heap.first?.due }

  /// Sets the timer of `subject` to `due`, unless it already has an earlier one.
  mutating func set(_ due: Instant, for subject: TimerSubject) {
    if let before = subject.due, before <= due { return }
    subject.due = due
    if heap.count >= cleanupThreshold { removeStale() }
    heap.append(Timer(due: due, subject: subject))
    siftUp()
  }

  /// Removes and returns the next subject that is due; its timer is cleared.
  mutating func popDue(now: Instant) -> TimerSubject? {
    while let first = heap.first, first.due <= now {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      siftDown(from: 0)
      guard !first.isStale else { continue }
      first.subject.due = nil
      return first.subject
    }
    return nil
  }

  private mutating func removeStale() {
    heap.removeAll(where: \.isStale)
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    cleanupThreshold = max(Self.minCleanupThreshold, 2 * heap.count)
  }

  private mutating func siftUp() {
    var index = heap.count - 1
    while index > 0, heap[index].due < heap[(index - 1) / 2].due {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].due < heap[least].due { least = child }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
