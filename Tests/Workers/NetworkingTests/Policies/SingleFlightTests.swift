import TestSupport
import Testing

@testable import Networking

@Suite struct SingleFlightTests {
  let singleFlight = SingleFlight<String, Int>()

  @Test func `concurrent callers share one flight`() async throws {
    let runs = Shared(0)
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 {
        group.addTask {
          await singleFlight.value(for: "a") { _ in
            runs.change { $0 += 1 }
            for await _ in opened {}
            return 7
          }
        }
      }
      try await eventually("100 waiting") { singleFlight.waiterCount(for: "a") >= 100 }
      open.finish()
      for try await value in group { #expect(value == 7) }
    }
    #expect(runs.value == 1)
  }

  @Test func `results are not stored`() async {
    for expected in 1...3 { #expect(await singleFlight.value(for: "a") { _ in expected } == expected) }
    #expect(singleFlight.waiterCount(for: "a") == 0)
  }

  @Test func `different keys do not share a flight`() async {
    async let one = singleFlight.value(for: "a") { _ in 1 }
    async let two = singleFlight.value(for: "b") { _ in 2 }
    #expect(await one == 1)
    #expect(await two == 2)
  }

  @Test func `one caller may give up`() async throws {
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let work = { @Sendable (_: UInt64) async -> Int in
      for await _ in opened {}
      return Task.isCancelled ? -1 : 1
    }
    let impatient = Task { await singleFlight.value(for: "a", work) }
    try await eventually("1 waiting") { singleFlight.waiterCount(for: "a") >= 1 }
    let patient = Task { await singleFlight.value(for: "a", work) }
    try await eventually("2 waiting") { singleFlight.waiterCount(for: "a") >= 2 }
    impatient.cancel()
    #expect(await impatient.value == nil)
    open.finish()
    #expect(await patient.value == 1)
  }

  @Test func `the work is cancelled when the last caller gives up`() async throws {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let caller = Task {
      await singleFlight.value(for: "a") { _ in
        // Ends only when the work is cancelled.
        try? await Task.sleep(for: .seconds(600))
        cancel.finish()
        return 0
      }
    }
    try await eventually("1 waiting") { singleFlight.waiterCount(for: "a") >= 1 }
    caller.cancel()
    #expect(await caller.value == nil)
    for await _ in cancelled {}
    #expect(await singleFlight.value(for: "a") { _ in 5 } == 5)
  }

  @Test func `a caller leaves at its deadline, and the others stay`() async throws {
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let work = { @Sendable (_: UInt64) async -> Int in
      for await _ in opened {}
      return Task.isCancelled ? -1 : 1
    }
    let patient = Task { await singleFlight.value(for: "a", work) }
    try await eventually("1 waiting") { singleFlight.waiterCount(for: "a") == 1 }
    #expect(await singleFlight.value(for: "a", until: .now + .milliseconds(20), work) == nil)
    #expect(singleFlight.waiterCount(for: "a") == 1)
    open.finish()
    #expect(await patient.value == 1)
  }

  @Test func `the work is cancelled at the deadline of its last caller`() async {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let value = await singleFlight.value(for: "a", until: .now + .milliseconds(20)) { _ in
      try? await Task.sleep(for: .seconds(600))
      cancel.finish()
      return 0
    }
    #expect(value == nil)
    for await _ in cancelled {}
  }

  @Test func `the work is cancelled at its own deadline, and its callers get its value`() async {
    let value = await singleFlight.value(for: "a") { id in
      singleFlight.cancel("a", id, at: .now + .seconds(600))
      singleFlight.cancel("a", id, at: .now + .milliseconds(20))
      try? await Task.sleep(for: .seconds(600))
      return Task.isCancelled ? 7 : 0
    }
    #expect(value == 7)
  }

  @Test func `results have a deadline and tell cancellation from it`() async throws {
    let flights = SingleFlight<String, Result<Int, OriginError>>()
    func result(until deadline: ContinuousClock.Instant, _ work: @escaping @Sendable () async -> Int) async throws(OriginError) -> Int {
      try await flights.result(for: "a", deadline: deadline, timeoutError: OriginError(.timedOut, "late")) { _ throws(OriginError) in
        await work()
      }
    }
    let forever: @Sendable () async -> Int = {
      try? await Task.sleep(for: .seconds(600))
      return 0
    }
    #expect(try await result(until: .now + .seconds(600)) { 1 } == 1)
    let late = await #expect(throws: OriginError.self) { try await result(until: .now + .milliseconds(20), forever) }
    #expect(late?.code == .timedOut)
    let tooLate = await #expect(throws: OriginError.self) {
      try await result(until: .now - .seconds(1)) {
        Issue.record("begun")
        return 0
      }
    }
    #expect(tooLate?.code == .timedOut)
    let task = Task { try await result(until: .now + .seconds(600), forever) }
    try await eventually("1 waiting") { flights.waiterCount(for: "a") == 1 }
    task.cancel()
    let cancelled = await #expect(throws: OriginError.self) { try await task.value }
    #expect(cancelled?.code == .cancelled)
  }
}
