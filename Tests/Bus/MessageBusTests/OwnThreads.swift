import Glibc

/// Runs each job on a thread of its own. Tests that wait for a socket block their thread; on the few threads that tasks share they would keep the services under
/// test from running.
final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()

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
