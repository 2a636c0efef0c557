import TestSupport
import Testing

@testable import LoadTesting

struct OutstandingRequestsTests {
  @Test func `a place that was never missing has been free since the start, and others since their release`() async throws {
    let outstanding = OutstandingRequests(2)
    #expect(await outstanding.acquire() == .zero)
    outstanding.release(at: .seconds(1))
    #expect(await outstanding.acquire() == .zero)
    #expect(await outstanding.acquire() == .zero)
    #expect(outstanding.isFull)
    outstanding.release(at: .seconds(3))
    #expect(await outstanding.acquire() == .seconds(3))
    let waiting = Task { await outstanding.acquire() }
    outstanding.release(at: .seconds(5))
    #expect(try await within(.testLimit, "a place") { await waiting.value } == .seconds(5))
  }

  @Test func `after the end, nobody waits for a place`() async throws {
    let outstanding = OutstandingRequests(1)
    _ = await outstanding.acquire()
    let waiting = Task { await outstanding.acquire() == nil }
    outstanding.close()
    #expect(try await within(.testLimit, "the end of waiting") { await waiting.value })
    outstanding.release(at: .zero)
    #expect(await outstanding.acquire() == nil)
  }

  @Test(arguments: [false, true]) func `draining ends with the last release, or when the rest does not matter`(isAbandoned: Bool)
    async throws
  {
    let outstanding = OutstandingRequests(2)
    _ = await outstanding.acquire()
    let draining = Task { await outstanding.drain() }
    if isAbandoned { outstanding.abandon() } else { outstanding.release(at: .zero) }
    try await within(.testLimit, "the end of draining") { await draining.value }
    #expect(outstanding.isAbandoned == isAbandoned)
  }
}
