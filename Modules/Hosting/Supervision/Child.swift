import Glibc
import Logging

/// Keeps one process running until it is told to stop.
actor Child {
  private let process: ChildProcess
  private let logger: Logger
  private let report: @Sendable (ChildStatus) async -> Void
  private var status: ChildStatus
  private var isStopping = false
  private var commands: AsyncStream<ChildProcess.Command>.Continuation?
  private var pause: Task<Void, any Error>?
  private var life: Task<Void, Never>?
  /// Who waits for the first start.
  private var starter: CheckedContinuation<Void, Never>?

  /// `report` hears of every change.
  init(_ specification: ChildSpecification, log: ChildLog, logger: Logger, report: @escaping @Sendable (ChildStatus) async -> Void) {
    process = ChildProcess(specification: specification, log: log)
    self.logger = logger
    self.report = report
    status = ChildStatus(name: specification.name, since: Self.now)
  }

  private static var now: Int { time(nil) }
  nonisolated var name: String { process.specification.name }
  nonisolated var executable: String { process.specification.executable }

  /// Starts the process, and starts it again whenever it ends. Returns once it runs for the first time, or cannot. To be called once.
  func start() async {
    await withCheckedContinuation { continuation in
      starter = continuation
      life = Task { await live() }
    }
  }

  /// SIGTERM, and SIGKILL after `time`. Returns when the process is gone.
  func stop(killAfter time: Duration) async {
    isStopping = true
    pause?.cancel()
    commands?.yield(.stop(killAfter: time))
    await life?.value
  }

  private func live() async {
    defer { finishStart() }
    var policy = RestartPolicy()
    while !isStopping {
      let (stream, continuation) = AsyncStream.makeStream(of: ChildProcess.Command.self)
      commands = continuation
      let start = ContinuousClock.now
      let ending = await process.run(commands: stream) { [self] pid in
        await change {
          $0.state = .running; $0.pid = pid
        }
        await finishStart()
      }
      // One that could not be started is tried again, which nobody needs to wait for.
      finishStart()
      commands = nil
      await change {
        $0.pid = nil; $0.lastEnding = ending
      }
      guard !isStopping else { break }
      switch policy.decide(ending, ranFor: start.duration(to: .now)) {
      case .giveUp:
        logger.error("child gave up", metadata: ["child": "\(name)", "ending": "\(ending)"])
        return await change { $0.state = .failed }
      case .restart(let delay):
        logger.warning(
          "child ended", metadata: ["child": "\(name)", "ending": "\(ending)", "restart": "\(delay)", "log": "\(process.log.path)"])
        await change {
          $0.state = .waiting; $0.restarts += 1
        }
        let pause = Task { try await Task.sleep(for: delay) }
        self.pause = pause
        _ = try? await pause.value
      }
    }
    await change { $0.state = .stopped }
  }

  private func finishStart() {
    starter?.resume()
    starter = nil
  }

  private func change(_ body: (inout ChildStatus) -> Void) async {
    let before = status.state
    body(&status)
    if status.state != before { status.since = Self.now }
    await report(status)
  }
}
