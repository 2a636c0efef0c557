import HeapModule

/// An object that can have a timer in a ``TimerQueue``.
class TimerSubject {
  /// When the current timer fires; timers for other instants are stale. `nil` without a timer.
  final var due: Instant?
}

/// Timers in a heap, in which stale ones stay until they reach the top or outnumber the others.
struct TimerQueue {
  private struct Timer: Comparable {
    let due: Instant
    let subject: TimerSubject
    var isStale: Bool { subject.due != due }
    static func < (left: Timer, right: Timer) -> Bool { left.due < right.due }
    static func == (left: Timer, right: Timer) -> Bool { left.due == right.due }
  }

  private var heap = Heap<Timer>()
  /// Number of timers at which stale ones are removed.
  private var cleanupThreshold = 128

  var count: Int { heap.count }
  var first: Instant? { heap.min?.due }

  /// Sets the timer of `subject` to `due`, unless it already has an earlier one.
  mutating func set(_ due: Instant, for subject: TimerSubject) {
    if let before = subject.due, before <= due { return }
    subject.due = due
    if heap.count >= cleanupThreshold {
      heap = Heap(heap.unordered.lazy.filter { !$0.isStale })
      cleanupThreshold = max(128, 2 * heap.count)
    }
    heap.insert(Timer(due: due, subject: subject))
  }

  /// Removes and returns the next subject that is due; its timer is cleared.
  mutating func popDue(now: Instant) -> TimerSubject? {
    while let first = heap.min, first.due <= now {
      heap.removeMin()
      guard !first.isStale else { continue }
      first.subject.due = nil
      return first.subject
    }
    return nil
  }
}
