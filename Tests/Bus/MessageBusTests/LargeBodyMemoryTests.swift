import Testing

@testable import MessageBus

struct LargeBodyMemoryTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func `memory is trimmed once, some seconds after the last of enough large bodies`() {
    var memory = LargeBodyMemory()
    for _ in 0..<10_000 { memory.record(LargeBodyMemory.minSize - 1, now: at(0)) }
    #expect(memory.nextTrim == nil)
    memory.record(LargeBodyMemory.minSize, now: at(0))
    #expect(memory.nextTrim == at(5))
    #expect(memory.shouldTrim(now: at(5)) == false)
    #expect(memory.nextTrim == nil)
    for second in [10.0, 14] { memory.record(7 << 20, now: at(second)) }
    #expect(memory.shouldTrim(now: at(18)) == false)
    #expect(memory.shouldTrim(now: at(19)) == true)
    #expect(memory.shouldTrim(now: at(60)) == false)
  }
}
