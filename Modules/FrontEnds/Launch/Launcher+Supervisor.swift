import Client
import Contracts
public import MessageBus
import OrderedJSON
import Platform

extension Launcher {
  /// Returns the process ID of the running supervisor; `nil` if none is running. Waits, at most until `end`, for one that is stopping or got
  /// SIGKILL: until it has ended, it holds its lock, but keeps nothing running. Calls `onStop` with the process ID before it waits for one that
  /// is stopping, which may take as long as its requests.
  public func runningSupervisor(
    until end: ContinuousClock.Instant, onStop: (Int32) -> Void = { _ in }
  ) async throws(Problem) -> Int32? {
    var announced: Int32?
    while let process = supervisor.holder {
      let isStopping = isStopping(process)
      guard isStopping || ProcessScope.own.isEnding(process) else { return process }
      if isStopping, announced != process {
        onStop(process)
        announced = process
      }
      let instance = ProcessInstance(process)
      repeat {
        guard ContinuousClock.now < end else { throw Self.unfinishedEnd(of: process, isStopping: isStopping) }
        do { try await Task.sleep(for: .milliseconds(10)) } catch { throw .cancelled }
        // One that has released this lock may still hold that of the state folder.
      } while isStopping && instance?.hasEnded == false
    }
    return nil
  }

  private static func unfinishedEnd(of supervisor: Int32, isStopping: Bool) -> Problem {
    let name = "holocron-supervisor (process \(supervisor))"
    guard isStopping else {
      return Problem(
        504, "the deadline passed", detail: "\(name) was killed and has not ended yet; try again", type: ProblemType.deadline)
    }
    return Problem(
      504, "the deadline passed", detail: "\(name) is still finishing its requests; wait, or kill it", type: ProblemType.deadline
    )
  }

  /// Whether the supervisor `process` has begun to stop its fleet.
  public func isStopping(_ process: Int32) -> Bool {
    guard let state = SupervisorState.read(in: runtimeFolder) else { return false }
    return state["pid"]?.int == Int(process) && state["stopping"] == true
  }

  /// Throws if the supervisor `process` does not supervise any more, because it has ended or is stopped by SIGSTOP.
  public func checkSupervisor(_ process: Int32) throws(Problem) {
    guard supervisor.holder == process, !ProcessScope.own.isEnding(process) else {
      throw Problem(503, "the supervisor stopped", type: ProblemType.noBus)
    }
    guard !ProcessScope.own.isStopped(process) else {
      throw Problem(
        503, "the supervisor is stopped",
        detail:
          "holocron-supervisor (process \(process)) was stopped by a signal and restarts no process; continue it: kill -CONT \(process)")
    }
  }

  /// Whether the processes in the state file are those of the running supervisor, not of an earlier one that was killed.
  public var hasCurrentState: Bool {
    guard let holder = supervisor.holder else { return false }
    return SupervisorState.read(in: runtimeFolder)?["pid"]?.int == Int(holder)
  }

  /// Whether the supervisor `process` was killed: one that stops removes its state file.
  public func wasKilled(_ process: Int32) -> Bool {
    supervisor.holder != process && SupervisorState.read(in: runtimeFolder)?["pid"]?.int == Int(process)
  }

  /// The processes of a supervisor that was killed that still run: they finish their requests, then they end by themselves. Empty while a
  /// supervisor runs, which ends those of an earlier one.
  public var orphans: [String] {
    guard supervisor.holder == nil, let state = SupervisorState.read(in: runtimeFolder) else { return [] }
    return (state["processes"]?.array ?? []).compactMap { process in
      guard let name = process["name"]?.string, let id = process["pid"]?.int.flatMap(Int32.init(exactly:)),
        // The kernel may have given the ID to another process.
        let words = RunningProgram.commandLine(of: id), words.contains("--lifeline"),
        words.prefix(2).contains(where: { $0.split(separator: "/").last == "holocron-\(name.prefix { $0 != "-" })" })
      else { return nil }
      return name
    }
  }

  /// Returns the bus of the fleet, running or with processes left, if it is another one than `address`.
  public func busOfOtherFleet(than address: BusAddress) -> String? {
    guard supervisor.holder != nil || !orphans.isEmpty,
      let bus = SupervisorState.read(in: runtimeFolder)?["bus"]?.string, bus != address.requests.description
    else { return nil }
    return bus
  }

  /// Whether the bus at `address` is about to end, because its broker is an orphan.
  public func isEnding(_ address: BusAddress) -> Bool {
    orphans.contains("broker") && SupervisorState.read(in: runtimeFolder)?["bus"]?.string == address.requests.description
  }

  /// Returns whether all processes of a supervisor that was killed have ended by `end`.
  public func waitForOrphans(until end: ContinuousClock.Instant) async throws(Problem) -> Bool {
    while !orphans.isEmpty {
      guard ContinuousClock.now < end else { return false }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
    }
    return true
  }
}
