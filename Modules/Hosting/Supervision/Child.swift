import Logging
import Platform

/// A supervised process: restarted when it ends, until asked to stop.
actor Child {
  private let process: ChildProcess
  private let logger: Logger
  private let report: @Sendable (ChildStatus) async -> Void
  private var status: ChildStatus
  private var isStopping = false
  private var commands: AsyncStream<ChildProcess.Command>.Continuation?
  private var restartDelay: Task<Void, any Error>?
  private var supervision: Task<Void, Never>?
  /// The caller of ``start()``, waiting for the first start.
  private var startContinuation: CheckedContinuation<Void, Never>?

  /// `report` is called with every change of status.
  init(_ specification: ChildSpecification, log: ChildLog, logger: Logger, report: @escaping @Sendable (ChildStatus) async -> Void) {
    process = ChildProcess(specification: specification, log: log)
    self.logger = logger
    self.report = report
    status = ChildStatus(name: specification.name, since: Self.now)
  }

  private static var now: Int { SystemTime.seconds }
  nonisolated var name: String { process.specification.name }
  nonisolated var executable: String { process.specification.executable }

  /// Starts the process and restarts it whenever it ends. Returns when the process is running, or when the first start has failed. Call once.
  func start() async {
    await withCheckedContinuation { continuation in
      startContinuation = continuation
      supervision = Task { await supervise() }
    }
  }

  /// Sends SIGTERM, and SIGKILL after `time`. Returns when the process has ended.
  func stop(killAfter time: Duration) async {
    isStopping = true
    restartDelay?.cancel()
    commands?.yield(.stop(killAfter: time))
    await supervision?.value
  }

  private func supervise() async {
    defer { finishStart() }
    var policy = RestartPolicy()
    while !isStopping {
      let (stream, continuation) = AsyncStream.makeStream(of: ChildProcess.Command.self)
      commands = continuation
      let start = ContinuousClock.now
      let termination = await process.run(commands: stream) { [self] pid in
        await change {
          $0.state = .running; $0.pid = pid
        }
        await finishStart()
      }
      // After a failed start the caller need not wait for the retries.
      finishStart()
      commands = nil
      await change {
        $0.pid = nil; $0.lastTermination = termination
      }
      guard !isStopping else { break }
      switch policy.decide(termination, uptime: start.duration(to: .now)) {
      case .giveUp:
        logger.error("child failed; not restarting", metadata: ["child": "\(name)", "ending": "\(termination)"])
        return await change { $0.state = .failed }
      case .restart(let delay):
        logger.warning(
          "child ended; restarting",
          metadata: ["child": "\(name)", "ending": "\(termination)", "restart": "\(delay)", "log": "\(process.log.path)"])
        await change {
          $0.state = .waiting; $0.restarts += 1
        }
        // A stop request that arrived meanwhile found no delay to cancel.
        guard !isStopping else { break }
        let restartDelay = Task { try await Task.sleep(for: delay) }
        self.restartDelay = restartDelay
        _ = try? await restartDelay.value
      }
    }
    await change { $0.state = .stopped }
  }

  private func finishStart() {
    startContinuation?.resume()
    startContinuation = nil
  }

  private func change(_ body: (inout ChildStatus) -> Void) async {
    let before = status.state
    body(&status)
    if status.state != before { status.since = Self.now }
    await report(status)
  }
}
