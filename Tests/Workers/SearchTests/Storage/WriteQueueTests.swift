import Synchronization
import TestSupport
import Testing

@testable import Search

/// Writes that take turns.
struct WriteQueueTests {
  private let queue = WriteQueue()

  /// Lets writes through when it is opened, and counts those that were tried.
  private final class Disk: Sendable {
    let latch = Latch(isOpen: false)
    let failure: SearchError?
    private let count = Atomic(0)

    init(failure: SearchError? = nil) { self.failure = failure }

    var tried: Int { count.load(ordering: .relaxed) }

    func write() async throws(SearchError) {
      count.add(1, ordering: .relaxed)
      _ = await latch.wait(until: .now + .seconds(600))
      if let failure { throw failure }
    }
  }

  private func start(_ count: Int, on disk: Disk) -> [Task<SearchError?, Never>] {
    (0..<count).map { _ in
      Task {
        do throws(SearchError) { try await queue.perform { () async throws(SearchError) in try await disk.write() } } catch { return error }
        return nil
      }
    }
  }

  private func results(_ tasks: [Task<SearchError?, Never>]) async -> [SearchError?] {
    var results: [SearchError?] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  @Test func `each waits for the one before it`() async throws {
    let disk = Disk()
    let tasks = start(5, on: disk)
    try await eventually("the first is tried", isTrue: { disk.tried == 1 })
    disk.latch.open()
    #expect(await results(tasks).allSatisfy { $0 == nil })
    #expect(disk.tried == 5)
  }

  @Test func `too many are refused at once`() async throws {
    let disk = Disk()
    let tasks = start(WriteQueue.most + 3, on: disk)
    try await eventually("some are refused", isTrue: { await queue.refused == 3 })
    disk.latch.open()
    let failures = await results(tasks).compactMap(\.self)
    #expect(failures.count == 3)
    #expect(failures.allSatisfy { $0.code == .unavailable && $0.message.contains("try again") })
    #expect(disk.tried == WriteQueue.most)
  }

  @Test func `those behind one that finds the file locked fail with it, and the next one tries again`() async throws {
    let locked = Disk(failure: SearchError(.unavailable, "locked"))
    let tasks = start(20, on: locked)
    try await eventually("all wait", isTrue: { await queue.count == 20 })
    locked.latch.open()
    #expect(await results(tasks).allSatisfy { $0?.message == "locked" })
    #expect(locked.tried == 1)
    let free = Disk()
    free.latch.open()
    #expect(await results(start(1, on: free)).allSatisfy { $0 == nil })
  }

  @Test func `any other failure concerns nobody else`() async {
    let full = Disk(failure: SearchError(.disk, "full"))
    full.latch.open()
    #expect(await results(start(5, on: full)).allSatisfy { $0?.message == "full" })
    #expect(full.tried == 5)
  }

  @Test func `who gives up before the turn comes writes nothing`() async throws {
    let (first, second) = (Disk(), Disk())
    let ahead = start(1, on: first)
    try await eventually("the first is tried", isTrue: { first.tried == 1 })
    let behind = start(1, on: second)
    try await eventually("both are there", isTrue: { await queue.count == 2 })
    behind[0].cancel()
    first.latch.open()
    #expect(await results(ahead).allSatisfy { $0 == nil })
    #expect(await results(behind).map { $0?.code } == [.cancelled])
    #expect(second.tried == 0)
  }

  @Test func `who gives up while the file is locked fails nobody behind`() async throws {
    let (locked, free) = (Disk(failure: SearchError(.unavailable, "cancelled by SQLite")), Disk())
    free.latch.open()
    let ahead = start(1, on: locked)
    try await eventually("the first is tried", isTrue: { locked.tried == 1 })
    let behind = start(3, on: free)
    try await eventually("all are there", isTrue: { await queue.count == 4 })
    ahead[0].cancel()
    #expect(await results(ahead).map { $0?.code } == [.cancelled])
    #expect(await results(behind).allSatisfy { $0 == nil })
    #expect(free.tried == 3)
  }
}
