import Hosting
import Logging

/// The running processes of a fleet, in starting order. Not for concurrent use.
actor FleetProcesses {
  private let folder: String
  private let killAfter: Duration
  private let state: StateFile
  private let logger: Logger
  private let makeChild: @Sendable (ChildSpecification) -> Child
  private var fleet: Fleet
  private var children: [Child] = []
  /// Surplus processes that are finishing their in-flight requests, by name.
  private var stopping: [String: Task<Void, Never>] = [:]

  /// Executables are in `folder`; a process is killed if it has not stopped after `killAfter`.
  init(
    _ fleet: Fleet, executablesIn folder: String, killAfter: Duration, state: StateFile, logger: Logger,
    makeChild: @escaping @Sendable (ChildSpecification) -> Child
  ) {
    self.fleet = fleet
    self.folder = folder
    self.killAfter = killAfter
    self.state = state
    self.logger = logger
    self.makeChild = makeChild
  }

  /// Starts the processes that are not running, dependencies first.
  func start() async {
    let specifications = fleet.specifications(in: folder)
    let order = Dictionary(uniqueKeysWithValues: zip(specifications.map(\.name), 0...))
    for specification in specifications where !children.contains(where: { $0.name == specification.name }) {
      // A previous process of that name may still be stopping.
      await stopping[specification.name]?.value
      let child = makeChild(specification)
      children.append(child)
      children.sort { (order[$0.name] ?? .max) < (order[$1.name] ?? .max) }
      await report()
      await child.start()
    }
    await report()
    logger.info("all processes started", metadata: ["processes": "\(children.count)"])
  }

  /// Starts and stops workers to reach the requested size. Workers with the highest numbers stop, without being waited for, after finishing their
  /// in-flight requests.
  func resize(_ request: FleetSizeRequest) async {
    guard let size = request.size(from: fleet.size, logger), size != fleet.size else { return }
    logger.info("resizing the fleet", metadata: ["from": "\(fleet.size)", "to": "\(size)"])
    fleet.size = size
    let names = Set(fleet.specifications(in: folder).map(\.name))
    for child in children where !names.contains(child.name) { retire(child) }
    children.removeAll { !names.contains($0.name) }
    await start()
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
    let kinds = Dictionary(grouping: children.indices, by: { children[$0].executable }).values.sorted(by: { $0[0] > $1[0] })
    for kind in kinds.map({ $0.map { children[$0] } }) {
      await withTaskGroup { group in
        for child in kind { group.addTask { [killAfter] in await child.stop(killAfter: killAfter) } }
      }
    }
    for task in stopping.values { await task.value }
    await state.remove()
  }

  private func report() async { await state.updateFleet(fleet.size, children: children.map(\.name) + stopping.keys.sorted()) }
}
