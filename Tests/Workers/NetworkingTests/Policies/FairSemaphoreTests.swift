import TestSupport
import Testing

@testable import Networking

@Suite struct FairSemaphoreTests {
  @Test(arguments: [1, 3]) func `no more tasks run than there are permits`(permits: Int) async throws {
    let semaphore = FairSemaphore(permits: permits)
    let inside = Shared((now: 0, most: 0))
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          semaphore.join(UInt64(number), "\(number % 5)")
          try? await semaphore.withPermit(UInt64(number)) { () throws(OriginError) in
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
    #expect(inside.value.most <= permits)
  }

  @Test func `a larger number of permits admits waiters at once`() async throws {
    let holder = await PermitHolder()
    let semaphore = holder.semaphore
    let admitted = Shared(0)
    try await withThrowingTaskGroup { group in
      for number in 1...4 {
        semaphore.join(UInt64(number), "\(number)")
        group.addTask { try await semaphore.withPermit(UInt64(number)) { () throws(OriginError) in admitted.change { $0 += 1 } } }
      }
      try await eventually("four waiting") { semaphore.waitingCount == 4 }
      semaphore.resize(2)
      try await group.waitForAll()
    }
    #expect(admitted.value == 4)
    try await holder.release()
  }

  @Test func `one client's waiters are served in order of arrival`() async throws {
    let holder = await PermitHolder()
    let semaphore = holder.semaphore
    let order = Shared<[Int]>([])
    try await withThrowingTaskGroup { group in
      for number in 1...20 {
        semaphore.join(UInt64(number), "a")
        group.addTask { try await semaphore.withPermit(UInt64(number)) { () throws(OriginError) in order.change { $0.append(number) } } }
        try await eventually("\(number) waiting") { semaphore.waitingCount >= number }
      }
      try await holder.release()
      try await group.waitForAll()
    }
    #expect(order.value == Array(1...20))
  }

  /// Runs a task for each waiter while the permit is held, then releases the permit. Returns the waiters in the order of their admission.
  private func order(_ waiters: [(id: UInt64, clients: [String])], cancelling cancelled: Set<UInt64> = []) async throws -> [UInt64] {
    let holder = await PermitHolder()
    let semaphore = holder.semaphore
    let order = Shared<[UInt64]>([])
    var tasks: [UInt64: Task<Void, any Error>] = [:]
    for (number, waiter) in waiters.enumerated() {
      for client in waiter.clients { semaphore.join(waiter.id, client) }
      tasks[waiter.id] = Task {
        try await semaphore.withPermit(waiter.id) { () throws(OriginError) in order.change { $0.append(waiter.id) } }
      }
      try await eventually("\(number + 1) waiting") { semaphore.waitingCount == number + 1 }
    }
    for id in cancelled {
      tasks[id]?.cancel()
      await #expect(throws: OriginError.self) { try await tasks[id]?.value }
    }
    try await holder.release()
    for (id, task) in tasks where !cancelled.contains(id) { try await task.value }
    #expect(semaphore.waitingCount == 0)
    return order.value
  }

  @Test func `clients are served in turn, and the waiters of each in order`() async throws {
    let waiters: [(UInt64, [String])] = [(1, ["a"]), (2, ["a"]), (3, ["a"]), (11, ["b"]), (12, ["b"]), (21, ["c"])]
    #expect(try await order(waiters) == [1, 11, 21, 2, 12, 3])
  }

  @Test func `a waiter of two clients is admitted once, at the first turn of either`() async throws {
    let waiters: [(UInt64, [String])] = [(1, ["a"]), (2, ["a"]), (3, ["a", "b"])]
    #expect(try await order(waiters) == [1, 3, 2])
  }

  @Test func `a cancelled waiter costs its client no turn`() async throws {
    let waiters: [(UInt64, [String])] = [(1, ["a"]), (2, ["a"]), (3, ["a"]), (11, ["b"])]
    #expect(try await order(waiters, cancelling: [1]) == [2, 11, 3])
  }

  @Test func `a cancelled task leaves the queue without affecting others`() async throws {
    let holder = await PermitHolder()
    let semaphore = holder.semaphore
    for id in [UInt64(1), 2] { semaphore.join(id, "a") }
    let impatient = Task { try await semaphore.withPermit(1) { () throws(OriginError) in } }
    try await eventually("1 waiting") { semaphore.waitingCount >= 1 }
    let patient = Task { try await semaphore.withPermit(2) { () throws(OriginError) in } }
    try await eventually("2 waiting") { semaphore.waitingCount >= 2 }
    impatient.cancel()
    let error = await #expect(throws: OriginError.self) { try await impatient.value }
    #expect(error?.code == .cancelled)
    try await holder.release()
    try await patient.value
    #expect(semaphore.waitingCount == 0)
  }

  @Test func `any number of clients may join a waiter and see its admission`() async throws {
    let holder = await PermitHolder()
    let semaphore = holder.semaphore
    let second = Task { try await semaphore.withPermit(1) { () throws(OriginError) in } }
    var admissions: [FairSemaphore.Admission] = []
    // Each client joins twice: the second time has no effect and takes constant time.
    for _ in 0..<2 { for client in 0..<1_000 { admissions.append(semaphore.join(1, "\(client)")) } }
    try await eventually("1 waiting") { semaphore.waitingCount >= 1 }
    #expect(admissions.allSatisfy { !$0.isAdmitted })
    #expect(!semaphore.isAdmitted(1))
    try await holder.release()
    try await second.value
    #expect(semaphore.isAdmitted(1))
    semaphore.remove(1)
    #expect(admissions.allSatisfy { $0.isAdmitted })
  }

  @Test func `the permit is released after a failure`() async throws {
    let semaphore = FairSemaphore(permits: 1)
    for id in [UInt64(1), 2] { semaphore.join(id, "a") }
    await #expect(throws: OriginError.self) {
      try await semaphore.withPermit(1) { () throws(OriginError) in throw OriginError(.malformed, "no") }
    }
    try await semaphore.withPermit(2) { () throws(OriginError) in }
  }

  /// Of eight permits, two are for clients without one. When A gives back its only permit, B may have one that is not of the reserve, and A
  /// one of the reserve again.
  @Test func `a client's last permit may admit two waiters`() async throws {
    let semaphore = FairSemaphore(permits: 8)
    let (gateOfA, gateOfOthers) = (HoldingGate(isHolding: true), HoldingGate(isHolding: true))
    try await withThrowingTaskGroup(of: Void.self) { group in
      func hold(_ id: UInt64, _ client: String, at gate: HoldingGate) {
        semaphore.join(id, client)
        group.addTask { try await semaphore.withPermit(id) { () throws(OriginError) in await gate.pass() } }
      }
      hold(1, "A", at: gateOfA)
      for id in 11...15 as ClosedRange<UInt64> { hold(id, "B", at: gateOfOthers) }
      try await eventually("six permits are taken") { gateOfA.heldCount + gateOfOthers.heldCount == 6 }
      hold(16, "B", at: gateOfOthers)
      try await eventually("B waits") { semaphore.waitingCount == 1 }
      hold(2, "A", at: gateOfOthers)
      try await eventually("A waits") { semaphore.waitingCount == 2 }
      gateOfA.release()
      try await eventually("both are admitted") { gateOfOthers.heldCount == 7 && semaphore.waitingCount == 0 }
      gateOfOthers.release()
      try await group.waitForAll()
    }
  }

  /// The client holds as many permits as it can get, and more of its waiters are queued.
  @Test func `a client that holds its permits does not delay others`() async throws {
    let semaphore = FairSemaphore(permits: 4)
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let held = Shared(0)
    try await withThrowingTaskGroup { group in
      for id in 1...10 as ClosedRange<UInt64> {
        semaphore.join(id, "greedy")
        group.addTask {
          try await semaphore.withPermit(id) { () throws(OriginError) in
            held.change { $0 += 1 }
            for await _ in opened {}
          }
        }
      }
      try await eventually("7 waiting") { semaphore.waitingCount == 7 }
      for id in 11...30 as ClosedRange<UInt64> {
        semaphore.join(id, "other")
        try await semaphore.withPermit(id) { () throws(OriginError) in }
      }
      #expect(held.value == 3)
      open.finish()
      try await group.waitForAll()
    }
    #expect(held.value == 10)
    #expect(semaphore.waitingCount == 0)
  }
}

/// A semaphore whose only permit is held until ``release()``.
private struct PermitHolder {
  let semaphore: FairSemaphore
  private let open: AsyncStream<Void>.Continuation
  private let holding: Task<Void, any Error>

  /// Takes the permit with ID 0.
  init() async {
    let semaphore = FairSemaphore(permits: 1)
    semaphore.join(0, "holder")
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    holding = Task {
      try await semaphore.withPermit(0) { () throws(OriginError) in
        begin.finish()
        for await _ in opened {}
      }
    }
    for await _ in begun {}
    self.semaphore = semaphore
    self.open = open
  }

  func release() async throws {
    open.finish()
    try await holding.value
  }
}
