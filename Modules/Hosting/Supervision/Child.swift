import Hosting
import Logging
import Platform

/// A supervised process: restarted when it ends, until asked to stop.
actor Child {
  nonisolated let specification: ChildSpecification
  private let log: ChildLog
  /// Variables to set in addition to the environment of this process.
  private let environment: [String: String]
  /// Whether the process belongs to the first start of its fleet.
  private let isInitial: Bool
  private let stateFolder: String?
  private let logger: Logger
  private let report: @Sendable (ChildStatus) async -> Void
  private var status: ChildStatus
  private var policy = RestartPolicy()
  /// Notices when the process hangs; `nil` if it is not watched.
  private var watch: SilenceWatch?
  /// Why the process is being ended: it hangs. `nil` if it does not.
  private var hang: ProcessTermination?
  private var isStopping = false
  /// Whether the process has been asked to stop so that it starts anew.
  private var isRestarting = false
  private var restartDelay: Task<Void, any Error>?
  /// Each kills the process if it does not end in time.
  private var killers: [Task<Void, any Error>] = []
  private var supervision: Task<Void, Never>?
  /// Callers that wait for a change of the status.
  private var waiters: [AsyncStream<Void>.Continuation] = []

  /// `report` is called with every change of status. Crashes are reported in `stateFolder`. A process that gives no sign of life for
  /// `silenceLimit`, or for a multiple of it while it starts, is ended and restarted; `nil` = never.
  init(
    _ specification: ChildSpecification, log: ChildLog, environment: [String: String] = [:], isInitial: Bool = false,
    silenceLimit: Duration? = nil, stateFolder: String? = nil, logger: Logger, report: @escaping @Sendable (ChildStatus) async -> Void
  ) {
    self.specification = specification
    self.log = log
    self.environment = environment
    self.isInitial = isInitial
    self.stateFolder = stateFolder
    self.logger = logger
    self.report = report
    watch = silenceLimit.map(SilenceWatch.init)
    status = ChildStatus(name: specification.name, since: SystemTime.seconds)
    status.program = specification.program
    status.log = log.path
  }

  nonisolated var name: String { specification.name }
  var pid: Int32? { status.pid }
  /// Why the process is not restarted any more; `nil` if it is.
  var failure: RestartPolicy.Reason? { status.failure }

  /// Starts the process and restarts it whenever it ends. Returns when the process is running, or when the first start has failed. Call it
  /// once, and again only after the child has failed.
  func start() async {
    policy = RestartPolicy()
    await change {
      $0.state = .starting; $0.failure = nil
    }
    guard !isStopping else { return }
    let first = await launch()
    supervision = Task { await supervise(first) }
  }

  /// Sends SIGTERM, and SIGKILL after `time`. Returns when the process has ended.
  func stop(killAfter time: Duration) async {
    isStopping = true
    restartDelay?.cancel()
    end(.terminate, killAfter: time)
    await supervision?.value
  }

  /// Ends the process as ``stop(killAfter:)`` does and starts it anew, also if it had failed. Returns whether the new one was ready within
  /// `limit` after the start.
  func restart(killAfter time: Duration, readyWithin limit: Duration) async -> Bool {
    guard !isStopping else { return false }
    if status.state == .failed {
      await start()
    } else {
      isRestarting = true
      let old = status.pid
      restartDelay?.cancel()
      end(.terminate, killAfter: time)
      await change { $0.isReady = false }
      // The process has `time` to finish its requests, and then it is killed.
      guard await waitUntil(within: time + limit, { $0.pid != nil && $0.pid != old }) else { return false }
    }
    return await waitUntilReady(within: limit)
  }

  /// Handles what a process tells; ignores another one than that of this child.
  func handle(_ notification: ServiceNotification, of process: Int32) async {
    guard process == status.pid else { return }
    switch notification {
    case .ready:
      guard !status.isReady, !isRestarting else { return }
      watch?.becameReady()
      await change { $0.isReady = true }
    case .watchdog: watch?.heard()
    // It may take as long as its settings allow.
    case .stopping: watch?.end()
    case .status: break
    }
  }

  /// Ends the process if it hangs, so that it is restarted. Call it regularly.
  func endIfSilent(at now: SuspendingClock.Instant) async {
    guard watch?.isTooLong(at: now) == true, let watched = watch, let pid = status.pid, !isStopping, !isRestarting else { return }
    watch?.end()
    let hang = ProcessTermination.hung(watched.currentLimit, atStart: watched.isStarting)
    self.hang = hang
    logger.error("child hangs; ending it", metadata: ["child": "\(name)", "pid": "\(pid)", "reason": "\(hang)"])
    log.append("\(hang); ended with SIGABRT")
    // The crash report has the stack of the process, which may take a while to write.
    end(.abort, killAfter: .seconds(5))
    await change { $0.isReady = false }
  }

  /// Returns whether the process is ready within `limit`: `false` as soon as it is given up, and when the task is cancelled.
  func waitUntilReady(within limit: Duration) async -> Bool { await waitUntil(within: limit, \.isReady) }

  private func waitUntil(within limit: Duration, _ condition: (ChildStatus) -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition(status) {
      guard status.state != .failed, !isStopping, !Task.isCancelled, ContinuousClock.now < end else { return false }
      let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
      waiters.append(continuation)
      let timer = Task {
        try await Task.sleep(until: end, clock: .continuous)
        continuation.finish()
      }
      _ = await changes.first { _ in true }
      timer.cancel()
    }
    return true
  }

  private func end(_ signal: Signal, killAfter time: Duration) {
    guard let pid = status.pid else { return }
    signal.send(to: pid)
    // A process stopped by SIGSTOP handles a signal only after SIGCONT.
    Signal.continue.send(to: pid)
    killers.append(
      Task { [log] in
        try await Task.sleep(for: time)
        log.append("killed: did not stop within \(time)")
        Signal.kill.send(to: pid)
      })
  }

  private func launch() async -> Result<ChildProcess, SystemError> {
    log.startRun()
    isRestarting = false
    do throws(SystemError) {
      // What the process tells about itself is handled later, when its ID is known.
      let process = try ChildProcess(specification, log: log, environment: environment)
      watch?.start()
      await change {
        $0.state = .running; $0.pid = process.id; $0.failure = nil
      }
      return .success(process)
    } catch { return .failure(error) }
  }

  private func supervise(_ first: Result<ChildProcess, SystemError>) async {
    var (run, start) = (first, ContinuousClock.now)
    while true {
      let termination: ProcessTermination
      switch run {
      case .success(let process): termination = .ended(await process.ending())
      case .failure(let error): termination = .notStarted(error.reason)
      }
      guard let delay = await handle(termination, uptime: start.duration(to: .now)) else { return }
      let restartDelay = Task { try await Task.sleep(for: delay) }
      self.restartDelay = restartDelay
      _ = try? await restartDelay.value
      guard !isStopping else { return await change { $0.state = .stopped } }
      start = .now
      run = await launch()
    }
  }

  /// Handles the end of the process. Returns the time after which it starts again; `nil` if it does not.
  private func handle(_ termination: ProcessTermination, uptime: Duration) async -> Duration? {
    for killer in killers { killer.cancel() }
    killers = []
    let hang = termination.isSignal ? hang : nil
    let reason = hang ?? termination
    // A process that hangs is no longer ready, but may have been before.
    let wasReady = if case .hung(_, atStart: false) = reason { true } else { status.isReady }
    let (pid, wasFirst, wasExpected) = (status.pid, status.lastTermination == nil, isStopping || isRestarting)
    self.hang = nil
    isRestarting = false
    watch?.end()
    await change {
      $0.pid = nil; $0.isReady = false; $0.lastTermination = reason
      // What a process that hangs wrote last is not why it ended.
      $0.lastLine = hang != nil ? "" : String(decoding: log.lastLine.utf8.prefix(ChildStatus.maximumLine), as: UTF8.self)
    }
    if !wasExpected { writeCrashReport(pid, termination, uptime: uptime) }
    if isStopping {
      await change { $0.state = .stopped }
      return nil
    }
    if wasExpected {
      logger.info("child restarts as requested", metadata: ["child": "\(name)"])
      policy = RestartPolicy()
      await change { $0.restarts += 1 }
      return .zero
    }
    var metadata: Logger.Metadata = ["child": "\(name)", "ending": "\(reason)", "log": "\(log.path)"]
    switch policy.decide(reason, uptime: uptime, wasReady: wasReady) {
    case .giveUp(let failure):
      metadata["reason"] = "\(failure)"
      logger.error("child failed; not restarting", metadata: metadata)
      await change {
        $0.state = .failed; $0.failure = failure
        $0.isFatal = isInitial && wasFirst && failure == .invalidSettings
      }
      return nil
    case .restart(let delay):
      metadata["restart"] = "\(delay)"
      logger.warning("child ended; restarting", metadata: metadata)
      await change {
        $0.state = .waiting; $0.restarts += 1
      }
      // A request that arrived meanwhile found no delay to cancel.
      return isStopping || isRestarting ? .zero : delay
    }
  }

  private func writeCrashReport(_ pid: Int32?, _ termination: ProcessTermination, uptime: Duration) {
    guard case .ended(.signaled(let signal)) = termination, let pid, let stateFolder else { return }
    let crash = CrashReport(
      time: SystemTime.seconds, process: name, program: specification.program, pid: pid, signal: signal, uptime: uptime, log: log.path,
      lastLines: log.lastLines)
    do {
      let path = try crash.write(in: stateFolder)
      logger.error("child crashed", metadata: ["child": "\(name)", "ending": "\(termination)", "report": "\(path)"])
    } catch {
      logger.warning("cannot write a crash report", metadata: ["child": "\(name)", "reason": "\(error.reason)"])
    }
  }

  private func change(_ body: (inout ChildStatus) -> Void) async {
    let before = status
    body(&status)
    status.updateSince(after: before, now: SystemTime.seconds)
    if status != before {
      for waiter in waiters { waiter.yield() }
      waiters = []
    }
    status.change += 1
    await report(status)
  }
}
