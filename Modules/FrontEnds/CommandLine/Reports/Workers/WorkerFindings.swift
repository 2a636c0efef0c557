import Contracts
import Launch
import OrderedJSON
import TerminalText

extension WorkerCensus {
  /// Who offers each service, and whether that is what one would expect.
  var findings: [Finding] {
    services.map { service in
      guard service.count > 0 else {
        // Without search records can still be shown and listed.
        let state: Finding.State = service.name == .search ? .warn : .fail
        return Finding(
          service.name.text, state, "no worker is attached",
          remedy: "start one with \(service.name.executable), or all with holocron up")
      }
      return finding(service)
    } + services.compactMap(losses) + origins
  }

  /// What a worker cannot keep, though it answers. Nothing where no worker says so.
  private func losses(_ service: Service) -> Finding? {
    guard let (worker, warning) = service.workers.lazy.compactMap({ worker in worker.warning.map { (worker, $0) } }).first else {
      return nil
    }
    return Finding(
      "Search index", .warn, "\(warning.printable) (process \(worker.process))",
      remedy: "make room on the disk, or the file writable; the index is then stored again by itself")
  }

  private func finding(_ service: Service) -> Finding {
    let count = service.count == 1 ? "1 worker" : "\(service.count) workers"
    let named = service.workers.map { worker in
      "\(worker.program.map { "\($0.name), " } ?? "")process \(worker.process)"
    }
    let message = named.isEmpty ? count : "\(count): \(named.joined(separator: "; "))"
    if isLocal, let stranger = service.workers.first(where: { $0.program == nil }) {
      return Finding(
        service.name.text, .warn, "\(message); no process \(stranger.process) of yours runs here",
        remedy: "a worker that names a process which is not its own is none of Holocron's: see who runs programs as you")
    }
    if isLocal,
      let stranger = service.workers.first(where: { worker in worker.program.map { !service.programs.contains($0.name) } ?? false })
    {
      return Finding(
        service.name.text, .warn, "\(message); \(stranger.program?.path ?? "?") is not a program of Holocron",
        remedy: "where you did not start it, stop it: kill \(stranger.process)")
    }
    if service.unnamed > 0 {
      return Finding(
        service.name.text, .warn, "\(message); \(service.unnamed) of \(service.count) name no process of their own",
        remedy: "a worker that does not answer is stuck, or none of Holocron's: holocron down, then holocron up")
    }
    return Finding(service.name.text, .pass, message)
  }

  /// Whether all who look things up, and what they found, agree about the origin. Nothing where nobody names one.
  private var origins: [Finding] {
    let asked = Set(services.filter { $0.name == .fetch }.flatMap(\.workers).compactMap(\.origin)).sorted()
    guard let first = asked.first else { return [] }
    guard asked.count == 1 else {
      return [
        Finding(
          "Origins", .fail, "fetchers of different origins are attached: \(asked.joined(separator: ", "))",
          remedy: "stop the fetchers of all but one: one origin's facts must not be mixed with another's")
      ]
    }
    // What is kept belongs to the origin that said it.
    for service in services where service.name != .fetch {
      guard let other = service.workers.compactMap(\.origin).first(where: { $0 != first }) else { continue }
      return [
        Finding(
          "Origins", .warn, "fetchers ask \(first), and \(service.name) holds what \(other) said",
          remedy: "the next answer of a fetcher changes that; what \(other) said is kept for going back")
      ]
    }
    return [Finding("Origins", .pass, "all fetchers ask \(first)")]
  }
}
