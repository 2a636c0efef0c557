import Glibc

/// Task executor that runs each job on its own thread. Tests that wait for a socket block their thread; on the shared pool they would
/// block the services under test.
final class ThreadPerJobExecutor: TaskExecutor {
  static let shared = ThreadPerJobExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let box = Unmanaged.passRetained(Box(UnownedJob(job), asUnownedTaskExecutor()))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
        box.run()
        return nil
      }, box.toOpaque())
    guard failure == 0 else { return box.takeRetainedValue().run() }
    pthread_detach(thread)
  }

  private final class Box {
    let job: UnownedJob
    let executor: UnownedTaskExecutor

    init(_ job: UnownedJob, _ executor: UnownedTaskExecutor) {
      self.job = job
      self.executor = executor
    }

    func run() { job.runSynchronously(on: executor) }
  }
}
