import Client
import Contracts
import Launch
import OrderedJSON
import Presentation
import TerminalText

/// The processes behind the workers of the services: what the broker counts, beside what workers say of themselves and what the kernel says of
/// the processes they name.
///
/// A worker may lie about its process. What it cannot do is to be left out of the broker's count: one that names no process, or that of another
/// worker, shows as a worker without a process. A program that runs as the same user and behaves in every way as a worker of ours, from an
/// executable of the same name, cannot be told from one; its path is shown.
struct WorkerCensus: Sendable {
  struct Worker: Sendable, Hashable {
    let process: Int
    /// `nil` where the process is not one of this host and user.
    let program: RunningProgram?
    /// Where a fetcher looks things up, as it says.
    let origin: String?
    /// What the worker says is wrong with what it keeps.
    var warning: String?
  }

  struct Service: Sendable, Hashable {
    let name: ServiceName
    /// How many the broker counts.
    let count: Int
    /// Those that named themselves, by process.
    let workers: [Worker]

    /// Workers that name no process, or one that another worker has named.
    var unnamed: Int { max(0, count - workers.count) }

    /// Programs that may offer it.
    var programs: [String] { [name.executable, "holocron-node"] }
  }

  let services: [Service]
  /// The workers are processes of this host: the bus is a socket file.
  let isLocal: Bool
  /// What one worker of each service has counted.
  let counted: [ServiceName: JSON]

  init(services: [Service], isLocal: Bool, counted: [ServiceName: JSON] = [:]) {
    self.services = services
    self.isLocal = isLocal
    self.counted = counted
  }

  /// Asks all workers of all services at once. `program` tells what a process runs.
  init(
    asking repository: some Repository, _ attached: Attached, isLocal: Bool,
    program: @Sendable (Int) -> RunningProgram? = { RunningProgram(of: $0) }
  ) async {
    let answers = await withTaskGroup(of: (ServiceName, [JSON]).self) { group in
      for service in TopSample.counted where attached.offers(service) {
        group.addTask { (service, await repository.statistics(of: service, attached.workers(service))) }
      }
      var answers: [ServiceName: [JSON]] = [:]
      for await (service, statistics) in group { answers[service] = statistics }
      return answers
    }
    services = TopSample.counted.map { service in
      let workers = (answers[service] ?? []).compactMap { statistics -> Worker? in
        guard let process = statistics["pid"]?.int else { return nil }
        return Worker(
          process: process, program: isLocal ? program(process) : nil, origin: statistics["origin"]?.string,
          warning: statistics["warning"]?.string)
      }
      return Service(name: service, count: attached.workers(service), workers: workers)
    }
    counted = answers.compactMapValues(\.first)
    self.isLocal = isLocal
  }

  /// `[{"service":"holocron.cache","workers":2,"processes":[{"pid":4711,"executable":"/usr/bin/holocron-cache"}]}]`
  var json: JSON {
    .array(
      services.map { service in
        let processes = service.workers.map { worker in
          JSON.object(["pid": .number(worker.process), "executable": worker.program.map { .string($0.path) } ?? .null])
        }
        return ["service": .string(service.name.text), "workers": .number(service.count), "processes": .array(processes)]
      })
  }

  /// One row a worker.
  var table: Table? {
    let rows = services.flatMap { service in
      service.workers.map { worker in
        [
          StyledText(service.name.text, .accent), StyledText(String(worker.process)),
          StyledText(worker.program?.path ?? "—", worker.program.map { service.programs.contains($0.name) } ?? !isLocal ? .text : .caution),
        ]
      }
        + (service.unnamed > 0
          ? [[StyledText(service.name.text, .accent), StyledText("?", .caution), StyledText(unnamed(service), .caution)]] : [])
    }
    guard !rows.isEmpty else { return nil }
    return Table(
      [.init("service", expendability: 0), .init("process", .trailing), .init("program", expendability: 2, minimum: 12)], rows: rows)
  }

  private func unnamed(_ service: Service) -> String {
    service.unnamed == 1 ? "a worker that names no process of its own" : "\(service.unnamed) workers that name no process of their own"
  }
}
