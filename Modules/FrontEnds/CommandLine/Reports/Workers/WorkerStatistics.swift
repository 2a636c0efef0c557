import Client
import Contracts
import MessageBus
import OrderedJSON

extension Repository {
  /// Returns the statistics of the workers of every attached service. Asks all services concurrently.
  func statistics(_ attached: AttachedServices) async -> [ServiceName: [JSON]] {
    await withTaskGroup(of: (ServiceName, [JSON]).self) { group in
      for service in TopSample.services where attached.offers(service) {
        group.addTask { (service, await self.statistics(of: service, attached.workers(service))) }
      }
      var replies: [ServiceName: [JSON]] = [:]
      for await (service, statistics) in group { replies[service] = statistics }
      return replies
    }
  }

  /// Returns the statistics of each worker of `service` (`GET /stats`), sorted by process ID.
  ///
  /// The broker assigns each request to the least busy worker, so a round of `count` concurrent requests may miss some workers. Sends up to
  /// four rounds, until `count` processes have replied or a round finds no new process: a worker that hangs would delay each of them by a
  /// whole timeout. Workers that report the same process ID count as one.
  func statistics(of service: ServiceName, _ count: Int) async -> [JSON] {
    // Limits the number of requests, whatever number of workers the broker reports.
    let count = min(count, 64)
    var byProcess: [Int: JSON] = [:]
    var round = 0
    var hasFound = true
    while byProcess.count < count, round < 4, hasFound {
      let known = byProcess.count
      await withTaskGroup(of: JSON?.self) { group in
        for _ in 0..<count { group.addTask { try? await self.ask(StatsRequest(), of: service) } }
        for await statistics in group { if let statistics, let process = statistics["pid"]?.int { byProcess[process] = statistics } }
      }
      round += 1
      hasFound = byProcess.count > known
    }
    return byProcess.sorted { $0.key < $1.key }.map(\.value)
  }
}
