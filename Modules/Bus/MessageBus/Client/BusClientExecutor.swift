/// Runs tasks on the thread that owns a client's socket.
final class BusClientExecutor: TaskExecutor {
  private let mailbox: Mailbox<ClientLoop.Command>

  init(_ mailbox: Mailbox<ClientLoop.Command>) { self.mailbox = mailbox }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The tasks of a closed client end elsewhere.
    if !mailbox.post(.run(job)) { globalConcurrentExecutor.enqueue(job) }
  }

  /// Runs a job. Called on the client's thread only.
  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
