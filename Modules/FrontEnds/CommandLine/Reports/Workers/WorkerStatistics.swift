import Client
import Contracts
import MessageBus
import OrderedJSON

extension Repository {
  /// Returns the statistics of each worker of `service` (`GET /stats`), sorted by process ID.
  ///
  /// The broker assigns each request to the least busy worker, so a round of `count` concurrent requests may miss some workers. Sends up to
  /// four rounds, until `count` processes have replied. Workers that report the same process ID count as one.
  func statistics(of service: ServiceName, _ count: Int) async -> [JSON] {
    // Limits the number of requests, whatever number of workers the broker reports.
    let count = min(count, 64)
    var byProcess: [Int: JSON] = [:]
    var round = 0
    while byProcess.count < count, round < 4 {
      await withTaskGroup(of: JSON?.self) { group in
        for _ in 0..<count { group.addTask { try? await self.ask(StatsRequest(), of: service) } }
        for await statistics in group { if let statistics, let process = statistics["pid"]?.int { byProcess[process] = statistics } }
      }
      round += 1
    }
    return byProcess.sorted { $0.key < $1.key }.map(\.value)
  }
}
