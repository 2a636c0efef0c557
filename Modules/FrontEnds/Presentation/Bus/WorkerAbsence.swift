package import Contracts
package import Localization
package import OrderedJSON
import Text

/// Why a service has no worker, although the supervisor runs processes for it.
package enum WorkerAbsence: Sendable, Hashable {
  case starting
  case restarting(String)
  /// The supervisor has given the process up.
  case failed(String)
  /// The process was ready, but the bus does not hear from it.
  case silent(String, process: Int)
  /// The fleet stops.
  case stopping

  /// Reads the reason from `fleet`, the supervisor's state. `nil` if it has no process of `service`. Of several processes, one that starts
  /// counts first, since it ends the absence, and one that does not run counts last.
  package init?(of service: ServiceName, in fleet: JSON?) {
    let kind = service.executable.replacing("holocron-", with: "")
    let processes = (fleet?["processes"]?.array ?? []).filter { $0["name"]?.string?.hasPrefix("\(kind)-") == true }
    func hasStopped(_ process: JSON) -> Bool { ["failed", "stopped"].contains(process["state"]?.string) }
    func isReady(_ process: JSON) -> Bool { process["state"]?.string == "running" && process["ready"] == true }
    let running = processes.filter { !hasStopped($0) }
    guard let process = running.first(where: { !isReady($0) }) ?? running.first ?? processes.first else { return nil }
    let name = (process["name"]?.string ?? "").printable
    let state = process["state"]?.string
    if fleet?["stopping"] == true || state == "stopped" {
      self = .stopping
    } else if state == "failed" {
      self = .failed(name)
    } else if isReady(process) {
      self = .silent(name, process: process["pid"]?.int ?? 0)
    } else {
      let restarts = process["restarts"]?.int ?? 0
      self = state == "waiting" || restarts > 0 ? .restarting(name) : .starting
    }
  }

  /// Returns the reason in words; `nil` if the fleet has to be started again.
  package func text(in language: any Language) -> String? {
    switch self {
    case .starting: language.say(.processState("starting"))
    case .restarting(let name): language.say(.restarting(name))
    case .failed(let name): language.say(.processFailed(name))
    case .silent(let name, let process): language.say(.workerIsSilent(name, process: "\(process)"))
    case .stopping: nil
    }
  }
}
