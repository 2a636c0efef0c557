import Databases
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Writes are performed one at a time.
struct WriteQueueTests {
  private let queue = WriteQueue()

  /// Blocks writes until its gate opens, and counts attempts.
  private final class FakeDisk: Sendable {
    let gate = Gate(isOpen: false)
    let failure: StorageError?
    private let count = Atomic(0)

    init(failure: StorageError? = nil) { self.failure = failure }

    var attempts: Int { count.load(ordering: .relaxed) }

    func write() async throws(StorageError) {
      count.add(1, ordering: .relaxed)
      _ = await gate.wait(until: .now + .seconds(600))
      if let failure { throw failure }
    }
  }

  private func start(_ count: Int, on disk: FakeDisk) -> [Task<StorageError?, Never>] {
    (0..<count).map { _ in
      Task {
        do throws(StorageError) { try await queue.perform { () async throws(StorageError) in try await disk.write() } } catch {
          return error
        }
        return nil
      }
    }
  }

  private func results(_ tasks: [Task<StorageError?, Never>]) async -> [StorageError?] {
    var results: [StorageError?] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  @Test func `a write waits for the write before it`() async throws {
    let disk = FakeDisk()
    let tasks = start(5, on: disk)
    try await eventually("the first is attempted", isTrue: { disk.attempts == 1 })
    disk.gate.open()
    #expect(await results(tasks).allSatisfy { $0 == nil })
    #expect(disk.attempts == 5)
  }

  @Test func `writes beyond the capacity are rejected at once`() async throws {
    let disk = FakeDisk()
    let tasks = start(WriteQueue.capacity + 3, on: disk)
    try await eventually("some are rejected", isTrue: { await queue.rejected == 3 })
    disk.gate.open()
    let failures = await results(tasks).compactMap(\.self)
    #expect(failures.count == 3)
    #expect(failures.allSatisfy { $0.code == .unavailable && $0.message.contains("try again") })
    #expect(disk.attempts == WriteQueue.capacity)
  }

  @Test func `writes queued behind a lock failure fail with it and later writes try again`() async throws {
    let locked = FakeDisk(failure: StorageError(.unavailable, "locked"))
    let tasks = start(20, on: locked)
    try await eventually("all are queued", isTrue: { await queue.count == 20 })
    locked.gate.open()
    #expect(await results(tasks).allSatisfy { $0?.message == "locked" })
    #expect(locked.attempts == 1)
    let free = FakeDisk()
    free.gate.open()
    #expect(await results(start(1, on: free)).allSatisfy { $0 == nil })
  }

  @Test func `any other failure does not affect queued writes`() async {
    let full = FakeDisk(failure: StorageError(.disk, "full"))
    full.gate.open()
    #expect(await results(start(5, on: full)).allSatisfy { $0?.message == "full" })
    #expect(full.attempts == 5)
  }

  @Test func `a write cancelled before its turn is not performed`() async throws {
    let (first, second) = (FakeDisk(), FakeDisk())
    let ahead = start(1, on: first)
    try await eventually("the first is attempted", isTrue: { first.attempts == 1 })
    let behind = start(1, on: second)
    try await eventually("both are queued", isTrue: { await queue.count == 2 })
    behind[0].cancel()
    first.gate.open()
    #expect(await results(ahead).allSatisfy { $0 == nil })
    #expect(await results(behind).map { $0?.code } == [.cancelled])
    #expect(second.attempts == 0)
  }

  @Test func `a write cancelled while the file is locked does not fail those behind it`() async throws {
    let (locked, free) = (FakeDisk(failure: StorageError(.unavailable, "cancelled by SQLite")), FakeDisk())
    free.gate.open()
    let ahead = start(1, on: locked)
    try await eventually("the first is attempted", isTrue: { locked.attempts == 1 })
    let behind = start(3, on: free)
    try await eventually("all are queued", isTrue: { await queue.count == 4 })
    ahead[0].cancel()
    #expect(await results(ahead).map { $0?.code } == [.cancelled])
    #expect(await results(behind).allSatisfy { $0 == nil })
    #expect(free.attempts == 3)
  }
}
