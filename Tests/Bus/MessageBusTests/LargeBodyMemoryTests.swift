import Testing

@testable import MessageBus

struct LargeBodyMemoryTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func `small bodies cause no trim`() {
    var memory = LargeBodyMemory()
    for _ in 0..<10_000 { memory.record(LargeBodyMemory.minSize - 1) }
    #expect(memory.shouldTrim(now: at(0)) == false)
    #expect(memory.nextTrim == nil)
    #expect(memory.shouldTrim(now: at(60)) == false)
  }

  @Test func `memory is trimmed once, some seconds after the last large body`() {
    var memory = LargeBodyMemory()
    memory.record(7 << 20)
    #expect(memory.shouldTrim(now: at(0)) == false)
    #expect(memory.nextTrim == at(5))
    memory.record(7 << 20)
    #expect(memory.shouldTrim(now: at(4)) == false)
    #expect(memory.nextTrim == at(9))
    #expect(memory.shouldTrim(now: at(8)) == false)
    #expect(memory.shouldTrim(now: at(9)) == true)
    #expect(memory.nextTrim == nil)
    #expect(memory.shouldTrim(now: at(60)) == false)
    memory.record(7 << 20)
    #expect(memory.shouldTrim(now: at(60)) == false)
    #expect(memory.shouldTrim(now: at(65)) == true)
  }

  @Test func `a single body that is barely large causes no trim`() {
    var memory = LargeBodyMemory()
    memory.record(LargeBodyMemory.minSize)
    #expect(memory.shouldTrim(now: at(0)) == false)
    #expect(memory.shouldTrim(now: at(5)) == false)
    #expect(memory.nextTrim == nil)
  }
}
