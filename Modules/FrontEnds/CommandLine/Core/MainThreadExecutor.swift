import Glibc
import Synchronization

/// A task executor that runs jobs on the thread that calls ``run(_:)``. A command mostly waits for one reply; starting the thread pool of
/// the concurrency runtime would take a large part of its run time.
final class MainThreadExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// A pipe that contains a byte while jobs are queued, so that the thread sleeps otherwise.
  private let input: Int32
  private let output: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = ends[0]
    output = ends[1]
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    var byte: UInt8 = 0
    if isFirst { write(output, &byte, 1) }
  }

  /// Runs `body` and all jobs enqueued meanwhile. `body` must end the process.
  func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    Task(executorPreference: self) { await body() }
    while true {
      var byte: UInt8 = 0
      read(input, &byte, 1)
      let ready = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
