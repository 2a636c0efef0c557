import Platform

/// Task executor that runs each job on its own thread. Tests that wait for a socket block their thread; on the shared pool they would
/// block the services under test.
final class ThreadPerJobExecutor: TaskExecutor {
  static let shared = ThreadPerJobExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    do { try BackgroundThread.start { job.runSynchronously(on: executor) } } catch { job.runSynchronously(on: executor) }
  }
}
