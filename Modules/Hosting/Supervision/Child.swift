import Hosting
import Logging
import Platform

/// A supervised process: restarted when it ends, until asked to stop.
actor Child {
  private let process: ChildProcess
  private let logger: Logger
  private let stateFolder: String?
  private let report: @Sendable (ChildStatus) async -> Void
  private var status: ChildStatus
  /// Whether the process tells when it is ready; otherwise it counts as ready when it runs.
  private let tellsReadiness: Bool
  /// Whether the process belongs to the first start of its fleet.
  private let isInitial: Bool
  private var isStopping = false
  /// Whether the process has been asked to stop so that it starts anew.
  private var isRestarting = false
  private var commands: AsyncStream<ChildProcess.Command>.Continuation?
  private var restartDelay: Task<Void, any Error>?
  private var supervision: Task<Void, Never>?
  /// The caller of ``start()``, waiting for the first start.
  private var startContinuation: CheckedContinuation<Void, Never>?
  private var readinessWaiters: [AsyncStream<Bool>.Continuation] = []
  /// Notices when the process hangs; `nil` if it is not watched.
  private var watch: SilenceWatch?
  /// Why the process is being ended: it hangs. `nil` if it does not.
  private var hang: ProcessTermination?
  /// The processes that said that they are ready while the one of this child was not known: it may be among them.
  private var earlyReady: Set<Int32> = []
  private static let maximumEarlyReady = 1_024
  /// The time that a process that hangs has to end by SIGABRT, which may write a backtrace.
  private static let abortTime = Duration.seconds(5)

  /// `report` is called with every change of status. Crashes are reported in `stateFolder`. `isInitial` is whether the process belongs to the
  /// first start of its fleet. A process that gives no sign of life for `silenceLimit`, or for a multiple of it while it starts, is ended
  /// and restarted; `nil` = never.
  init(
    _ specification: ChildSpecification, log: ChildLog, environment: [String: String] = [:], tellsReadiness: Bool = false,
    isInitial: Bool = false, silenceLimit: Duration? = nil, stateFolder: String? = nil, logger: Logger,
    report: @escaping @Sendable (ChildStatus) async -> Void
  ) {
    process = ChildProcess(specification: specification, log: log, environment: environment)
    self.tellsReadiness = tellsReadiness
    self.isInitial = isInitial
    watch = tellsReadiness ? silenceLimit.map(SilenceWatch.init) : nil
    self.stateFolder = stateFolder
    self.logger = logger
    self.report = report
    status = ChildStatus(name: specification.name, since: Self.now)
    status.program = process.specification.program
    status.log = log.path
  }

  private static var now: Int { SystemTime.seconds }
  nonisolated var name: String { process.specification.name }
  nonisolated var executable: String { process.specification.executable }
  var pid: Int32? { status.pid }
  /// Why the process is not restarted any more; `nil` if it is.
  var failure: RestartPolicy.Reason? { status.failure }

  /// Starts the process and restarts it whenever it ends. Returns when the process is running, or when the first start has failed. Call it
  /// once, and again only after the child has failed.
  func start() async {
    await change {
      $0.state = .starting; $0.failure = nil
    }
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

  /// Ends the process as ``stop(killAfter:)`` does and starts it anew, also if it had failed. Returns whether the new one was ready within
  /// `limit` after the start.
  func restart(killAfter time: Duration, readyWithin limit: Duration) async -> Bool {
    guard !isStopping else { return false }
    if status.state == .failed || status.state == .stopped {
      await start()
    } else {
      isRestarting = true
      // Captured first: the old process may exit on its own.
      let (old, commands) = (status.pid, commands)
      await change { $0.isReady = false }
      restartDelay?.cancel()
      // A process that is just being started is the new one; a command would wait for it, and stop it.
      if old != nil { commands?.yield(.stop(killAfter: time)) }
      // The process has `time` to finish its requests, and then it is killed.
      guard await waitUntil(within: time + limit, { $0.pid != nil && $0.pid != old }) else { return false }
    }
    return await waitUntilReady(within: limit)
  }

  /// Handles the message of a process that it can be used, which may overtake the news of its start. Ignores one that was sent by another
  /// process.
  func becameReady(_ process: Int32) async {
    guard let pid = status.pid else {
      if earlyReady.count < Self.maximumEarlyReady { earlyReady.insert(process) }
      return
    }
    guard process == pid, !status.isReady, !isRestarting else { return }
    watch?.becameReady()
    await change { $0.isReady = true }
  }

  /// Handles a sign of life. Ignores that of another process.
  func isAlive(_ process: Int32) { if process == status.pid { watch?.heard() } }

  /// Handles the message of a process that it begins to stop, for which it may take as long as its settings allow.
  func isEnding(_ process: Int32) { if process == status.pid { watch?.end() } }

  /// Ends the process if it hangs, so that it is restarted. Call it regularly.
  func endIfSilent(at now: SuspendingClock.Instant) async {
    guard watch?.isTooLong(at: now) == true, let watched = watch, let pid = status.pid, !isStopping, !isRestarting else { return }
    watch?.end()
    let hang = watched.isStarting ? ProcessTermination.hungAtStart(watched.currentLimit) : .hung(watched.currentLimit)
    self.hang = hang
    logger.error("child hangs; ending it", metadata: ["child": "\(name)", "pid": "\(pid)", "reason": "\(hang)"])
    process.log.append("\(hang); ended with SIGABRT")
    commands?.yield(.abort(killAfter: Self.abortTime))
    await change { $0.isReady = false }
  }

  /// Returns whether the process is ready within `limit`: `false` as soon as it is given up, and when the task is cancelled.
  func waitUntilReady(within limit: Duration) async -> Bool { await waitUntil(within: limit, \.isReady) }

  private func waitUntil(within limit: Duration, _ condition: (ChildStatus) -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition(status) {
      guard status.state != .failed, !isStopping, !Task.isCancelled, ContinuousClock.now < end else { return false }
      let (changes, continuation) = AsyncStream.makeStream(of: Bool.self)
      readinessWaiters.append(continuation)
      let timer = Task {
        try await Task.sleep(until: end, clock: .continuous)
        continuation.finish()
      }
      _ = await changes.first { _ in true }
      timer.cancel()
    }
    return true
  }

  private func supervise() async {
    defer { finishStart() }
    var policy = RestartPolicy()
    while !isStopping {
      let (stream, continuation) = AsyncStream.makeStream(of: ChildProcess.Command.self)
      commands = continuation
      earlyReady = []
      process.log.startRun()
      let start = ContinuousClock.now
      let termination = await process.run(commands: stream) { [self] pid in
        await started(pid)
        await finishStart()
      }
      // After a failed start the caller need not wait for the retries.
      finishStart()
      commands = nil
      let hang = termination.isSignal ? hang : nil
      // A process that hangs is no longer ready, but may have been before.
      let wasReady = if case .hung? = hang { true } else { status.isReady }
      let (pid, uptime) = (status.pid, start.duration(to: .now))
      self.hang = nil
      watch?.end()
      let wasExpected = isStopping || isRestarting
      let wasFirst = status.lastTermination == nil
      isRestarting = false
      await change {
        $0.pid = nil; $0.isReady = false; $0.lastTermination = hang ?? termination
        // What a process that hangs wrote last is not why it ended.
        $0.lastLine = hang != nil ? "" : String(decoding: process.log.lastLine.utf8.prefix(ChildStatus.maximumLine), as: UTF8.self)
      }
      if !wasExpected { writeCrashReport(pid, termination, uptime: uptime) }
      guard !isStopping else { break }
      if wasExpected {
        logger.info("child restarts as requested", metadata: ["child": "\(name)"])
        policy = RestartPolicy()
        await change { $0.restarts += 1 }
        continue
      }
      switch policy.decide(hang ?? termination, uptime: uptime, wasReady: wasReady) {
      case .giveUp(let reason):
        logger.error(
          "child failed; not restarting",
          metadata: ["child": "\(name)", "ending": "\(termination)", "reason": "\(reason)", "log": "\(process.log.path)"])
        return await change {
          $0.state = .failed; $0.failure = reason
          $0.isFatal = isInitial && wasFirst && reason == .invalidSettings
        }
      case .restart(let delay):
        logger.warning(
          "child ended; restarting",
          metadata: ["child": "\(name)", "ending": "\(hang ?? termination)", "restart": "\(delay)", "log": "\(process.log.path)"])
        await change {
          $0.state = .waiting; $0.restarts += 1
        }
        // A stop request that arrived meanwhile found no delay to cancel.
        guard !isStopping else { break }
        guard !isRestarting else {
          isRestarting = false
          continue
        }
        let restartDelay = Task { try await Task.sleep(for: delay) }
        self.restartDelay = restartDelay
        _ = try? await restartDelay.value
        // Asked to restart while there was no process to stop.
        isRestarting = false
      }
    }
    await change { $0.state = .stopped }
  }

  private func started(_ pid: Int32) async {
    let isReady = !tellsReadiness || earlyReady.contains(pid)
    earlyReady = []
    watch?.start()
    if isReady { watch?.becameReady() }
    // Asked to restart before there was a process to stop: this is the new one. Before the status changes, since a request from then on is
    // about this process.
    isRestarting = false
    await change {
      $0.state = .running; $0.pid = pid; $0.failure = nil
      $0.isReady = isReady
    }
  }

  private func writeCrashReport(_ pid: Int32?, _ termination: ProcessTermination, uptime: Duration) {
    guard case .ended(.signaled(let signal)) = termination, let pid, let stateFolder else { return }
    let crash = CrashReport(
      time: Self.now, process: name, program: process.specification.program, pid: pid, signal: signal, uptime: uptime,
      log: process.log.path, lastLines: process.log.lastLines)
    do {
      let path = try crash.write(in: stateFolder)
      logger.error("child crashed", metadata: ["child": "\(name)", "ending": "\(termination)", "report": "\(path)"])
    } catch {
      logger.warning("cannot write a crash report", metadata: ["child": "\(name)", "reason": "\(error.reason)"])
    }
  }

  private func finishStart() {
    startContinuation?.resume()
    startContinuation = nil
  }

  private func change(_ body: (inout ChildStatus) -> Void) async {
    let before = status
    body(&status)
    status.updateSince(after: before, now: Self.now)
    if status != before {
      let waiters = readinessWaiters
      readinessWaiters = []
      for waiter in waiters { waiter.yield(true) }
    }
    await report(status)
  }
}
