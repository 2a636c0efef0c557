/// What a ``TimerQueue`` wakes.
class TimerSubject {
  /// When it is due, as far as its last timer knows; a timer for another instant is stale. `nil` when nothing is due any more.
  final var due: ContinuousClock.Instant?
}

/// Who is due when. A binary heap in which overtaken timers stay until they come up or outnumber the others.
///
/// Setting a timer that is later than all others, as deadlines mostly are, takes constant time; any other the logarithm of their number.
struct TimerQueue {
  typealias Instant = ContinuousClock.Instant

  private struct Timer {
    let due: Instant
    let subject: TimerSubject
    var isStale: Bool { subject.due != due }
  }

  private var heap: [Timer] = []
  /// At this number stale timers are thrown out.
  private var bound = leastBound
  private static let leastBound = 128

  var count: Int { heap.count }
  var first: Instant? { heap.first?.due }

  /// Sees to it that `subject` is woken by then. It may be woken earlier, by a timer set before.
  mutating func set(_ due: Instant, for subject: TimerSubject) {
    if let before = subject.due, before <= due { return }
    subject.due = due
    if heap.count >= bound { removeStale() }
    heap.append(Timer(due: due, subject: subject))
    riseUp()
  }

  /// The next one that is due; it has no timer then.
  mutating func popDue(now: Instant) -> (TimerSubject)? {
    while let first = heap.first, first.due <= now {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      sinkDown(from: 0)
      guard !first.isStale else { continue }
      first.subject.due = nil
      return first.subject
    }
    return nil
  }

  private mutating func removeStale() {
    heap.removeAll(where: \.isStale)
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sinkDown(from: index) }
    bound = max(Self.leastBound, 2 * heap.count)
  }

  private mutating func riseUp() {
    var index = heap.count - 1
    while index > 0, heap[index].due < heap[(index - 1) / 2].due {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sinkDown(from start: Int) {
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
