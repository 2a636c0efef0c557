import Console
import Contracts
import Localization
import MessageBus
import Presentation

/// `holocron doctor`: checks the installation and suggests fixes.
struct DoctorCommand: Command {
  let name = "doctor"
  let group = CommandGroup.processes
  let summary = "Check the installation and suggest fixes"
  let details = [
    "Checks libraries, settings, folders, programs, the bus, workers and their processes, the origin, and reports of crashes. Starts and "
      + "changes nothing. "
      + "Check the paths: another program of yours can attach as a worker, and only its path shows that. The exit code is 1 if a check "
      + "fails; warnings leave it at 0."
  ]
  let examples = [Example("holocron doctor", "find problems")]
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    // At the same time, so that slow starts of programs do not use up the time of the requests.
    async let bus = DoctorChecks.bus(context)
    var findings = [DoctorChecks.zeromq(ZMQ.version)]
    findings.append(await DoctorChecks.configuration(context))
    findings += DoctorChecks.folders(context, bus: arguments[CommonOptions.bus])
    findings += DoctorChecks.programs(context.launcher.executables)
    findings += DoctorChecks.terminal(context.terminal, context.environment)
    findings += await bus
    findings += DoctorChecks.stoppedSupervisor(context)
    findings += DoctorChecks.crashes(context)
    context.show(FindingsReport(findings: findings).document)
    return findings.contains { $0.state == .fail } ? .failure : .success
  }
}
