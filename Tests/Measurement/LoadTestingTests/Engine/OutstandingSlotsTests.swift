import TestSupport
import Testing

@testable import LoadTesting

struct OutstandingSlotsTests {
  @Test func `a slot that was never missing has been free since the start`() async {
    let slots = OutstandingSlots(2)
    #expect(await slots.acquire() == .zero)
    slots.release(at: .seconds(1))
    #expect(await slots.acquire() == .zero)
    #expect(await slots.acquire() == .zero)
  }

  @Test func `a slot that was missing has been free since its release`() async throws {
    let slots = OutstandingSlots(1)
    #expect(await slots.acquire() == .zero)
    slots.release(at: .seconds(3))
    #expect(await slots.acquire() == .seconds(3))
    let waiting = Task { await slots.acquire() }
    slots.release(at: .seconds(5))
    #expect(try await within(.testLimit, "a slot") { await waiting.value } == .seconds(5))
  }
}
