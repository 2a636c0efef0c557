/// The number of events in the last seconds: one slot a second, so a window of `n` seconds covers between `n - 1` and `n` seconds. Pure: time
/// is an argument. Every operation takes constant time for a window of fixed length.
struct SlidingCount: Sendable {
  typealias Instant = ContinuousClock.Instant

  private var slots: [Int]
  /// The second of the newest slot, counted from ``start``.
  private var newest = 0
  private let start: Instant
  private(set) var sum = 0

  /// - Parameter seconds: the length of the window, at least 1.
  init(seconds: Int, start: Instant) {
    slots = Array(repeating: 0, count: max(1, seconds))
    self.start = start
  }

  /// Counts `count` events that happen now.
  mutating func add(_ count: Int = 1, now: Instant) {
    advance(to: now)
    slots[newest % slots.count] += count
    sum += count
  }

  /// Returns the number of events in the window that ends now.
  mutating func sum(now: Instant) -> Int {
    advance(to: now)
    return sum
  }

  /// Forgets all events.
  mutating func reset() {
    for index in slots.indices { slots[index] = 0 }
    sum = 0
  }

  private mutating func advance(to now: Instant) {
    let second = Int(start.duration(to: now).components.seconds)
    guard second > newest else { return }
    if second - newest >= slots.count {
      reset()
    } else {
      for passed in newest + 1...second {
        sum -= slots[passed % slots.count]
        slots[passed % slots.count] = 0
      }
    }
    newest = second
  }
}
