import Console
import Contracts
import Localization
import OrderedJSON
import Platform
import Text

extension WorkerInventory {
  /// The findings about the workers of each service, their origins and the servers of these.
  var findings: [Finding] {
    services.map { service in
      guard service.count > 0 else {
        // Showing and listing records works without a search worker.
        let state: Finding.State = service.name == .search ? .warn : .fail
        if let worker = unresponsive.first(where: { $0.service == service.name }) {
          return Finding(service.name.text, state, "no worker is attached: \(worker.finding)", remedy: worker.remedy)
        }
        // holocron up leaves a running fleet as it is.
        let command = ProcessNames.kinds.first { $0.service == service.name && unwanted.contains($0.service) }?.startCommand
        return Finding(
          service.name.text, state, "no worker is attached", remedy: command ?? "start \(service.name.executable), or run holocron up")
      }
      return finding(service)
    } + services.compactMap(storageWarning) + origins + servers.findings
  }

  /// Returns the first worker's warning about its storage; `nil` if no worker has one.
  private func storageWarning(_ service: Service) -> Finding? {
    guard let (worker, warning) = service.workers.lazy.compactMap({ worker in worker.warning.map { (worker, $0) } }).first else {
      return nil
    }
    let makeWritable =
      "make the folder writable or free disk space, then run holocron restart --all, or holocron down if nothing else is running"
    let stored = StorageWarning(sentence: warning)
    let isHistory =
      switch stored {
      case .inMemory(.history, _), .replaced(.history, _): true
      default: false
      }
    let remedy =
      switch stored {
      case .fullIndex:
        "start the search worker with a larger --index-memory, or remove kinds that you do not search with holocron cache purge"
      case .inMemory: makeWritable
      case .replaced(_, let path): "move or remove \(path)"
      case nil: warning.contains("in memory only") ? makeWritable : "free disk space or make the file writable"
      }
    return Finding(
      isHistory ? "Search history" : service.name == .search ? "Search index" : "Cache", .warn,
      "\(warning) (process \(worker.process))", remedy: remedy)
  }

  private func finding(_ service: Service) -> Finding {
    let check = service.name.text.printable
    let processes = service.workers.map { "\($0.program.map { "\($0.name), " } ?? "")process \($0.process)" }.joined(separator: "; ")
    let workers = Figures.counted(service.count, "worker", "workers") + (processes.isEmpty ? "" : ": \(processes)")
    if !TopSample.services.contains(service.name) {
      return Finding(check, .warn, "\(workers); \(service.name.text.printable) is not a Holocron program")
    }
    if isLocal, let foreign = service.workers.first(where: { $0.program == nil }) {
      return Finding(
        check, .warn, "\(workers); you have no process \(foreign.process) on this host",
        remedy: "a worker with a false process ID is not part of Holocron; check which programs run as your user")
    }
    if isLocal,
      let foreign = service.workers.first(where: { worker in worker.program.map { !service.programs.contains($0.name) } ?? false })
    {
      return Finding(
        check, .warn, "\(workers); \("\(foreign.program?.path ?? "?") is not a Holocron program")",
        remedy: "if you did not start it, stop it: kill \(foreign.process)")
    }
    if let worker = unresponsive.first(where: { $0.service == service.name }) {
      return Finding(check, .warn, "\(workers); \(worker.finding)", remedy: worker.remedy)
    }
    if service.unidentified > 0 {
      return Finding(
        check, .warn,
        "\(workers); \(service.unidentified) of \(service.count) \(service.unidentified == 1 ? "reports no process ID of its own" : "report no process IDs of their own")",
        remedy: "a worker that does not respond is stuck or not part of Holocron; run holocron down, then holocron up")
    }
    return Finding(check, .pass, workers)
  }

  /// Whether all fetchers use the same origin and all other workers hold its records. Empty if no fetcher reports an origin.
  private var origins: [Finding] {
    let used = Set(services.filter { $0.name == .fetch }.flatMap(\.workers).compactMap(\.origin)).sorted()
    guard let first = used.first else { return [] }
    guard used.count == 1 else {
      return [
        Finding(
          "Origins", .fail, "fetchers use different origins: \(used.joined(separator: ", "))",
          remedy: "stop the fetchers of all origins but one; records of different origins must not be mixed")
      ]
    }
    // Stored records belong to the origin they came from.
    for service in services where service.name != .fetch {
      guard let other = service.workers.compactMap(\.origin).first(where: { $0 != first }) else { continue }
      return [
        Finding(
          "Origins", .warn, "fetchers use \(first), but \(service.name.text) holds records from \(other)",
          remedy: "the next fetch corrects this; records from \(other) are kept in case you switch back")
      ]
    }
    let warning = OriginIdentity(first)?.plainHTTPWarning
    return [
      Finding("Origins", warning == nil ? .pass : .warn, warning.map { "all fetchers use \(first); \($0)" } ?? "all fetchers use \(first)")
    ]
  }
}
