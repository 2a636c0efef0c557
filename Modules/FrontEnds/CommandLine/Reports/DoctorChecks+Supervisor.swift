import Console
import Localization
import MessageBus
import OrderedJSON
import Platform
import Text

extension DoctorChecks {
  /// Warns about a supervisor that is stopped, as by SIGSTOP. Empty if it is not, or if no supervisor is running.
  static func stoppedSupervisor(_ context: Context) -> [Finding] {
    guard let process = context.launcher.supervisor.holder, ProcessScope.own.isStopped(process) else { return [] }
    return [
      Finding(
        "Supervisor", .warn, "holocron-supervisor, process \(process), is stopped and restarts no process",
        remedy: "continue it: kill -CONT \(process)")
    ]
  }

  /// Returns why a process of the running supervisor keeps ending. Empty if none does, if no supervisor is running, or if it supervises
  /// another bus. Call it if something is missing: a process that runs again may have an error in the last line of its log, too.
  static func repeatedFailure(_ context: Context) -> [Finding] {
    let folder = context.launcher.runtimeFolder
    let supervisor = context.launcher.supervisor.holder
    guard supervisor != nil,
      SupervisorState.read(in: folder)?["bus"]?.string == context.address.requests.description,
      let failure = SupervisorState.failure(in: folder, of: supervisor)
    else { return [] }
    return [
      Finding(
        "Supervisor", .fail, "\(failure.sentence) (log: \(failure.log))",
        remedy: failure.isFinal
          ? "correct the cause, then run holocron restart \(failure.process)" : "correct the cause; the supervisor tries again")
    ]
  }
}
