import Contracts
import Launch
import MessageBus
import Presentation

/// `holocron doctor`: looks for what is wrong, and says how to mend it.
struct DoctorCommand: Command {
  let name = "doctor"
  let group = CommandGroup.processes
  let summary = "Check everything it needs, and say how to mend what fails"
  let details = [
    "Libraries, folders, programs, bus, workers with their processes, and origin. It starts and changes nothing. A program that runs as you and "
      + "behaves as a worker does cannot be told from one of Holocron's but by its path: look at it. The exit code is 1 when a check fails; warnings leave it at 0."
  ]
  let examples = [Example("holocron doctor", "find out what is wrong")]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    var findings = [Checks.zeromq(VersionCommand.zeromq)]
    findings.append(Checks.configuration(context))
    findings += Checks.folders(context)
    findings += Checks.programs(context.launcher.executables)
    findings += await Checks.bus(context)
    context.show(FindingsReport(findings: findings).document)
    return findings.contains { $0.state == .fail } ? .failure : .success
  }
}
