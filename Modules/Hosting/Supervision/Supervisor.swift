import Glibc
public import Hosting
public import Logging
public import ServiceLifecycle

/// Keeps a fleet running: starts its processes from back to front, starts again what ends, and stops all from front to back. The fleet's size may be changed
/// while it runs.
public struct Supervisor: Service {
  private let crew: Crew
  /// Says why a process gave up.
  private let refusals: AsyncStream<HostError>
  private let pidFile: PidFile
  private let wish: FleetWish
  private let wishes: AsyncStream<Void>

  /// Takes the lock that there is one supervisor a user; throws ``HostError/Code/unavailable``, naming it, when one runs, or when an executable of the fleet is missing.
  ///
  /// - Parameters:
  ///   - folder: where the executables are.
  ///   - runtimeFolder: where `supervisor.pid` and `supervisor.json` go, and where `supervisor.wish.json` is read.
  ///   - logFolder: where each process has its log file.
  ///   - killAfter: how long a process may take to stop.
  ///   - wishes: says when there is a `supervisor.wish.json`, such as `{"caches":3}`, which changes the fleet's size.
  ///   - echo: gets every line a process writes, with the process's name in front.
  public init(
    _ fleet: Fleet, executablesIn folder: String, runtimeFolder: String, logFolder: String, killAfter: Duration, logger: Logger,
    wishes: AsyncStream<Void> = AsyncStream { $0.finish() }, echo: (@Sendable (String) -> Void)? = nil
  ) throws(HostError) {
    let specifications = fleet.specifications(in: folder)
    for specification in specifications where access(specification.executable, X_OK) != 0 {
      throw HostError(.unavailable, "\(specification.executable) is missing or cannot be run: build all of Holocron with Scripts/build")
    }
    try RuntimeFolder.prepare(runtimeFolder)
    try RuntimeFolder.make(logFolder)
    pidFile = try PidFile("\(runtimeFolder)/supervisor.pid", of: "a supervisor")
    let state = StateFile("\(runtimeFolder)/supervisor.json", fleet: fleet, logs: logFolder, logger: logger)
    let (refusals, refuse) = AsyncStream.makeStream(of: HostError.self)
    self.refusals = refusals
    crew = Crew(fleet, executablesIn: folder, killAfter: killAfter, state: state, logger: logger) { specification in
      let log = ChildLog(specification.name, in: logFolder, echo: echo)
      return Child(specification, log: log, logger: logger) { status in
        await state.update(status)
        if status.state == .failed { refuse.yield(HostError(.usage, "\(status.name) cannot run: \(log.lastLine)")) }
      }
    }
    wish = FleetWish(path: "\(runtimeFolder)/supervisor.wish.json")
    self.wishes = wishes
  }

  /// Runs until told to stop. Throws ``HostError/Code/usage`` with the words of the process when one refuses what it was told.
  public func run() async throws {
    await crew.start()
    let (crew, wish, wishes, refusals) = (crew, wish, wishes, refusals)
    let resizing = Task { for await _ in wishes { await crew.resize(wish) } }
    let refusal = await cancelWhenGracefulShutdown { await refusals.first { _ in true } }
    resizing.cancel()
    await resizing.value
    await crew.stop()
    if let refusal { throw refusal }
  }
}
