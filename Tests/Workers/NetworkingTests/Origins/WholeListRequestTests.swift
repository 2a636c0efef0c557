import Models
import OriginTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Networking

/// Requests for lists that a server sends as one document.
@Suite struct WholeListRequestTests {
  private static func list(_ count: Int) -> String {
    "[" + (1...count).map { #"{"name":"Person \#($0)","url":"https://x/api/people/\#($0)"}"# }.joined(separator: ",") + "]"
  }

  /// Counts the jobs that it runs.
  private final class CountingExecutor: TaskExecutor {
    let jobs = Atomic(0)

    func enqueue(_ job: consuming ExecutorJob) {
      jobs.add(1, ordering: .relaxed)
      let job = UnownedJob(job)
      let executor = asUnownedTaskExecutor()
      Task.detached { job.runSynchronously(on: executor) }
    }
  }

  /// A search of a large list would keep the thread that serves all connections busy.
  @Test(arguments: [(20, 1), (4_000, 2)])
  func `pages of large lists are cut on another thread`(count: Int, jobs: Int) async throws {
    let list = Self.list(count)
    try await withServer { _, _ in
      [.answer(list)]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi-info") { origin in
        _ = try await origin.page(1, of: people)
        let executor = CountingExecutor()
        let task = Task(executorPreference: executor) { try await origin.page(2, of: people, search: "person") }
        #expect(try await task.value.content?.records.count == 10)
        // The task leaves this executor and returns if the work is done elsewhere.
        #expect(executor.jobs.load(ordering: .relaxed) == jobs)
        #expect(server.targets.count == 1)
      }
    }
  }
}
