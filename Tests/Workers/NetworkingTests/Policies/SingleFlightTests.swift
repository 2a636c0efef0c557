import Testing

@testable import Networking

@Suite struct SingleFlightTests {
  let flights = SingleFlight<String, Int>()

  @Test func callersAtTheSameTimeShare() async {
    let runs = Shared(0)
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 {
        group.addTask {
          await flights.value(for: "a") { _ in
            runs.change { $0 += 1 }
            for await _ in opened {}
            return 7
          }
        }
      }
      while flights.waiting(for: "a") < 100 { await Task.yield() }
      open.finish()
      for await value in group { #expect(value == 7) }
    }
    #expect(runs.value == 1)
  }

  @Test func nothingIsKept() async {
    for expected in 1...3 { #expect(await flights.value(for: "a") { _ in expected } == expected) }
    #expect(flights.waiting(for: "a") == 0)
  }

  @Test func otherKeysDoNotShare() async {
    async let one = flights.value(for: "a") { _ in 1 }
    async let two = flights.value(for: "b") { _ in 2 }
    #expect(await one == 1)
    #expect(await two == 2)
  }

  @Test func oneCallerMayGiveUp() async {
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let work = { @Sendable (_: UInt64) async -> Int in
      for await _ in opened {}
      return Task.isCancelled ? -1 : 1
    }
    let impatient = Task { await flights.value(for: "a", work) }
    while flights.waiting(for: "a") < 1 { await Task.yield() }
    let patient = Task { await flights.value(for: "a", work) }
    while flights.waiting(for: "a") < 2 { await Task.yield() }
    impatient.cancel()
    #expect(await impatient.value == nil)
    open.finish()
    #expect(await patient.value == 1)
  }

  @Test func theWorkIsCancelledWithTheLastCaller() async {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let caller = Task {
      await flights.value(for: "a") { _ in
        // Ends when the work is cancelled, not by time.
        try? await Task.sleep(for: .seconds(600))
        cancel.finish()
        return 0
      }
    }
    while flights.waiting(for: "a") < 1 { await Task.yield() }
    caller.cancel()
    #expect(await caller.value == nil)
    for await _ in cancelled {}
    #expect(await flights.value(for: "a") { _ in 5 } == 5)
  }
}
