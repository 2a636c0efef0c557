import Hosting
import Logging
import OrderedJSON
import Platform
import Text

/// The running processes of a fleet, in starting order. Not for concurrent use.
actor FleetProcesses {
  private let folder: String
  private let killAfter: Duration
  private let readyLimit: Duration
  private let state: StateFile
  private let logger: Logger
  private let makeChild: @Sendable (ChildSpecification, _ isInitial: Bool) -> Child
  private var fleet: Fleet
  private var children: [Child] = []
  /// Whether the first start is over.
  private(set) var hasStarted = false
  /// Surplus processes that are finishing their in-flight requests, by name.
  private var stopping: [String: Task<Void, Never>] = [:]

  /// Executables are in `folder`; a process is killed if it has not stopped after `killAfter`, and a restart fails if the new process is not
  /// ready within `readyLimit`.
  init(
    _ fleet: Fleet, executablesIn folder: String, killAfter: Duration, readyLimit: Duration, state: StateFile, logger: Logger,
    makeChild: @escaping @Sendable (ChildSpecification, _ isInitial: Bool) -> Child
  ) {
    self.fleet = fleet
    self.folder = folder
    self.killAfter = killAfter
    self.readyLimit = readyLimit
    self.state = state
    self.logger = logger
    self.makeChild = makeChild
  }

  /// Starts the processes that are not running, dependencies first. When the task is cancelled, starts no more: all are about to stop. Returns
  /// whether all processes were started.
  func start() async -> Bool {
    defer { hasStarted = true }
    let specifications = fleet.specifications(in: folder)
    let order = Dictionary(uniqueKeysWithValues: zip(specifications.map(\.name), 0...))
    for specification in specifications where !children.contains(where: { $0.name == specification.name }) {
      // A previous process of that name may still be stopping.
      await stopping[specification.name]?.value
      guard !Task.isCancelled else { return false }
      let child = makeChild(specification, !hasStarted)
      children.append(child)
      children.sort { (order[$0.name] ?? .max) < (order[$1.name] ?? .max) }
      await report()
      await child.start()
    }
    await report()
    logger.info("all processes started", metadata: ["processes": "\(children.count)"])
    return true
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
        await state.answer(id, "failed", "the supervisor cannot read the request")
      }
      return
    }
    await state.answer(request.id, "working")
    switch request.work {
    case .resize(let size):
      let isDone = await resize(to: size)
      await state.answer(request.id, isDone ? "done" : "failed", isDone ? "" : "the fleet stopped before all processes were started")
    case .restart(let names): await restart(names, request.id)
    }
  }

  /// Starts and stops workers to reach the requested size. Workers with the highest numbers stop, without being waited for, after finishing their
  /// in-flight requests. Returns whether all processes were started.
  private func resize(to size: FleetSize) async -> Bool {
    guard size != fleet.size else { return true }
    logger.info("resizing the fleet", metadata: ["from": "\(fleet.size)", "to": "\(size)"])
    fleet.size = size
    let names = Set(fleet.specifications(in: folder).map(\.name))
    for child in children where !names.contains(child.name) { retire(child) }
    children.removeAll { !names.contains($0.name) }
    return await start()
  }

  /// Restarts processes in starting order, one after the other: the next one stops when the new one is ready. Stops at the first failure, so that
  /// the rest keeps running.
  private func restart(_ names: Set<String>?, _ request: String?) async {
    let chosen = children.filter { names?.contains($0.name) ?? true }
    for (index, child) in chosen.enumerated() {
      let step: JSON.Object = ["process": .string(child.name), "step": .number(index + 1), "steps": .number(chosen.count)]
      await state.answer(request, "working", "restarting \(child.name) (\(index + 1) of \(chosen.count))", step)
      logger.info("restarting a child as requested", metadata: ["child": "\(child.name)"])
      guard await !child.restart(killAfter: killAfter, readyWithin: readyLimit) else { continue }
      let rest = chosen.dropFirst(index + 1).map(\.name).joined(separator: ", ")
      let reason =
        switch await child.failure {
        case let failure?: "\(child.name) failed after its restart: \(failure)"
        case nil where Task.isCancelled: "the fleet stopped before \(child.name) was ready"
        case nil: "\(child.name) was not ready within \(DurationText.format(readyLimit)) after its restart"
        }
      logger.error("restart failed", metadata: ["child": "\(child.name)", "reason": "\(reason)", "not restarted": "\(rest)"])
      return await state.answer(request, "failed", reason + (rest.isEmpty ? "" : "; not restarted: \(rest)"))
    }
    await state.answer(request, "done", chosen.map(\.name).joined(separator: ", "))
  }

  /// Passes on the message of a process.
  func handle(_ message: NotificationReceiver.Message) async {
    for child in children {
      for notification in message.notifications { await child.handle(notification, of: message.process) }
    }
  }

  /// Ends the processes that hang, so that they are restarted. Call it regularly.
  func endSilent(at now: SuspendingClock.Instant) async {
    for child in children { await child.endIfSilent(at: now) }
  }

  private func retire(_ child: Child) {
    let killAfter = killAfter
    stopping[child.name] = Task {
      await child.stop(killAfter: killAfter)
      stopping[child.name] = nil
      await report()
    }
  }

  /// Stops all processes in reverse order, those of one kind concurrently. Returns when all have ended.
  func stop() async {
    let kinds = Dictionary(grouping: children.indices, by: { children[$0].specification.executable }).values.sorted(by: { $0[0] > $1[0] })
    for kind in kinds.map({ $0.map { children[$0] } }) {
      await withTaskGroup { group in
        for child in kind { group.addTask { [killAfter] in await child.stop(killAfter: killAfter) } }
      }
    }
    for task in stopping.values { await task.value }
    await state.remove()
  }

  /// Returns as soon as it is its turn.
  func answer() {}

  private func report() async { await state.updateFleet(fleet.size, children: children.map(\.name) + stopping.keys.sorted()) }
}
