import Hosting
import Logging
import Platform

/// All that concerns the processes of a fleet happens on this actor.
@globalActor actor SupervisionActor { static let shared = SupervisionActor() }

/// A supervised process: restarted when it ends, until asked to stop.
@SupervisionActor final class Child {
  nonisolated let specification: ChildSpecification
  private(set) var status: ChildStatus
  private let settings: Supervisor.Settings
  private let log: ChildLog
  /// Variables to set in addition to the environment of this process.
  private let environment: [String: String]
  /// Whether the process belongs to the first start of its fleet.
  private let isInitial: Bool
  private let logger: Logger
  private let report: @SupervisionActor (ChildStatus) -> Void
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

  /// `report` is called with every change of status.
  nonisolated init(
    _ specification: ChildSpecification, _ settings: Supervisor.Settings, environment: [String: String] = [:], isInitial: Bool = false,
    logger: Logger, report: @escaping @SupervisionActor (ChildStatus) -> Void
  ) {
    (self.specification, self.settings, self.environment, self.isInitial) = (specification, settings, environment, isInitial)
    (self.logger, self.report) = (logger, report)
    log = ChildLog(specification.name, in: settings.state, echo: settings.echo)
    watch = settings.silenceLimit.map(SilenceWatch.init)
    status = ChildStatus(specification, log: log.path, since: SystemTime.seconds)
  }

  nonisolated var name: String { specification.name }

  /// Starts the process and restarts it whenever it ends. Call it once, and again only after the child has failed.
  func start() {
    policy = RestartPolicy()
    change {
      $0.state = .starting; $0.failure = nil
    }
    let first = launch()
    supervision = Task { await supervise(first) }
  }

  /// Sends SIGTERM, and SIGKILL after the time allowed. Returns when the process has ended.
  func stop() async {
    isStopping = true
    restartDelay?.cancel()
    end(.terminate, killAfter: settings.killAfter)
    await ended()
  }

  /// Returns when the process has ended and is not restarted.
  func ended() async { await supervision?.value }

  /// Ends the process as ``stop()`` does and starts it anew, also if it had failed. Returns whether the new one was ready in time.
  func restart() async -> Bool {
    guard !isStopping else { return false }
    if status.state == .failed {
      start()
    } else {
      isRestarting = true
      let old = status.pid
      restartDelay?.cancel()
      end(.terminate, killAfter: settings.killAfter)
      change { $0.isReady = false }
      // The process has a time to finish its requests, and then it is killed.
      guard await waitUntil(within: settings.killAfter + settings.readyLimit, { $0.pid != nil && $0.pid != old }) else { return false }
    }
    return await waitUntilReady(within: settings.readyLimit)
  }

  /// Handles what a process tells; ignores another one than that of this child.
  func handle(_ notification: ServiceNotification, of process: Int32) {
    guard process == status.pid else { return }
    switch notification {
    case .ready:
      guard !status.isReady, !isRestarting else { return }
      watch?.becameReady()
      change { $0.isReady = true }
    case .watchdog: watch?.heard()
    // It may take as long as its settings allow.
    case .stopping: watch?.end()
    case .status: break
    }
  }

  /// Ends the process if it hangs, so that it is restarted. Call it regularly.
  func endIfSilent(at now: SuspendingClock.Instant) {
    guard watch?.isTooLong(at: now) == true, let watched = watch, let pid = status.pid, !isStopping, !isRestarting else { return }
    watch?.end()
    let hang = ProcessTermination.hung(watched.currentLimit, atStart: watched.isStarting)
    self.hang = hang
    logger.error("child hangs; ending it", metadata: ["child": "\(name)", "pid": "\(pid)", "reason": "\(hang)"])
    log.append("\(hang); ended with SIGABRT")
    // The crash report has the stack of the process, which may take a while to write.
    end(.abort, killAfter: .seconds(5))
    change { $0.isReady = false }
  }

  /// Returns whether the process is ready within `limit`: `false` as soon as it is given up, and when the task is cancelled.
  func waitUntilReady(within limit: Duration) async -> Bool { await waitUntil(within: limit, \.isReady) }

  private func waitUntil(within limit: Duration, _ condition: (ChildStatus) -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition(status) {
      guard status.state != .failed, !isStopping, ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(20))) != nil
      else { return false }
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

  private func launch() -> Result<ChildProcess, SystemError> {
    log.startRun()
    isRestarting = false
    do throws(SystemError) {
      let process = try ChildProcess(specification, log: log, environment: environment)
      watch?.start()
      change {
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
      guard let delay = handle(termination, uptime: start.duration(to: .now)) else { return }
      let restartDelay = Task { try await Task.sleep(for: delay) }
      self.restartDelay = restartDelay
      _ = try? await restartDelay.value
      guard !isStopping else { return change { $0.state = .stopped } }
      start = .now
      run = launch()
    }
  }

  /// Handles the end of the process. Returns the time after which it starts again; `nil` if it does not.
  private func handle(_ termination: ProcessTermination, uptime: Duration) -> Duration? {
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
    change {
      $0.pid = nil; $0.isReady = false; $0.lastTermination = reason
      // What a process that hangs wrote last is not why it ended.
      $0.lastLine = hang != nil ? "" : String(decoding: log.lastLine.utf8.prefix(ChildStatus.maximumLine), as: UTF8.self)
    }
    if !wasExpected { writeCrashReport(pid, termination, uptime: uptime) }
    if isStopping {
      change { $0.state = .stopped }
      return nil
    }
    if wasExpected {
      logger.info("child restarts as requested", metadata: ["child": "\(name)"])
      policy = RestartPolicy()
      change { $0.restarts += 1 }
      return .zero
    }
    var metadata: Logger.Metadata = ["child": "\(name)", "ending": "\(reason)", "log": "\(log.path)"]
    switch policy.decide(reason, uptime: uptime, wasReady: wasReady) {
    case .giveUp(let failure):
      metadata["reason"] = "\(failure)"
      logger.error("child failed; not restarting", metadata: metadata)
      change {
        $0.state = .failed; $0.failure = failure
        $0.isFatal = isInitial && wasFirst && failure == .invalidSettings
      }
      return nil
    case .restart(let delay):
      metadata["restart"] = "\(delay)"
      logger.warning("child ended; restarting", metadata: metadata)
      change {
        $0.state = .waiting; $0.restarts += 1
      }
      return delay
    }
  }

  private func writeCrashReport(_ pid: Int32?, _ termination: ProcessTermination, uptime: Duration) {
    guard case .ended(.signaled(let signal)) = termination, let pid else { return }
    let crash = CrashReport(
      time: SystemTime.seconds, process: name, program: specification.program, pid: pid, signal: signal, uptime: uptime, log: log.path,
      lastLines: log.lastLines)
    do {
      let path = try crash.write(in: settings.state)
      logger.error("child crashed", metadata: ["child": "\(name)", "ending": "\(termination)", "report": "\(path)"])
    } catch {
      logger.warning("cannot write a crash report", metadata: ["child": "\(name)", "reason": "\(error.reason)"])
    }
  }

  private func change(_ body: (inout ChildStatus) -> Void) {
    let before = status
    body(&status)
    status.updateSince(after: before, now: SystemTime.seconds)
    report(status)
  }
}

/// A running child process. Its standard input is a pipe that closes when this process ends, for any reason.
struct ChildProcess: Sendable {
  private let process: SpawnedProcess
  private let lifeline, output: Descriptor
  private let log: ChildLog

  var id: Int32 { process.id }

  /// Starts the process, which inherits the environment of this one with some additions.
  init(_ specification: ChildSpecification, log: ChildLog, environment: [String: String]) throws(SystemError) {
    self.log = log
    let (input, output) = (try Pipe(), try Pipe())
    var spawn = Spawn(specification.executable, specification.arguments)
    spawn.additions = environment
    (spawn.input, spawn.output, spawn.errors) = (.descriptor(input.readEnd), .descriptor(output.writeEnd), .descriptor(output.writeEnd))
    // Ctrl-C in the terminal reaches only the supervisor, which stops the children in order.
    spawn.hasOwnGroup = true
    process = try spawn.start()
    (lifeline, self.output) = (input.writeEnd, output.readEnd)
  }

  /// Copies the output of the process to the log, and returns how the process has ended. Uses one sleeping thread.
  func ending() async -> ProcessEnding {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try BackgroundThread.start { [self] in
          var splitter = LineSplitter()
          do throws(SystemError) {
            while case let bytes = try output.read(upTo: 65_536), !bytes.isEmpty {
              bytes.withUnsafeBytes { splitter.append($0) }.forEach(log.append)
            }
          } catch {
            log.append("cannot read further output: \(error.reason)")
          }
          if let line = splitter.finish() { log.append(line) }
          continuation.resume(returning: process.wait())
        }
      } catch {
        log.append("no thread can be started: \(error.reason)")
        Signal.kill.send(to: process.id)
        continuation.resume(returning: process.wait())
      }
    }
  }
}
