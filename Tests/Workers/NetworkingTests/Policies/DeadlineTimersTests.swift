import Synchronization
import Testing

@testable import Networking

@Suite struct DeadlineTimersTests {
  let timers = DeadlineTimers()

  /// Sets a timer for each of the durations from now, and returns the order and the earliest possible time of each that fired.
  func firings(_ durations: [Duration]) async -> [(timer: Int, isEarly: Bool)] {
    let (fired, fire) = AsyncStream.makeStream(of: (timer: Int, isEarly: Bool).self)
    let start = ContinuousClock.now
    for (index, duration) in durations.enumerated() {
      _ = timers.set(start + duration) { fire.yield((index, ContinuousClock.now < start + duration)) }
    }
    var firings: [(timer: Int, isEarly: Bool)] = []
    for await firing in fired {
      firings.append(firing)
      if firings.count == durations.count { break }
    }
    return firings
  }

  @Test func `timers fire in order and never early`() async {
    // The second timer is due before the first one, which the task already waits for.
    let firings = await firings([.milliseconds(900), .milliseconds(500), .milliseconds(700), .milliseconds(-5)])
    #expect(firings.map(\.timer) == [3, 1, 2, 0])
    #expect(!firings.contains { $0.isEarly })
    #expect(timers.count == 0)
  }

  @Test func `a cancelled timer does not fire`() async {
    let (fired, fire) = AsyncStream.makeStream(of: Int.self)
    let start = ContinuousClock.now
    let cancelled = timers.set(start + .seconds(1)) { fire.yield(1) }
    timers.cancel(cancelled)
    _ = timers.set(start + .milliseconds(1_100)) { fire.yield(2) }
    for await firing in fired {
      #expect(firing == 2)
      break
    }
    // It has fired or was cancelled already.
    timers.cancel(cancelled)
    #expect(timers.count == 0)
  }

  @Test func `cancelled timers leave nothing behind`() {
    let start = ContinuousClock.now
    for round in 0..<20_000 { timers.cancel(timers.set(start + .seconds(60) + .milliseconds(round)) {}) }
    #expect(timers.count == 0)
    #expect(timers.tickCount < 4_096)
  }

  @Test func `a timer far ahead neither fires nor overflows`() {
    let timer = timers.set(.now + .seconds(Int64.max / 4)) { Issue.record("fired") }
    #expect(timers.count == 1)
    timers.cancel(timer)
  }

  @Test func `an action may set and cancel timers`() async {
    let (fired, fire) = AsyncStream.makeStream(of: Void.self)
    _ = timers.set(.now) { [timers] in
      let other = timers.set(.now + .seconds(60)) {}
      timers.cancel(other)
      _ = timers.set(.now) { fire.finish() }
    }
    for await _ in fired {}
    #expect(timers.count == 0)
  }
}
