import Contracts
import Launch
import Localization
import OrderedJSON
import Platform
import TerminalText

extension WorkerInventory {
  /// The findings about the workers of each service, their origins and the servers of these.
  var findings: [Finding] {
    services.map { service in
      guard service.count > 0 else {
        // Showing and listing records works without a search worker.
        let state: Finding.State = service.name == .search ? .warn : .fail
        if let worker = unresponsive.first(where: { $0.service == service.name }) {
          return Finding(.named(service.name.text), state, .because(.noWorker, worker.finding), remedy: worker.remedy)
        }
        // holocron up leaves a running fleet as it is.
        let command = ProcessNames.kinds.first { $0.service == service.name && unwanted.contains($0.service) }?.startCommand
        return Finding(
          .named(service.name.text), state, .noWorker, remedy: command.map(RemedyPhrase.shell) ?? .startWorker(service.name.executable))
      }
      return finding(service)
    } + services.compactMap(storageWarning) + origins + servers.findings
  }

  /// Returns the first worker's warning about its storage; `nil` if no worker has one.
  private func storageWarning(_ service: Service) -> Finding? {
    guard let (worker, warning) = service.workers.lazy.compactMap({ worker in worker.warning.map { (worker, $0) } }).first else {
      return nil
    }
    let remedy: RemedyPhrase =
      switch StorageWarning(sentence: warning) {
      case .fullIndex: .largerIndex
      case .inMemory: .makeWritableAndRestart
      case .replaced(_, let path): .moveOrRemove(path)
      case nil: warning.contains("in memory only") ? .makeWritableAndRestart : .makeWritable
      }
    return Finding(
      service.name == .search ? .searchIndex : .cache, .warn,
      .warning(DoctorPhrase(storageWarning: warning), process: worker.process), remedy: remedy)
  }

  private func finding(_ service: Service) -> Finding {
    let check = CheckPhrase.named(service.name.text.printable)
    let workers = DoctorPhrase.workers(
      service.count, service.workers.map { .process(program: $0.program?.name, $0.process) })
    if !TopSample.services.contains(service.name) {
      return Finding(check, .warn, .both(workers, .foreignProgram(service.name.text.printable)))
    }
    if isLocal, let foreign = service.workers.first(where: { $0.program == nil }) {
      return Finding(
        check, .warn, .both(workers, .noSuchProcess(foreign.process)), remedy: .checkPrograms)
    }
    if isLocal,
      let foreign = service.workers.first(where: { worker in worker.program.map { !service.programs.contains($0.name) } ?? false })
    {
      return Finding(
        check, .warn, .both(workers, .foreignProgram(foreign.program?.path ?? "?")), remedy: .stopForeign(foreign.process))
    }
    if let worker = unresponsive.first(where: { $0.service == service.name }) {
      return Finding(check, .warn, .both(workers, worker.finding), remedy: worker.remedy)
    }
    if service.unidentified > 0 {
      return Finding(
        check, .warn, .both(workers, .unidentified(service.unidentified, of: service.count)), remedy: .restartStuck)
    }
    return Finding(check, .pass, workers)
  }

  /// Whether all fetchers use the same origin and all other workers hold its records. Empty if no fetcher reports an origin.
  private var origins: [Finding] {
    let used = Set(services.filter { $0.name == .fetch }.flatMap(\.workers).compactMap(\.origin)).sorted()
    guard let first = used.first else { return [] }
    guard used.count == 1 else {
      return [Finding(.origins, .fail, .differentOrigins(used.joined(separator: ", ")), remedy: .oneOrigin)]
    }
    // Stored records belong to the origin they came from.
    for service in services where service.name != .fetch {
      guard let other = service.workers.compactMap(\.origin).first(where: { $0 != first }) else { continue }
      return [
        Finding(
          .origins, .warn, .otherRecords(origin: first, service: service.name.text, other: other), remedy: .nextFetch(kept: other))
      ]
    }
    let warning = OriginIdentity(first)?.plainHTTPWarning
    return [Finding(.origins, warning == nil ? .pass : .warn, warning.map { .both(.sameOrigin(first), .text($0)) } ?? .sameOrigin(first))]
  }
}
