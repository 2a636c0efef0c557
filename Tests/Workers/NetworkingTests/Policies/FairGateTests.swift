import Testing

@testable import Networking

@Suite struct FairGateTests {
  @Test(arguments: [1, 3]) func letsNoMoreThanItsWidthThrough(width: Int) async throws {
    let gate = FairGate(width: width)
    let inside = Shared((now: 0, most: 0))
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          gate.join(UInt64(number), "a")
          try? await gate.pass(UInt64(number)) { () throws(OriginError) in
            inside.change {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            inside.change { $0.now -= 1 }
          }
        }
      }
    }
    #expect(inside.value.now == 0)
    #expect(inside.value.most <= width)
  }

  @Test func goesInTheOrderOfArrival() async throws {
    let gate = FairGate(width: 1)
    let order = Shared<[Int]>([])
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      group.addTask {
        try await gate.pass(0) { () throws(OriginError) in
          begin.finish()
          for await _ in opened {}
        }
      }
      for await _ in begun {}
      for number in 1...20 {
        gate.join(UInt64(number), "a")
        group.addTask { try await gate.pass(UInt64(number)) { () throws(OriginError) in order.change { $0.append(number) } } }
        while gate.waiting < number { await Task.yield() }
      }
      open.finish()
      try await group.waitForAll()
    }
    #expect(order.value == Array(1...20))
  }

  @Test func aCancelledTaskLosesItsPlaceAndNobodyElses() async throws {
    let gate = FairGate(width: 1)
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await gate.pass(0) { () throws(OriginError) in
        begin.finish()
        for await _ in opened {}
      }
    }
    for await _ in begun {}
    for ticket in [UInt64(1), 2] { gate.join(ticket, "a") }
    let impatient = Task { try await gate.pass(1) { () throws(OriginError) in } }
    while gate.waiting < 1 { await Task.yield() }
    let patient = Task { try await gate.pass(2) { () throws(OriginError) in } }
    while gate.waiting < 2 { await Task.yield() }
    impatient.cancel()
    let error = await #expect(throws: OriginError.self) { try await impatient.value }
    #expect(error?.code == .cancelled)
    open.finish()
    try await first.value
    try await patient.value
    #expect(gate.waiting == 0)
  }

  @Test func anyNumberOfClientsJoinsATicketAndKnowsOfItsTurn() async throws {
    let gate = FairGate(width: 1)
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await gate.pass(0) { () throws(OriginError) in
        begin.finish()
        for await _ in opened {}
      }
    }
    for await _ in begun {}
    let second = Task { try await gate.pass(1) { () throws(OriginError) in } }
    var passages: [FairGate.Passage] = []
    // Twice each: the second time changes nothing, and costs no look at the others.
    for _ in 0..<2 { for client in 0..<1_000 { passages.append(gate.join(1, "\(client)")) } }
    while gate.waiting < 1 { await Task.yield() }
    #expect(passages.allSatisfy { !$0.hasHappened })
    #expect(!gate.hasPassed(1))
    open.finish()
    try await first.value
    try await second.value
    #expect(gate.hasPassed(1))
    gate.forget(1)
    #expect(passages.allSatisfy { $0.hasHappened })
  }

  @Test func isFreeAgainAfterAFailure() async throws {
    let gate = FairGate(width: 1)
    await #expect(throws: OriginError.self) {
      try await gate.pass(1) { () throws(OriginError) in throw OriginError(.malformed, "no") }
    }
    try await gate.pass(2) { () throws(OriginError) in }
  }
}
