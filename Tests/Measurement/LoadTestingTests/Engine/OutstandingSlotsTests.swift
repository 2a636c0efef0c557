import TestSupport
import Testing

@testable import LoadTesting

struct OutstandingSlotsTests {
  @Test func `a slot that was never missing has been free since the start`() async throws {
    let slots = OutstandingSlots(2)
    let first = try #require(await slots.acquire())
    #expect(first.since == .zero)
    slots.release(first.slot, at: .seconds(1))
    #expect(await slots.acquire()?.since == .zero)
    #expect(await slots.acquire()?.since == .zero)
    #expect(slots.isFull)
  }

  @Test func `a slot that was missing has been free since its release`() async throws {
    let slots = OutstandingSlots(1)
    let slot = try #require(await slots.acquire()).slot
    slots.release(slot, at: .seconds(3))
    #expect(await slots.acquire()?.since == .seconds(3))
    let waiting = Task { await slots.acquire()?.since }
    slots.release(slot, at: .seconds(5))
    #expect(try await within(.testLimit, "a slot") { await waiting.value } == .seconds(5))
  }

  @Test func `closed slots let nobody wait`() async throws {
    let slots = OutstandingSlots(1)
    let slot = try #require(await slots.acquire()).slot
    let waiting = Task { await slots.acquire() == nil }
    slots.close()
    #expect(try await within(.testLimit, "the end of waiting") { await waiting.value })
    slots.release(slot, at: .zero)
    #expect(await slots.acquire() == nil)
  }

  @Test(arguments: [false, true]) func `draining ends with the last release, or when the rest does not matter`(isAbandoned: Bool)
    async throws
  {
    let slots = OutstandingSlots(2)
    let slot = try #require(await slots.acquire()).slot
    let draining = Task { await slots.drain() }
    if isAbandoned { slots.abandon() } else { slots.release(slot, at: .zero) }
    try await within(.testLimit, "the end of draining") { await draining.value }
    #expect(slots.isAbandoned == isAbandoned)
  }
}
