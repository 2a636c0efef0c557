import Glibc
import Synchronization

/// Runs tasks on the thread that calls ``run(_:)``. A command mostly waits for one answer; starting the thread pool of the concurrency
/// runtime for that would take a good part of its time.
final class MainThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// A pipe that holds a byte while there are jobs, so that the thread sleeps when there are none.
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

  /// Runs `body`, and everything that is enqueued meanwhile, until the process ends: `body` must end it.
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
