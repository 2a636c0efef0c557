import Hosting
import Logging
import MessageBus
import OrderedJSON
import Platform
import Text

/// The running processes of a fleet, in starting order, and the file that tells other processes of them: `supervisor.json` beside the PID file of
/// the supervisor, rewritten on every change. Not for concurrent use.
///
///     {"pid":…,"since":…,"bus":"ipc://…","origin":"http://…","logs":"folder","fleet":{"caches":1,…},
///      "request":null,"processes":[{"name":…,"state":…,"pid":…,"restarts":…,"since":…}]}
///
/// Times are in seconds since 1970. `request` is the last request and its progress. `"stopping":true` is added when the fleet begins to stop. The
/// file is replaced atomically. If that fails, as on a full disk, ``restoreFile()`` tries again.
@SupervisionActor final class FleetProcesses {
  private let settings: Supervisor.Settings
  private let environment: [String: String]
  private let logger: Logger
  private let fail: @Sendable (HostError) -> Void
  private var fleet: Fleet
  private var children: [Child] = []
  /// Whether the first start is over.
  private(set) var hasStarted = false
  /// Surplus processes that are finishing their in-flight requests.
  private var stopping: [Child] = []

  private let since = SystemTime.seconds
  /// The answer to the last request.
  private var lastAnswer = JSON.null
  /// Whether the fleet is stopping, so that commands do not take it for a running one.
  private var isStopping = false
  private var lastSummary = ""
  /// Whether the last change could not be written.
  private var isOutdated = false
  private var isRemoved = false

  /// - Parameters:
  ///   - environment: variables that the processes get besides those of this one.
  ///   - fail: called with the error of a process for which the fleet cannot start, because its settings are invalid.
  nonisolated init(
    _ fleet: Fleet, _ settings: Supervisor.Settings, environment: [String: String] = [:], logger: Logger,
    fail: @escaping @Sendable (HostError) -> Void = { _ in }
  ) {
    (self.fleet, self.settings, self.environment, self.logger, self.fail) = (fleet, settings, environment, logger, fail)
  }

  /// Starts the processes that are not running, dependencies first. When the task is cancelled, starts no more: all are about to stop. Returns
  /// whether all processes were started.
  func start() async -> Bool {
    defer { hasStarted = true }
    let specifications = fleet.specifications(in: settings.executables)
    let order = Dictionary(uniqueKeysWithValues: zip(specifications.map(\.name), 0...))
    for specification in specifications where !children.contains(where: { $0.name == specification.name }) {
      // A previous process of that name may still be stopping.
      while let previous = stopping.first(where: { $0.name == specification.name }) {
        await previous.ended()
        stopping.removeAll { $0 === previous }
      }
      guard !Task.isCancelled else { return false }
      let child = makeChild(specification)
      children.append(child)
      children.sort { (order[$0.name] ?? .max) < (order[$1.name] ?? .max) }
      child.start()
    }
    write()
    logger.info("all processes started", metadata: ["processes": "\(children.count)"])
    return true
  }

  private func makeChild(_ specification: ChildSpecification) -> Child {
    Child(specification, settings, environment: environment, isInitial: !hasStarted, logger: logger) { [weak self, fail] status in
      self?.write()
      if status.isFatal { fail(HostError(.usage, "\(status.name) failed: \(status.lastLine)")) }
    }
  }

  /// Returns when all processes are ready, when one has been given up, or when the task is cancelled.
  func waitUntilReady() async {
    for child in children { _ = await child.waitUntilReady(within: .seconds(86_400)) }
  }

  /// Does what the file requests, and answers in the state file.
  func perform(_ file: String) async {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(file, upTo: 16 << 10, followsLink: false) } catch {
      return logger.warning("cannot read the request", metadata: ["path": "\(file)", "reason": "\(error.reason)"])
    }
    let document = try? JSON(parsing: bytes)
    guard let request = document.flatMap({ FleetRequest($0, size: fleet.size) }) else {
      logger.warning("invalid request", metadata: ["request": "\(String(decoding: bytes, as: UTF8.self))"])
      // The sender waits for an answer.
      if let id = document.flatMap({ FleetRequest.id(in: $0) }) {
        answer(id, "failed", "the supervisor cannot read the request")
      }
      return
    }
    answer(request.id, "working")
    switch request.work {
    case .resize(let size):
      let isDone = await resize(to: size)
      answer(request.id, isDone ? "done" : "failed", isDone ? "" : "the fleet stopped before all processes were started")
    case .restart(let names): await restart(names, request.id)
    }
  }

  /// Starts and stops workers to reach the requested size. Workers with the highest numbers stop, without being waited for, after finishing their
  /// in-flight requests. Returns whether all processes were started.
  private func resize(to size: FleetSize) async -> Bool {
    guard size != fleet.size else { return true }
    logger.info("resizing the fleet", metadata: ["from": "\(fleet.size)", "to": "\(size)"])
    fleet.size = size
    let names = Set(fleet.specifications(in: settings.executables).map(\.name))
    for child in children where !names.contains(child.name) {
      stopping.append(child)
      Task {
        await child.stop()
        stopping.removeAll { $0 === child }
        write()
      }
    }
    children.removeAll { !names.contains($0.name) }
    return await start()
  }

  /// Restarts processes in starting order, one after the other: the next one stops when the new one is ready. Stops at the first failure, so that
  /// the rest keeps running.
  private func restart(_ names: Set<String>?, _ request: String?) async {
    let chosen = children.filter { names?.contains($0.name) ?? true }
    for (index, child) in chosen.enumerated() {
      let step: JSON.Object = ["process": .string(child.name), "step": .number(index + 1), "steps": .number(chosen.count)]
      answer(request, "working", "restarting \(child.name) (\(index + 1) of \(chosen.count))", step)
      logger.info("restarting a child as requested", metadata: ["child": "\(child.name)"])
      guard await !child.restart() else { continue }
      let rest = chosen.dropFirst(index + 1).map(\.name).joined(separator: ", ")
      let reason =
        switch child.status.failure {
        case let failure?: "\(child.name) failed after its restart: \(failure)"
        case nil where Task.isCancelled: "the fleet stopped before \(child.name) was ready"
        case nil: "\(child.name) was not ready within \(DurationText.format(settings.readyLimit)) after its restart"
        }
      logger.error("restart failed", metadata: ["child": "\(child.name)", "reason": "\(reason)", "not restarted": "\(rest)"])
      return answer(request, "failed", reason + (rest.isEmpty ? "" : "; not restarted: \(rest)"))
    }
    answer(request, "done", chosen.map(\.name).joined(separator: ", "))
  }

  /// Passes on the message of a process.
  func handle(_ message: NotificationReceiver.Message) {
    for child in children {
      for notification in message.notifications { child.handle(notification, of: message.process) }
    }
  }

  /// Ends the processes that hang, so that they are restarted. Call it regularly.
  func endSilent(at now: SuspendingClock.Instant) {
    for child in children { child.endIfSilent(at: now) }
  }

  /// Stops all processes in reverse order, those of one kind concurrently. Returns when all have ended.
  func stop() async {
    let kinds = Dictionary(grouping: children.indices, by: { children[$0].specification.executable }).values.sorted(by: { $0[0] > $1[0] })
    for kind in kinds.map({ $0.map { children[$0] } }) {
      await withTaskGroup { group in
        for child in kind { group.addTask { await child.stop() } }
      }
    }
    for child in stopping { await child.ended() }
    removeFile()
  }

  /// Returns as soon as it is its turn.
  func respond() {}

  // MARK: The file

  /// Writes the file before any process runs. Throws ``HostErrorCode/unavailable`` if that fails: nothing could be learnt about the fleet.
  func createFile() throws(HostError) {
    // Twice, because each later change needs space for a second copy beside the first.
    for _ in 1...2 {
      do { try replaceFile() } catch {
        removeFile()
        throw HostError(.unavailable, "cannot write \(settings.stateFile): \(error.reason)", cause: error)
      }
    }
  }

  /// Writes the file again if it could not be written or was removed by another process. Call it regularly.
  func restoreFile() { if !isRemoved, isOutdated || !FileSystem.exists(settings.stateFile) { write() } }

  private func removeFile() {
    isRemoved = true
    FileSystem.remove(settings.stateFile)
  }

  /// Records that the fleet is stopping.
  func beginStop() {
    isStopping = true
    write()
  }

  /// Tells what has become of the request with this ID: a state (`working`, `done` or `failed`), what is being done or why it failed, for people,
  /// and `members` such as `{"process":"cache-1","step":1,"steps":6}`.
  private func answer(_ id: String?, _ state: String, _ detail: String = "", _ members: JSON.Object = [:]) {
    let own: [(String, JSON)] = [("id", id.map { .string($0) } ?? .null), ("state", .string(state)), ("detail", .string(detail))]
    lastAnswer = .object(JSON.Object(own + members.map { ($0.name, $0.value) }))
    write()
  }

  /// The statuses of all processes, including those that are still stopping.
  private var processes: [ChildStatus] { (children + stopping).map(\.status) }

  /// `6 processes running`, or `5 of 6 processes running; cache-1 waiting`.
  private var summary: String {
    let (all, others) = (processes.count, processes.filter { $0.state != .running })
    let noun = all == 1 ? "process" : "processes"
    guard !others.isEmpty else { return "\(all) \(noun) running" }
    let names = others.map { "\($0.name) \($0.state.rawValue)" }.joined(separator: ", ")
    return "\(all - others.count) of \(all) \(noun) running; \(names)"
  }

  private func write() {
    let summary = summary
    if summary != lastSummary { settings.reportStatus(summary) }
    lastSummary = summary
    guard !isRemoved else { return }
    do {
      try replaceFile()
      if isOutdated { logger.notice("state file is written again", metadata: ["path": "\(settings.stateFile)"]) }
      isOutdated = false
    } catch {
      if !isOutdated {
        logger.warning("cannot write state file", metadata: ["path": "\(settings.stateFile)", "reason": "\(error.reason)"])
      }
      isOutdated = true
    }
  }

  private func replaceFile() throws(SystemError) {
    var document: JSON.Object = [
      "pid": .number(OwnProcess.id), "since": .number(since), "bus": .string(fleet.bus.requests.description),
      "origin": .string(fleet.origin.url), "logs": .string(settings.state), "fleet": fleet.size.json, "request": lastAnswer,
      "processes": .array(processes.map(\.json)),
    ]
    if isStopping { document["stopping"] = true }
    try RegularFile.replace(settings.stateFile, with: JSON.object(document).bytes(.indented) + [UInt8(ascii: "\n")])
  }
}
