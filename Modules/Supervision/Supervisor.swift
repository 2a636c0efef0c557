import Glibc
public import Hosting
public import Logging
public import ServiceLifecycle

/// Keeps a fleet running: starts its processes from back to front, starts again what ends, and stops all from front to back.
public struct Supervisor: Service {
  private let children: [Child]
  /// Says why a process gave up.
  private let refusals: AsyncStream<HostError>
  private let state: StateFile
  private let pidFile: PidFile
  private let killAfter: Duration
  private let logger: Logger

  /// Takes the lock that there is one supervisor a user; throws ``HostError/Code/unavailable``, naming it, when one runs, or when an executable of the fleet is missing.
  ///
  /// - Parameters:
  ///   - folder: where the executables are.
  ///   - runtimeFolder: where `supervisor.pid` and `supervisor.json` go.
  ///   - logFolder: where each process has its log file.
  ///   - killAfter: how long a process may take to stop.
  ///   - echo: gets every line a process writes, with the process's name in front.
  public init(
    _ fleet: Fleet, executablesIn folder: String, runtimeFolder: String, logFolder: String, killAfter: Duration, logger: Logger,
    echo: (@Sendable (String) -> Void)? = nil
  ) throws(HostError) {
    let specifications = fleet.specifications(in: folder)
    for specification in specifications where access(specification.executable, X_OK) != 0 {
      throw HostError(.unavailable, "\(specification.executable) is missing or cannot be run: build all of Holocron with Scripts/build")
    }
    try RuntimeFolder.prepare(runtimeFolder)
    try RuntimeFolder.make(logFolder)
    pidFile = try PidFile("\(runtimeFolder)/supervisor.pid", of: "a supervisor")
    let state = StateFile(
      "\(runtimeFolder)/supervisor.json", fleet: fleet, logs: logFolder, children: specifications.map(\.name), logger: logger)
    self.state = state
    let (refusals, refuse) = AsyncStream.makeStream(of: HostError.self)
    self.refusals = refusals
    children = specifications.map { specification in
      let log = ChildLog(specification.name, in: logFolder, echo: echo)
      return Child(specification, log: log, logger: logger) { status in
        await state.update(status)
        if status.state == .failed { refuse.yield(HostError(.usage, "\(status.name) cannot run: \(log.lastLine)")) }
      }
    }
    self.killAfter = killAfter
    self.logger = logger
  }

  /// Runs until told to stop. Throws ``HostError/Code/usage`` with the words of the process when one refuses what it was told.
  public func run() async throws {
    for child in children { await child.start() }
    logger.info("all processes started", metadata: ["processes": "\(children.count)"])
    let refusals = refusals
    let refusal = await cancelWhenGracefulShutdown { await refusals.first { _ in true } }
    await stop()
    if let refusal { throw refusal }
  }

  /// From front to back; processes of one kind together.
  private func stop() async {
    for kind in Dictionary(grouping: children.indices, by: { children[$0].executable }).values.sorted(by: { $0[0] > $1[0] }) {
      await withTaskGroup { group in
        for index in kind { group.addTask { await children[index].stop(killAfter: killAfter) } }
      }
    }
    await state.remove()
  }
}
