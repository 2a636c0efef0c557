import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Text

/// A worker of the running supervisor whose process runs, although the bus hears nothing from it: it hangs, or somebody has stopped it
/// (SIGSTOP). The supervisor restarts it some time later, unless its watchdog is off.
struct UnresponsiveWorker: Sendable, Hashable {
  let service: ServiceName
  /// The name in the fleet: `cache-1`.
  let name: String
  let process: Int32
  let isStopped: Bool

  /// `cache-1 (process 4711) does not respond`
  var finding: String { isStopped ? "\(name) (process \(process)) is stopped" : "\(name) (process \(process)) does not respond" }

  /// `run holocron restart cache-1`
  var remedy: String {
    isStopped ? "continue it with kill -CONT \(process), or run holocron restart \(name)" : "run holocron restart \(name)"
  }

  /// Returns the workers in `state`, a state file, that the bus does not hear from. A worker that is attached, but has not answered, may be
  /// busy: it counts only if its process is stopped.
  ///
  /// - Parameters:
  ///   - attached: the number of workers of a service according to the broker.
  ///   - answering: the process IDs of the workers of a service that have answered; `nil` if nobody has asked them.
  static func all(
    in state: JSON?, attached: (ServiceName) -> Int, answering: (ServiceName) -> Set<Int>?,
    isStopped: (Int32) -> Bool = { ProcessScope.own.isStopped($0) }
  ) -> [UnresponsiveWorker] {
    ProcessNames.kinds.flatMap { kind -> [UnresponsiveWorker] in
      let ready = (state?["processes"]?.array ?? []).compactMap { process -> (name: String, process: Int32)? in
        guard let name = process["name"]?.string, name.hasPrefix("\(kind.name)-"), process["state"] == "running",
          process["ready"] == true, let id = process["pid"]?.int.flatMap({ Int32(exactly: $0) }), id > 1
        else { return nil }
        return (name.printable, id)
      }
      let answering = answering(kind.service)
      let isMissing = answering != nil && attached(kind.service) < ready.count
      return ready.compactMap { name, process in
        guard answering?.contains(Int(process)) != true else { return nil }
        let isStopped = isStopped(process)
        return isMissing || isStopped
          ? UnresponsiveWorker(service: kind.service, name: name, process: process, isStopped: isStopped) : nil
      }
    }
  }
}
