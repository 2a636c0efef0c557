import Platform
import Synchronization

/// A task executor that runs jobs on the thread that calls ``run(_:)``. A command mostly waits for one reply; starting the thread pool of
/// the concurrency runtime would take a large part of its run time.
final class MainThreadExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// Readable while jobs are queued, so that the thread sleeps otherwise.
  private let pipe: WakePipe

  /// Throws if no file descriptors are left.
  init() throws(SystemError) { pipe = try WakePipe() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if isFirst { pipe.wake() }
  }

  /// Runs `body` and all jobs enqueued meanwhile. `body` must end the process.
  func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    Task(executorPreference: self) { await body() }
    while true {
      pipe.wait()
      let ready = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
