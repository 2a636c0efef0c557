import Hosting
import Logging

/// The processes of a fleet while they run, in starting order. One task at a time uses it.
actor Crew {
  private let folder: String
  private let killAfter: Duration
  private let state: StateFile
  private let logger: Logger
  private let makeChild: @Sendable (ChildSpecification) -> Child
  private var fleet: Fleet
  private var children: [Child] = []
  /// Processes that are not wanted any more and finish what they hold, by name.
  private var leaving: [String: Task<Void, Never>] = [:]

  /// Executables are in `folder`; a process may take `killAfter` to stop.
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

  /// Starts what is missing, from back to front.
  func start() async {
    let specifications = fleet.specifications(in: folder)
    let order = Dictionary(uniqueKeysWithValues: zip(specifications.map(\.name), 0...))
    for specification in specifications where !children.contains(where: { $0.name == specification.name }) {
      // The one before of that name may not be gone yet.
      await leaving[specification.name]?.value
      let child = makeChild(specification)
      children.append(child)
      children.sort { (order[$0.name] ?? .max) < (order[$1.name] ?? .max) }
      await report()
      await child.start()
    }
    await report()
    logger.info("all processes started", metadata: ["processes": "\(children.count)"])
  }

  /// Starts and stops workers until there are as many as `wish` says. Those with the highest numbers leave; they finish what they hold, which is not
  /// waited for.
  func resize(_ wish: FleetWish) async {
    guard let size = wish.size(from: fleet.size, logger), size != fleet.size else { return }
    logger.info("the fleet changes its size", metadata: ["from": "\(fleet.size.json)", "to": "\(size.json)"])
    fleet.size = size
    let wanted = Set(fleet.specifications(in: folder).map(\.name))
    for child in children where !wanted.contains(child.name) { dismiss(child) }
    children.removeAll { !wanted.contains($0.name) }
    await start()
  }

  private func dismiss(_ child: Child) {
    let killAfter = killAfter
    leaving[child.name] = Task {
      await child.stop(killAfter: killAfter)
      leaving[child.name] = nil
      await report()
    }
  }

  /// From front to back; processes of one kind together. Returns when all are gone.
  func stop() async {
    let kinds = Dictionary(grouping: children.indices, by: { children[$0].executable }).values.sorted(by: { $0[0] > $1[0] })
    for kind in kinds.map({ $0.map { children[$0] } }) {
      await withTaskGroup { group in
        for child in kind { group.addTask { [killAfter] in await child.stop(killAfter: killAfter) } }
      }
    }
    for task in leaving.values { await task.value }
    await state.remove()
  }

  private func report() async { await state.show(fleet.size, children: children.map(\.name) + leaving.keys.sorted()) }
}
